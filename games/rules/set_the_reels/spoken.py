"""What players call things when they answer by mail: by canonical words, what else may be said."""

from collections.abc import Mapping, Sequence

_VERBS: Mapping[str, Sequence[str]] = {
    "play": (
        "play", "plays", "pull", "pull the lever", "pull lever", "spin", "spiele", "spiel", "spielen", "ziehe",
        "hebel ziehen", "joue", "jouer", "je joue", "tirer le levier", "プレイ", "出す", "出し", "出します",
        "レバーを引く", "打出", "打", "出牌", "拉杆", "拉桿", "내기", "낼게요", "플레이", "เล่น", "ลง", "ดึงคันโยก",
    ),
    "upgrade": (
        "upgrade", "upgrades", "turn over", "flip", "werte auf", "aufwerten", "verbessern", "drehe um", "améliore",
        "améliorer", "j'améliore", "アップグレード", "裏返す", "升级", "升級", "翻面", "업그레이드", "뒤집기",
        "อัปเกรด", "พลิก",
    ),
    "buy": (
        "buy", "buys", "purchase", "kaufe", "kauf", "kaufen", "achète", "acheter", "j'achète", "買う", "買い",
        "買います", "購入", "买", "買", "购买", "購買", "사기", "살게요", "구매", "ซื้อ",
    ),
    "token": (
        "token", "tokens", "use", "use a token", "use token", "using", "spend", "benutze", "benutzen", "nutze",
        "marker", "plättchen", "utilise", "utiliser", "j'utilise", "jeton", "トークン", "使う", "使い", "使います",
        "用", "使用", "标记", "標記", "토큰", "사용", "쓸게요", "โทเคน", "ใช้",
    ),
    "choose": (
        "choose", "begin with", "start with", "wähle", "wählen", "beginne mit", "choisis", "choisir", "je choisis",
        "選ぶ", "選び", "選びます", "选", "選", "选择", "選擇", "고르기", "고를게요", "선택", "เลือก",
    ),
    "reward": (
        "reward", "take", "take a token", "get", "nehme", "nimm", "nehmen", "belohnung", "prends", "prendre",
        "je prends", "récompense", "報酬", "もらう", "取る", "取り", "奖励", "獎勵", "拿", "取", "보상", "받기",
        "받을게요", "รางวัล", "รับ", "หยิบ",
    ),
    "rob": (
        "rob", "steal", "raube", "rauben", "klaue", "stehle", "vole", "voler", "je vole", "奪う", "奪い", "奪います",
        "抢", "搶", "偷", "뺏기", "뺏을게요", "훔치기", "ขโมย", "แย่ง",
    ),
    "place": (
        "place", "put", "lege", "leg", "legen", "anlegen", "placer", "pose", "poser", "置く", "置き", "置きます",
        "放", "放置", "놓기", "놓을게요", "วาง",
    ),
    "income": (
        "income", "take income", "collect", "einkommen", "kassiere", "revenu", "revenus", "encaisse", "収入",
        "収入を得る", "收入", "收益", "수입", "รายได้",
    ),
    "stack": (
        "stack", "pick up", "order", "staple", "stapeln", "reihenfolge", "aufnehmen", "empile", "empiler", "ordre",
        "重ねる", "重ね", "重ねます", "順番", "叠", "疊", "顺序", "順序", "쌓기", "쌓을게요", "순서", "ซ้อน", "ลำดับ",
    ),
}  # fmt: skip

_TOKENS: Mapping[str, Sequence[str]] = {
    "coins3": (
        "coins3", "3 coins", "three coins", "coins", "3 münzen", "drei münzen", "münzen", "3 pièces", "trois pièces",
        "pièces", "3コイン", "コイン3枚", "コイン", "3 枚硬币", "3枚硬币", "硬币", "3枚硬幣", "硬幣", "코인 3개",
        "코인", "เหรียญ 3 เหรียญ", "เหรียญ",
    ),
    "move": (
        "move", "moves", "bewegen", "verschieben", "verschiebe", "déplacer", "déplace", "déplacement", "移動",
        "動かす", "移动", "이동", "ย้าย",
    ),
    "vp3": (
        "vp3", "3 points", "three points", "3 vp", "3 punkte", "drei punkte", "3 siegpunkte", "trois points", "3点",
        "3ポイント", "3勝利ポイント", "3 分", "3分", "3점", "3 คะแนน",
    ),
    "double": (
        "double", "doubled", "with double", "doppelt", "verdoppeln", "verdoppler", "doubler", "doublé", "2倍",
        "効果2倍", "ダブル", "双倍", "雙倍", "加倍", "더블", "두 배", "สองเท่า", "ดับเบิล",
    ),
}  # fmt: skip

_SYMBOLS: Mapping[str, Sequence[str]] = {
    "cherry": (
        "cherry", "cherries", "kirsche", "kirschen", "cerise", "cerises", "チェリー", "樱桃", "櫻桃", "체리",
        "เชอร์รี่",
    ),
    "grape": (
        "grape", "grapes", "traube", "trauben", "weintraube", "raisin", "raisins", "ブドウ", "ぶどう", "葡萄", "포도",
        "องุ่น",
    ),
    "melon": (
        "melon", "melons", "watermelon", "melone", "melonen", "pastèque", "メロン", "瓜", "西瓜", "멜론", "เมลอน",
        "แตงโม",
    ),
    "bell": (
        "bell", "bells", "glocke", "glocken", "cloche", "cloches", "ベル", "铃铛", "鈴鐺", "벨", "종", "ระฆัง",
    ),
    "seven": ("seven", "sevens", "sieben", "siebener", "sept", "セブン", "七", "세븐", "เซเว่น", "เจ็ด"),
}  # fmt: skip

_COLUMNS: Mapping[str, Sequence[str]] = {
    "left": ("left", "left column", "links", "linke", "linken", "gauche", "左", "左列", "왼쪽", "ซ้าย"),
    "middle": (
        "middle", "middle column", "centre", "center", "mitte", "mittlere", "mittleren", "milieu", "中央", "真ん中",
        "中", "中间", "中間", "中列", "가운데", "กลาง",
    ),
    "right": ("right", "right column", "rechts", "rechte", "rechten", "droite", "右", "右列", "오른쪽", "ขวา"),
}  # fmt: skip

SPOKEN: Mapping[str, Sequence[str]] = {
    **_VERBS,
    **_TOKENS,
    **_SYMBOLS,
    **_COLUMNS,
    "": (
        "column", "columns", "for", "instead of", "it", "then", "at", "spalte", "spalten", "für", "auf", "an", "dann",
        "colonne", "colonnes", "pour", "à", "puis", "列", "代わりに", "そして", "栏", "欄", "换", "換", "然后",
        "然後", "열", "칸", "그리고", "에", "에서", "คอลัมน์", "แทน", "แล้ว",
    ),
}  # fmt: skip
