"""The rulebook for players. Its words are ours, the facts are those of the printed game, the values are the house's."""

from games.rules.base import gettext_noop as _
from games.rules.rulebook import Block, Heading, Items, Paragraph, Table
from games.rules.set_the_reels.cardset import SYMBOLS
from games.rules.set_the_reels.sets import HOUSE
from games.rules.set_the_reels.wording import SYMBOL_NAMES

_GOAL: tuple[Block, ...] = (
    Paragraph(
        _(
            "Ten cards in your hand are the reels of your own slot machine. They stay in the order in which they "
            "lie; you play three neighbours at a time, and three alike pay. Upgrade cards, buy better ones, move "
            "them together, and pull the lever."
        )
    ),
    Paragraph(
        _(
            "For 2 to 4 players aged 12 and up. Around a table it takes half an hour to an hour; by mail it lasts "
            "as long as you all like."
        )
    ),
    Heading(_("What you are after"), "goal"),
    Paragraph(
        _(
            "Stars are points. You get them from objectives, which three alike earn, from upgraded cards, and from "
            "some of the bonus tokens. The match ends with the round in which somebody has 35 points or more."
        )
    ),
)

_CARDS: tuple[Block, ...] = (
    Heading(_("The cards"), "cards"),
    Paragraph(
        _(
            "There are five symbols: cherry, grape, melon, bell and seven. Every card has two sides and begins on "
            "its front. Upgrading turns it over for good."
        )
    ),
    Items(
        (
            _("The coins on a card are its income: what it pays at the end of a round, if its column is chosen."),
            _("A front without colour is inactive: it pays nothing and matches nothing until it is upgraded."),
            _("The arrow tells what the upgrade costs; the back may bring more income, and it bears stars."),
            _("Cards of the market also have a price."),
        )
    ),
)

_SETUP: tuple[Block, ...] = (
    Heading(_("Before the first round"), "setup"),
    Items(
        (
            _(
                "Each player gets a deck of 10 cards, all on their fronts. The decks of the four colours are alike "
                "but for one card. A deck is shuffled once, now and never again, and is your hand in this order. "
                "You may look at all of it and rearrange nothing."
            ),
            _("The market: four cards of each symbol, shuffled by symbol, the top one of each open and for sale."),
            _(
                "The objectives: a stack for each symbol, the most stars on top, the one with 2 stars at the "
                "bottom. With fewer players there are fewer of them."
            ),
            _("The start token is drawn by lot. Turns go clockwise from there, to the left."),
            _(
                "The first player begins with no coins, the second with 1, the third with 2. The fourth begins "
                "with a bonus token of their choice instead."
            ),
        ),
        numbered=True,
    ),
    Paragraph(_("Here the site shuffles and deals by itself as soon as the last seat is taken.")),
)

_TURN: tuple[Block, ...] = (
    Heading(_("Your turn"), "turn"),
    Paragraph(
        _(
            "In a round everybody has three turns. In your turn you may prepare as much as you like, and then you "
            "must play three cards. That ends the turn."
        )
    ),
    Heading(_("Preparing"), "preparing", 3),
    Paragraph(_("In any order, and as often as you can pay for it:")),
    Items(
        (
            _("Upgrade a card in your hand: pay what its arrow says, and turn it over. It works at once."),
            _(
                "Buy a card of the market: pay its price, and put it in the place of a card of your hand, which "
                "leaves the game with its stars. The market is filled up from its deck at once, as long as there "
                "are cards."
            ),
            _("Use bonus tokens: see below."),
        )
    ),
    Paragraph(
        _(
            "Only cards in your hand can be upgraded, moved or replaced. What lies in your columns has to wait for "
            "the next round."
        )
    ),
    Heading(_("Playing"), "playing", 3),
    Paragraph(
        _(
            "Choose three cards that lie side by side in your hand. They go to your left, middle and right column, "
            "in this order, below what lies there. The gap in your hand closes, so that other cards become "
            "neighbours. With 10 cards there are eight ways to play, with 7 five, and with 4 two."
        )
    ),
    Paragraph(_("Then read the three cards from left to right:")),
    Table(
        (_("What you see"), _("What you get")),
        (
            (_("The left card is inactive"), _("Nothing, whatever follows")),
            (_("The middle card is different, or inactive"), _("1 coin")),
            (_("Left and middle are alike, the right card is not"), _("1 bonus token of your choice")),
            (_("All three are alike and active"), _("The top objective of this symbol")),
        ),
    ),
    Paragraph(
        _(
            "The objective with 2 stars is never taken. For it you get a token worth 2 points and a bonus token, "
            "and it stays for the next one."
        )
    ),
)

_TOKENS: tuple[Block, ...] = (
    Heading(_("Bonus tokens"), "tokens"),
    Paragraph(
        _(
            "You may hold any number of them. Used tokens go back to the supply, where all of them lie open. If you "
            "are to get one and the supply has none left at all, you take one from another player instead."
        )
    ),
    Table(
        (_("Token"), _("Used in your turn, before you play"), _("Unused at the end"), _("With Double")),
        (
            (_("3 coins"), _("Take 3 coins"), "0", _("6 coins")),
            (
                _("Move"),
                _("Put one card of your hand in another place"),
                _("1 point"),
                _("Two such moves, or 2 points"),
            ),
            (
                _("Upgrade"),
                _("Upgrade a card for 2 coins less"),
                _("2 points"),
                _("One or two cards for 4 coins less in all, or 4 points"),
            ),
            (_("3 points"), _("Cannot be used"), _("3 points"), _("6 points")),
            (_("Double"), _("Only together with another token"), "0", _("Not with another Double")),
        ),
    ),
    Paragraph(
        _(
            "At the end each unused Double doubles one other token of yours, the dearest first, and each token is "
            "doubled once at most. A discount never pays change: nothing costs less than nothing."
        )
    ),
)

_ROUND_END: tuple[Block, ...] = (
    Heading(_("The end of a round"), "round-end"),
    Items(
        (
            _(
                "When everybody has played nine cards, the tenth goes to the neighbour on the right, all at once. "
                "It is that player's now, with its stars."
            ),
            _("You put the card you were given at the end of one of your columns."),
            _("You choose one column, and take the coins of all its active cards."),
            _(
                "You pick up the three columns in any order, each as it lies: the first card played comes first. "
                "That is your new hand."
            ),
            _("The start token goes to the left, and the next round begins."),
        ),
        numbered=True,
    ),
    Paragraph(
        _(
            "Here everybody makes these three choices in their own time. Nobody sees a choice before all of them "
            "are in; then they happen together. The order of your new hand stays your secret."
        )
    ),
)

_END: tuple[Block, ...] = (
    Heading(_("The end"), "end"),
    Paragraph(
        _(
            "If somebody has 35 points or more once a round is over, the match ends. All have had the same number "
            "of turns, and several may be there at once."
        )
    ),
    Paragraph(
        _(
            "Points are the stars of your objectives and of your upgraded cards, 2 for each token of 2 points, and "
            "what your unused bonus tokens are worth. The most points win. If they are equal, more coins win, and "
            "if those are equal too, the win is shared."
        )
    ),
    Heading(_("When thirty rounds were played"), "rounds", 3),
    Paragraph(_("A match that has not ended by then ends there, and the most points win.")),
    Heading(_("When someone leaves"), "leaving", 3),
    Paragraph(
        _(
            "Whoever resigns is placed last. Their cards leave the game, their bonus tokens go back to the supply, "
            "and their turns are skipped; the objectives they earned stay with them. A card they have passed on "
            "stays with its new owner. Once a single player is left, that player has won."
        )
    ),
    Heading(_("When all agree to stop"), "agreed", 3),
    Paragraph(
        _("If all players want to stop, the match ends as it stands, and the points count as at the end of a round.")
    ),
)

_BY_MAIL: tuple[Block, ...] = (
    Heading(_("Playing by mail"), "by-mail"),
    Heading(_("Late turns"), "late", 3),
    Paragraph(
        _(
            "If your time runs out, a bot finishes that turn for you. It spends nothing, plays your three leftmost "
            "cards, and takes a token of 3 points if there is one. At the end of a round it puts the new card on "
            "the shortest column, takes the coins of the richest one, and picks the columns up from left to right. "
            "At some tables the late player resigns instead."
        )
    ),
    Heading(_("Who sees what"), "open", 3),
    Paragraph(
        _(
            "Your hand is yours to see. Open to all are columns, coins, tokens, objectives, the market, which cards "
            "were upgraded, bought or replaced, and everybody's points. The card that is passed on is seen by giver "
            "and receiver, and by all once it lies in a column. When the match is over, everything is laid open."
        )
    ),
    Heading(_("Our rulings"), "rulings", 3),
    Paragraph(_("Where the printed rules leave a question open, we play it like this:")),
    Items(
        (
            _("A bought card takes the very place of the card it replaces, and the market is refilled at once."),
            _("Coins and tokens are spent before you play, not after."),
            _("The gap that three played cards leave is closed."),
            _("The card you are given goes to the end of a column."),
            _("An inactive card in the middle or on the right matches nothing."),
            _("You rob another player only when the supply is empty of all tokens, not of the one you wanted."),
            _("Unused bonus tokens count for the 35 points, as they do at the end."),
            _("With two players, left and right are the same person: you swap your last cards."),
        )
    ),
)


def _stars(symbol: str, seats: int) -> str:
    """The stars of a stack from the top, as one reads them."""
    return " ".join(str(HOUSE.objectives[each].stars) for each in HOUSE.stack(symbol, seats))


def _deck() -> tuple[tuple[str, ...], ...]:
    """The red deck: the four differ in the last card alone."""
    cards = [HOUSE.cards[name] for name in HOUSE.decks["red"]]
    names = [SYMBOL_NAMES[card.symbol].message for card in cards[:-1]] + [_("One card in the deck's own symbol")]
    return tuple(
        (
            name,
            str(card.front.income) if card.front.active else _("inactive"),
            str(card.upgrade_cost),
            str(card.back.income),
            str(card.back.stars),
        )
        for name, card in zip(names, cards, strict=True)
    )


def _market() -> tuple[tuple[str, ...], ...]:
    cards = [HOUSE.cards[name] for symbol in SYMBOLS for name in HOUSE.community[symbol]]
    return tuple(
        (
            SYMBOL_NAMES[card.symbol].message,
            str(card.price),
            str(card.front.income),
            str(card.upgrade_cost),
            str(card.back.income),
            str(card.back.stars),
        )
        for card in cards
    )


_VALUES: tuple[Block, ...] = (
    Heading(_("The values of our cards"), "values"),
    Paragraph(
        _(
            "The values printed on the real cards are not published anywhere we know of. So all costs, incomes, stars "
            "and numbers of tokens below are our own, made to fit the rules and the examples that are known. They are "
            "the set house-1. A site may play with another set; each match names its set and keeps it to the end."
        )
    ),
    Heading(_("Each player's deck"), "deck", 3),
    Table((_("Card"), _("Income"), _("Upgrade costs"), _("Income after"), _("Stars")), _deck()),
    Paragraph(_("The deck's own symbol is cherry for red, grape for purple, melon for green and bell for yellow.")),
    Heading(_("The market"), "market", 3),
    Table((_("Card"), _("Price"), _("Income"), _("Upgrade costs"), _("Income after"), _("Stars")), _market()),
    Heading(_("The objectives"), "objectives", 3),
    Paragraph(_("The stars of each stack, from top to bottom:")),
    Table(
        (_("Symbol"), _("2 players"), _("3 players"), _("4 players")),
        tuple((SYMBOL_NAMES[symbol].message, *(_stars(symbol, seats) for seats in (2, 3, 4))) for symbol in SYMBOLS),
    ),
    Heading(_("The supply of tokens"), "supply", 3),
    Table(
        (_("Token"), _("How many")),
        (
            (_("3 coins"), str(HOUSE.tokens["coins3"].copies)),
            (_("Move"), str(HOUSE.tokens["move"].copies)),
            (_("Upgrade"), str(HOUSE.tokens["upgrade"].copies)),
            (_("3 points"), str(HOUSE.tokens["vp3"].copies)),
            (_("Double"), str(HOUSE.tokens["double"].copies)),
        ),
    ),
)

_FAIRNESS: tuple[Block, ...] = (
    Heading(_("Fair play"), "fairness"),
    Paragraph(
        _(
            "All cards are shuffled together, once, and every deck keeps the order in which its own cards lie in this "
            "shuffle. Chance comes from a secret number of ours and from whatever the players add to it when they sit "
            "down. The fingerprint of the number is published before the deal and the number itself after the end, so "
            "that anybody can work the shuffle out again."
        )
    ),
)

_EXAMPLES: tuple[Block, ...] = (
    Heading(_("Examples"), "examples"),
    Items(
        (
            _("Grape, grape, grape: you take the top grape objective."),
            _("Cherry, cherry, bell: a bonus token. Cherry, bell, bell: 1 coin."),
            _("An inactive grape, then two grapes: nothing."),
            _("You upgrade an inactive card for 2 coins. From now on it works, and it is worth 1 point."),
            _(
                "You have two active sevens side by side and an inactive grape next to them. You buy a seven for 7 "
                "coins in the place of the grape, and play three sevens in the same turn."
            ),
            _("You use Upgrade with Double on two cards that cost 2 and 3: together 5, less 4, so you pay 1 coin."),
            _(
                "You are left with an inactive melon, which goes to your right. From your left you get a grape that "
                "pays 1 coin: you put it where it helps your income most."
            ),
            _("Two players have 40 points. The one with more coins has won."),
        )
    ),
)

_CREDITS: tuple[Block, ...] = (
    Heading(_("Credits"), "credits"),
    Paragraph(
        _(
            "We know this game by the rules that jurong has shared with the players of the Japanese site Bodoge; its "
            "author is not named there. The pictures on this site and the words of this rulebook are our own."
        )
    ),
)

RULEBOOK: tuple[Block, ...] = (
    *_GOAL,
    *_CARDS,
    *_SETUP,
    *_TURN,
    *_TOKENS,
    *_ROUND_END,
    *_END,
    *_BY_MAIL,
    *_VALUES,
    *_FAIRNESS,
    *_EXAMPLES,
    *_CREDITS,
)
