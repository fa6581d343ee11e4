"""Actions as people write them in a mail: in eight languages, in any order, with small words between.

A game's folder may expose `SPOKEN`: by canonical words ("take", "discard", "take pile", ...) what else they may be
called, in all eight languages; what stands under "" has no meaning and is passed over. A line is only understood
when nothing in it is left over: "don't take the pile" and "take the pile?" are no actions.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from games.rules.base import UnreadableActionError

Spoken = Mapping[str, Sequence[str]]
LONGEST_LINE = 200

# Small words of no meaning: articles, particles, polite endings, counters, politeness.
FILLERS = (
    *("a", "an", "the", "from", "of", "and", "with", "to", "my", "i", "i'll", "please", "card", "cards", "top", "on"),
    *("der", "die", "das", "den", "dem", "des", "vom", "von", "aus", "und", "ein", "eine", "einen", "ich", "bitte"),
    *("meine", "meiner", "meinen", "karte", "karten", "zur", "zum", "oberste", "im", "in", "mit"),
    *("le", "la", "les", "l", "un", "une", "du", "de", "des", "d", "et", "dans", "je", "carte", "cartes", "ma", "mes"),
    *("s'il te plaît", "s'il vous plaît", "sur", "avec"),
    *(
        "を",
        "から",
        "と",
        "の",
        "に",
        "で",
        "へ",
        "は",
        "て",
        "る",
        "ます",
        "ました",
        "さん",
        "カード",
        "枚",
        "枚目",
        "番",
    ),
    *("番目", "お願いします", "ください", "下さい", "して", "します", "する"),
    *(
        "从",
        "從",
        "的",
        "和",
        "跟",
        "与",
        "與",
        "把",
        "了",
        "请",
        "請",
        "我",
        "张",
        "張",
        "第",
        "牌",
        "号",
        "號",
        "一张",
        "一張",
    ),
    *("을", "를", "에서", "와", "과", "의", "로", "으로", "하고", "랑", "이랑", "님", "장", "번", "번째", "카드", "기"),
    *("요", "어요", "해요", "할게요", "합니다", "해주세요", "주세요", "맨 위"),
    *("จาก", "ใบ", "ใบที่", "ไพ่", "และ", "กับ", "ของ", "ครับ", "ค่ะ", "คะ", "นะ", "ขอ", "ฉัน", "ผม", "ที่", "เลข", "คุณ"),
)
_LISTED = re.compile(r"^\s*(?:[-*•·]\s+|\d{1,2}[.)]\s+)")
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_MARKS = frozenset(" \t\u00a0.,:!'\"-–—、。・「」“”‘’„«»*_&+/|()[]…\u2068\u2069\u200b\ufeff")


class Heard(NamedTuple):
    """What a line says: the one action it can mean, if there is one; else whether it was meant for the game."""

    action: str | None
    is_attempt: bool


class Talk(NamedTuple):
    """What can be said at a table now: the words known, by how they sound, and the actions they may make."""

    words: Mapping[str, tuple[str, ...]]
    longest: int
    legal: Sequence[str]
    known: Sequence[str]
    sentences: Mapping[str, str]
    canonical: Callable[[str], str]


def talk(
    *,
    spoken: Spoken,
    legal: Sequence[str],
    known: Iterable[str],
    canonical: Callable[[str], str],
    names: Mapping[str, str],
    labels: Iterable[tuple[str, str]],
) -> Talk:
    """Everything that can be said. `known`: further actions of the game, legal or not; `names`: what stands for a
    player's name (the seat); `labels`: sentences, as on the buttons, with their actions."""
    others = [action for action in dict.fromkeys(known) if action not in legal]
    words: dict[str, tuple[str, ...]] = {fold(name): (token,) for name, token in names.items() if fold(name)}
    words |= {fold(filler): () for filler in FILLERS}
    words |= {fold(token): (token,) for action in (*others, *legal) for token in action.split()}
    words |= {fold(sound): tuple(key.split()) for key, sounds in spoken.items() for sound in (*sounds, key)}
    words.pop("", None)
    sentences = {_bare(label): action for label, action in labels}
    return Talk(words, max(map(len, words), default=0), legal, others, sentences, canonical)


def hear(line: str, said: Talk) -> Heard:
    """Understand one line of a mail."""
    line = _LISTED.sub("", line)[:LONGEST_LINE]
    if (action := said.sentences.get(_bare(line))) is not None:
        return Heard(action, is_attempt=True)
    tokens, clear = _tokens(_BRACKETED.sub(" ", fold(line)), said)
    if not clear or all(token.isdigit() for token in tokens):
        return Heard(None, is_attempt=any(not token.isdigit() for token in tokens))
    return Heard(_action(tokens, said), is_attempt=True)


def fold(text: str) -> str:
    """How a text sounds: width, case, accents of Latin letters and the two kana make no difference."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(map(_folded, folded)).strip()


def _folded(sign: str) -> str:
    if "\u30a1" <= sign <= "\u30f6":
        return chr(ord(sign) - 0x60)
    base = unicodedata.normalize("NFD", sign)[0]
    return base if base.isascii() else sign


def _bare(text: str) -> str:
    """The same without marks and spaces."""
    return "".join(sign for sign in fold(text) if sign not in _MARKS)


def _tokens(line: str, said: Talk) -> tuple[list[str], bool]:
    """The canonical tokens of a folded line, and whether nothing else stood in it."""
    tokens: list[str] = []
    place, clear = 0, True
    while place < len(line):
        if line[place] in _MARKS:
            place += 1
            continue
        length = _length(line, place, said)
        sound = line[place : place + length]
        if sound in said.words:
            tokens += said.words[sound]
        elif sound.isdecimal():
            tokens.append(str(int(sound)))
        else:
            clear = False
        place += length
    return tokens, clear


def _length(line: str, place: int, said: Talk) -> int:
    """How far the word that begins here goes: the longest known one, else a number, else what has no mark in it."""
    for end in range(min(len(line), place + said.longest), place, -1):
        if line[place:end] in said.words and _ends(line, end) and _begins(line, place):
            return end - place
    word = re.match(r"\d+", line[place:]) or re.match(r"[a-z0-9]+", line[place:])
    return word.end() if word else 1


def _begins(line: str, place: int) -> bool:
    return place == 0 or not (_is_latin(line[place - 1]) and _is_latin(line[place]))


def _ends(line: str, end: int) -> bool:
    return end == len(line) or not (_is_latin(line[end - 1]) and _is_latin(line[end]))


def _is_latin(sign: str) -> bool:
    """Whether it belongs to a word that ends at a space; other scripts run on."""
    return sign.isascii() and sign.isalnum()


def _action(tokens: list[str], said: Talk) -> str | None:
    """The one action of these tokens: as spelled, in another order, or, if one alone is legal, cut short."""
    for order in (tokens, [*tokens[-1:], *tokens[:-1]]):  # The verb may come last, as in Japanese and Korean.
        try:
            return said.canonical(" ".join(order))
        except UnreadableActionError:
            continue
    for actions in (said.legal, said.known):
        for all_of_it in (True, False):
            found = [action for action in actions if _says(action, tokens, all_of_it=all_of_it)]
            if found:
                return found[0] if len(found) == 1 and found[0].split()[0] in tokens else None
    return None


def _says(action: str, tokens: list[str], *, all_of_it: bool) -> bool:
    """Whether these tokens make up the action, or a part of it; numbers keep their order."""
    spelled = action.split()
    left = Counter(spelled)
    left.subtract(tokens)
    if min(left.values()) < 0 or (all_of_it and any(left.values())):
        return False
    numbers = [token for token in tokens if token.isdigit()]
    return [token for token in spelled if token.isdigit()][: len(numbers)] == numbers
