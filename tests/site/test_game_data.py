"""The operator's own data for games: read at the start, refused with everything that is wrong in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from games.rules import registry
from jackpot_site import game_data

HOUSE = Path(str(registry.folder("set-the-reels").__file__)).parent / "house.json"


@pytest.fixture(autouse=True)
def the_house_set_afterwards() -> Iterator[None]:
    yield
    registry.furnish("set-the-reels", {})


def offered() -> list[str]:
    return [value.rpartition("-")[0] for value in registry.newest("set-the-reels").options["cards"].values]


def test_the_first_file_of_a_game_is_the_default_and_the_others_stay_on_offer(tmp_path: Path) -> None:
    for name in ("two", "one"):
        (tmp_path / f"{name}.json").write_text(HOUSE.read_text().replace("house-1", name))
    game_data.load([f"set-the-reels={tmp_path}/two.json", f"set-the-reels={tmp_path}/one.json"])
    assert offered() == ["two", "one", "house-1"]
    game_data.load([])
    assert offered() == ["two", "one", "house-1"]


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("no-such-game=x.json", "no game is called 'no-such-game'"),
        ("set-the-reels", "set-the-reels: "),
        ("set-the-reels=/no/such/file.json", "/no/such/file.json"),
        ("jack-in-the-pot={house}", "takes no data"),
    ],
)
def test_what_cannot_be_used_is_named(pair: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="GAME_DATA") as refused:
        game_data.load([pair.format(house=HOUSE)])
    assert said in str(refused.value)
    assert offered() == ["house-1"]


def test_a_wrong_file_is_refused_with_its_name_and_all_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(HOUSE.read_text().replace('"price": 7', '"price": -7').replace('"stars": 8', '"stars": "8"'))
    with pytest.raises(ImproperlyConfigured) as refused:
        game_data.load([f"set-the-reels={path}"])
    text = str(refused.value)
    assert str(path) in text
    assert "card market-seven-2: price must be a whole number from 0 to 99; it is -7." in text
    assert 'objective obj-seven-1: stars must be a whole number from 0 to 99; it is "8".' in text
    assert offered() == ["house-1"]
