"""What players call things when they answer by mail: by canonical words, what else may be said."""

from collections.abc import Iterator, Mapping, Sequence

from games.rules.same_one.cards import DECK, NUMBER, WORD

# By colour: in which words a number follows, and before which ones it may stand.
_COLOURS: Mapping[str, Sequence[str]] = {
    "G": (
        *("green", "g", "grün", "grüne", "grünen", "vert", "verte", "vertes"),
        *("緑", "みどり", "緑の", "綠", "綠色", "绿", "绿色", "초록", "초록색", "녹색", "เขียว", "สีเขียว"),
    ),
    "B": (
        *("blue", "b", "blau", "blaue", "blauen", "bleu", "bleue", "bleus"),
        *("青", "あお", "青の", "藍", "藍色", "蓝", "蓝色", "파랑", "파란색", "파란", "น้ำเงิน", "สีน้ำเงิน", "ฟ้า", "สีฟ้า"),
    ),
    "Y": (
        *("yellow", "y", "gelb", "gelbe", "gelben", "jaune", "jaunes"),
        *("黄", "きいろ", "黄色", "黄の", "黃", "黃色", "노랑", "노란색", "노란", "เหลือง", "สีเหลือง"),
    ),
}


def _names(sign: str) -> Iterator[str]:
    """Every name of one card, such as "blue 7", "7 bleu" and 青7."""
    for colour in _COLOURS[WORD[sign][0]]:
        yield from (f"{colour} {NUMBER[sign]}", f"{colour}{NUMBER[sign]}")
        if len(colour) > 1:
            yield f"{NUMBER[sign]} {colour}"


SPOKEN: Mapping[str, Sequence[str]] = {
    **{WORD[sign]: tuple(_names(sign)) for sign in DECK},
    "play": (
        *("play", "lay", "put", "put down", "spiele", "spiel", "spielen", "lege", "legen", "joue", "jouer", "pose"),
        *(
            "poser",
            "je joue",
            "je pose",
            "出す",
            "出します",
            "出して",
            "出し",
            "だす",
            "場に出す",
            "打出",
            "出",
            "出牌",
            "打",
        ),
        *("내기", "낼게요", "내요", "놓기", "놓을게요", "낸다", "เล่น", "ลง", "วาง"),
    ),
    "draw": (
        *("draw", "draw a card", "take a card", "ziehe", "ziehen", "zieh", "karte ziehen", "eine karte ziehen"),
        *("pioche", "piocher", "je pioche", "tirer", "tire", "引く", "引きます", "引いて", "引き", "1枚引く", "ひく"),
        *(
            "抽",
            "抽牌",
            "抽一張",
            "抽一张",
            "摸牌",
            "摸",
            "뽑기",
            "뽑을게요",
            "뽑아",
            "카드 뽑기",
            "จั่ว",
            "จั่วไพ่",
            "จั่วการ์ด",
        ),
    ),
    "pass": (
        *("pass", "i pass", "keep it", "keep the card", "passe", "passen", "ich passe", "je passe", "passer", "parole"),
        *(
            "パス",
            "パスします",
            "ぱす",
            "過",
            "跳過",
            "过",
            "跳过",
            "不出",
            "패스",
            "패스할게요",
            "넘어가기",
            "ผ่าน",
            "ขอผ่าน",
        ),
    ),
    "same-one": (
        *("same one", "sameone", "same-one", "claim", "same one with", "gleiche", "gleiche zahl", "même", "pareil"),
        *(
            "セイムワン",
            "せいむわん",
            "同じ",
            "一樣",
            "一样",
            "同號",
            "同号",
            "세임원",
            "세임 원",
            "같은 수",
            "เซมวัน",
            "เซม วัน",
        ),
    ),
    "": (
        *(
            "on top",
            "onto it",
            "then",
            "say",
            "says",
            "sage",
            "sag",
            "dann",
            "darauf",
            "dessus",
            "puis",
            "dis",
            "je dis",
        ),
        *(
            "その上に",
            "それから",
            "して",
            "する",
            "です",
            "上面",
            "然後",
            "然后",
            "그 위에",
            "แล้ว",
            "ทับ",
            "shark",
            "dog",
        ),
        *("hai", "hund", "requin", "chien", "サメ", "犬", "鯊魚", "鲨鱼", "狗", "상어", "개", "ฉลาม", "หมา"),
    ),
}
