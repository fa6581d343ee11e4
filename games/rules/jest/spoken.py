"""What players call things when they answer by mail: by canonical words, what else may be said."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from games.rules.jest.cards import CARDS, CLUBS, DIAMONDS, HEARTS, SPADES


class Tongue(NamedTuple):
    """How a language names a card: each suit, each rank from the Ace up, and how they are put together."""

    suits: Mapping[str, Sequence[str]]
    ranks: Sequence[Sequence[str]]
    patterns: Sequence[str]


def _suits(spades: str, clubs: str, diamonds: str, hearts: str) -> Mapping[str, Sequence[str]]:
    """Several names of one suit are separated by spaces."""
    names = {SPADES: spades, CLUBS: clubs, DIAMONDS: diamonds, HEARTS: hearts}
    return {suit: words.split() for suit, words in names.items()}


def _ranks(*ranks: str) -> Sequence[Sequence[str]]:
    return [words.split() for words in ranks]


_TONGUES = (
    Tongue(
        _suits("spades spade", "clubs club", "diamonds diamond", "hearts heart"),
        _ranks("ace a", "2 two", "3 three", "4 four"),
        ("{rank} of {suit}", "{rank} of {suit} face up", "{suit} {rank}", "{rank} {suit}"),
    ),
    Tongue(
        _suits("pik", "kreuz treff", "karo", "herz"),
        _ranks("ass as a", "2 zwei", "3 drei", "4 vier"),
        ("{suit} {rank}", "{suit}{rank}", "{suit}-{rank}", "{suit} {rank} offen"),
    ),
    Tongue(
        _suits("pique", "trèfle", "carreau", "cœur coeur"),
        _ranks("as a", "2 deux", "3 trois", "4 quatre"),
        ("{rank} de {suit}", "{rank} {suit}"),
    ),
    Tongue(
        _suits("スペード", "クラブ クローバー", "ダイヤ ダイヤモンド", "ハート"),
        _ranks("エース a", "2 二", "3 三", "4 四"),
        ("{suit}の{rank}", "{suit}{rank}"),
    ),
    Tongue(
        _suits("黑桃", "梅花", "方块 方塊 方片 鑽石", "红心 紅心 红桃 紅桃"),
        _ranks("a", "2 二", "3 三", "4 四"),
        ("{suit}{rank}", "{suit} {rank}"),
    ),
    Tongue(
        _suits("스페이드", "클로버 클럽", "다이아몬드 다이아", "하트"),
        _ranks("에이스 a", "2", "3", "4"),
        ("{suit} {rank}", "{suit}{rank}", "{suit}의 {rank}"),
    ),
    Tongue(
        _suits("โพดำ", "ดอกจิก", "ข้าวหลามตัด", "โพแดง หัวใจ"),
        _ranks("เอซ เอ a", "2 สอง", "3 สาม", "4 สี่"),
        ("{rank}{suit}", "{rank} {suit}", "{suit} {rank}"),
    ),
    Tongue(_suits("♠", "♣", "♦", "♥"), _ranks("a", "2", "3", "4"), ("{suit}{rank}", "{rank}{suit}")),
)
_JOKER = ("joker", "the joker", "ジョーカー", "鬼牌", "小丑", "王牌", "조커", "โจ๊กเกอร์")


def _names(suit: str, pips: int) -> Iterator[str]:
    """Every name of one card."""
    for tongue in _TONGUES:
        for name, rank, pattern in product(tongue.suits[suit], tongue.ranks[pips - 1], tongue.patterns):
            yield pattern.format(suit=name, rank=rank)


_CARDS = {card.word: tuple(_names(card.suit, card.pips)) if card.pips else _JOKER for card in CARDS}

SPOKEN: Mapping[str, Sequence[str]] = {
    **_CARDS,
    "offer": (
        *("offer", "offers", "show", "lay", "put", "offer face up", "lay face up", "show face up"),
        *("biete", "biete an", "anbieten", "lege", "zeige", "offen anbieten", "biete offen an"),
        *("offre", "offrir", "je propose", "propose", "proposer", "montre", "offrir face visible"),
        *("オファー", "出す", "出し", "出して", "表向きに出す", "見せる", "公開"),
        *("提供", "出示", "出", "亮出", "亮", "明放", "正面提供"),
        *("제안", "제시", "공개", "내기", "낼게요", "공개로 제안"),
        *("เสนอ", "วาง", "เปิด", "เสนอแบบหงาย"),
    ),
    "take": (
        *("take", "takes", "draw", "grab", "pick", "pick up", "get", "nehme", "nimm", "nehmen", "ziehe", "zieh"),
        *("prends", "prendre", "je prends", "取る", "取り", "取って", "とる", "とり", "もらう", "拿", "取", "抽"),
        *("가져오기", "가져와", "가져올게요", "가져갈게요", "가져가기", "หยิบ", "เอา", "จั่ว"),
    ),
    "up": (
        *("face up", "face-up", "faceup", "open", "visible", "offen", "offene", "aufgedeckt", "aufgedeckte"),
        *("face visible", "découverte", "表", "表向き", "おもて", "明牌", "明", "正面", "朝上", "앞면", "보이는"),
        *("หงาย", "ที่หงาย", "ใบหงาย"),
    ),
    "down": (
        *("face down", "face-down", "facedown", "hidden", "closed", "verdeckt", "verdeckte", "zugedeckt"),
        *(
            "face cachée",
            "cachée",
            "裏",
            "裏向き",
            "うら",
            "伏せ",
            "伏せた",
            "暗牌",
            "暗",
            "背面",
            "朝下",
            "뒷면",
            "안 보이는",
        ),
        *("คว่ำ", "ที่คว่ำ", "ใบคว่ำ"),
    ),
    "": (
        "offer of",
        "from the offer of",
        "aus dem angebot von",
        "angebot",
        "vor",
        "an",
        "オファーから",
        "向き",
        "那张",
        "那張",
    ),
}
