"""A line of a mail means one action, or none."""

import pytest

from games.rules import registry
from games.rules.jack_in_the_pot import SPOKEN
from games.rules.spoken import Heard, Talk, hear, talk

LEGAL = ["take pile", "take discard bell", "take discard plum", "take hand 2 1", "take hand 2 2", "take hand 3 1"]


@pytest.fixture(scope="module")
def said() -> Talk:
    rules = registry.newest("jack-in-the-pot")
    return talk(
        spoken=SPOKEN,
        legal=LEGAL,
        known=rules.vocabulary,
        canonical=rules.canonical,
        names={"Bob": "2", "太郎": "3"},
        labels=[("Prendre la carte du dessus de la pioche", "take pile")],
    )


UNDERSTOOD = {
    "take pile": (
        *("take pile", "Take the top card from the draw pile!", "ＴＡＫＥ　ＰＩＬＥ", "1. take pile", "- take pile"),
        *("山札から取ります", "카드 더미에서 가져오기", "หยิบจากกองจั่วครับ", "Ich ziehe vom Nachziehstapel", "je pioche"),
        "prendre la carte du dessus de la pioche.",
    ),
    "take discard bell": (
        *("take bell", "nimm die Glocke", "Glocke aus der Ablage nehmen", "ベルを取る", "捨て札から取る：ベル"),
        *("從棄牌區拿：鈴鐺(BELL)", "从弃牌区拿：铃铛", "버린 카드에서 가져오기: 벨", "หยิบจากไพ่ทิ้ง: ระฆัง"),
    ),
    "take hand 2 2": ("take hand 2 2", "take from the hand of Bob: card 2"),
    "take hand 3 1": ("太郎さんの手札から1枚目を取る", "take from the hand of 太郎: 1"),
    "take discard seven": ("take seven", "Prendre le sept"),
    "discard plum cherry": (
        *("discard CHERRY, PLUM", "プラムとチェリーを捨てます", "ぷらむ ちぇりー 捨てる", "丟掉李子和櫻桃"),
        *("弃掉李子和樱桃", "자두와 체리를 버릴게요", "ทิ้งพลัมและเชอร์รี่", "Je défausse la prune et la cerise"),
        *("Lege Pflaume und Kirsche ab", "DEFAUSSER PRUNE CERISE", "discard a plum and a cherry from my hand"),
    ),
}


@pytest.mark.parametrize(("action", "line"), [(action, line) for action, lines in UNDERSTOOD.items() for line in lines])
def test_an_action_is_understood_in_many_words(action: str, line: str, said: Talk) -> None:
    assert hear(line, said) == Heard(action, is_attempt=True)


@pytest.mark.parametrize(
    "line",
    [
        *("don't take pile", "take pile?", "nicht Stapel nehmen", "プラムを取らない", "ไม่หยิบจากกองจั่ว", "不拿牌堆"),
        *(
            "take the pile, not the bell",
            "ne prends pas la pioche",
            "더미에서 안 가져오기",
            "take",
            "bell",
            "take hand",
        ),
        *("take pile pile", "take hand 2", "discard plum", "I will take my time"),
    ],
)
def test_what_may_mean_something_else_is_not_played(line: str, said: Talk) -> None:
    assert hear(line, said) == Heard(None, is_attempt=True)


@pytest.mark.parametrize("line", ["", "Hello there!", "Best wishes, Alice", "12", "---", "こんにちは"])
def test_talk_is_no_attempt(line: str, said: Talk) -> None:
    assert hear(line, said) == Heard(None, is_attempt=False)


def test_every_action_of_every_game_is_understood_in_its_own_words() -> None:
    for rules in registry.all_rules():
        spoken = getattr(registry.folder(rules.slug), "SPOKEN", {})
        for action in rules.vocabulary:
            heard = talk(
                spoken=spoken, legal=[action], known=rules.vocabulary, canonical=rules.canonical, names={}, labels=[]
            )
            assert hear(action, heard).action == action
