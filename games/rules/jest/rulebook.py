"""The rulebook for players. Its words are ours; the facts are those of the published game."""

from games.rules.base import gettext_noop as _
from games.rules.jest.cards import RANKS
from games.rules.jest.wording import CONDITIONS
from games.rules.rulebook import Block, Heading, Items, Paragraph, Table

_MARKS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
_TROPHY_ROWS = (
    *((_MARKS[suit] + rank, CONDITIONS[rank + suit].message) for suit in "SCD" for rank in RANKS),
    ("♥A ♥2 ♥3 ♥4", CONDITIONS["AH"].message),
    (_("Joker"), CONDITIONS["JK"].message),
)

_GOAL: tuple[Block, ...] = (
    Paragraph(
        _(
            "Seventeen cards, two in front of everybody: one that all can see and one that nobody knows. Take "
            "what helps you, leave what hurts, and try not to end up with the Joker among the wrong hearts."
        )
    ),
    Paragraph(_("For 3 or 4 players. Around a table it takes about ten minutes.")),
    Heading(_("What you are after"), "goal"),
    Paragraph(
        _(
            "The cards you take make up your Jest. When the deck is used up, trophies are handed out, and the "
            "player whose Jest is worth most has won."
        )
    ),
)

_CARDS: tuple[Block, ...] = (
    Heading(_("The cards"), "cards"),
    Paragraph(
        _(
            "There are an Ace, a 2, a 3 and a 4 of each suit, and one Joker. Where equal cards are compared, "
            "spades come before clubs, clubs before diamonds, and diamonds before hearts."
        )
    ),
    Paragraph(_("Any card may turn out to be a trophy. Each then asks for something of its own:")),
    Table((_("Trophy"), _("It goes to")), _TROPHY_ROWS),
)

_SETUP: tuple[Block, ...] = (
    Heading(_("Before the first round"), "setup"),
    Items(
        (
            _("The deck is shuffled. Three players turn up two cards as trophies, four players turn up one."),
            _("Each player is dealt two cards, which nobody else may see."),
            _("The rest is the deck: 9 cards between three players, 8 between four."),
        ),
        numbered=True,
    ),
    Paragraph(_("Three players play four rounds, four players play three. Every round goes like this:")),
)

_ROUND: tuple[Block, ...] = (
    Heading(_("Making offers"), "offers"),
    Paragraph(
        _(
            "Choose which of your two cards lies face up; the other lies face down beside it. Everybody chooses "
            "at the same time and in secret. Only when the last offer is made are all of them shown together, "
            "and an offer that is made stays as it is."
        )
    ),
    Heading(_("Taking cards"), "taking"),
    Paragraph(
        _(
            "Whoever shows the highest face-up card takes first. Here an Ace is always 1 and the Joker 0; "
            "between equal cards the stronger suit is first."
        )
    ),
    Items(
        (
            _("Take one card, face up or face down, from the offer of another player that still has both its cards."),
            _("It goes face down to your Jest, and you may look at your Jest whenever you like."),
            _(
                "Next is the player you took from. If that player has taken already, it is the one with the highest "
                "face-up card among those who have not."
            ),
            _(
                "The last player may find that no offer but their own is complete. Then they take one of their own "
                "two cards."
            ),
        )
    ),
    Heading(_("The next round"), "next-round", 3),
    Paragraph(
        _(
            "One card is left of every offer. These cards are mixed with as many from the deck, and everybody is "
            "dealt two again. A card that was on show is now anybody's guess."
        )
    ),
    Paragraph(
        _(
            "After the last round the deck is empty. Then the card that is left of your offer joins your Jest, "
            "so be careful what you leave lying."
        )
    ),
)

_VALUE: tuple[Block, ...] = (
    Heading(_("What a Jest is worth"), "value"),
    Table(
        (_("Cards"), _("Count")),
        (
            (_("Spades, clubs"), _("their number is added")),
            (_("Diamonds"), _("their number is taken away")),
            (_("Hearts, no Joker"), _("nothing")),
            (_("Joker and 1 to 3 hearts"), _("the hearts are taken away")),
            (_("Joker and all 4 hearts"), _("the hearts are added")),
            (_("Joker, no heart"), _("4 points")),
            (_("Spade and club of one number"), _("2 points more")),
        ),
    ),
    Paragraph(_("As soon as there is a heart with it, the Joker itself counts nothing.")),
    Heading(_("Lone Aces"), "aces", 3),
    Paragraph(
        _(
            "An Ace that is the only card of its suit in your Jest is a 5, in every respect: for the value, for "
            "pairs and for trophies. In company it is a 1."
        )
    ),
    Table(
        (_("Jest"), _("Worth"), _("Because")),
        (
            ("♠4 ♣4", "10", "4 + 4 + 2"),
            ("♠4 ♣4 ♦3", "7", "4 + 4 + 2 - 3"),
            ("♠A", "5", "5"),
            ("♠A ♣A", "12", "5 + 5 + 2"),
            ("♠A ♣A ♣2", "8", "5 + 1 + 2"),
            ("♠A ♠2 ♣A ♣3", "9", "1 + 2 + 1 + 3 + 2"),
            (_("Joker"), "4", "4"),
            (_("Joker ♥A"), "-5", "0 - 5"),
            (_("Joker ♥A ♥2 ♥3"), "-6", "0 - 1 - 2 - 3"),
            (_("Joker ♥A ♥2 ♥3 ♥4"), "10", "0 + 1 + 2 + 3 + 4"),
            ("♥A ♥2 ♥3 ♥4", "0", "0"),
        ),
    ),
)

_TROPHIES: tuple[Block, ...] = (
    Heading(_("Trophies"), "trophies"),
    Paragraph(
        _(
            "For every trophy the Jests are compared as they are without any trophy. Then all trophies go to their "
            "winners together (one player may win both) and join their Jests, even if it is a diamond that does harm."
        )
    ),
    Items(
        (
            _("Highest and lowest: a lone Ace is a 5 here too, so it may be the highest of its suit."),
            _(
                "The most 2s, 3s or 4s: if two have equally many, the one who has that number in the strongest suit. "
                "If nobody has one, nobody wins the trophy."
            ),
            _(
                "The best Jest, with or without the Joker: if two are worth the same, the one with the highest card, "
                "and then the one whose highest card is of the stronger suit."
            ),
            _("Whoever holds the Joker: if the Joker is a trophy itself, nobody does, and nobody wins the trophy."),
        )
    ),
)

_END: tuple[Block, ...] = (
    Heading(_("The end"), "end"),
    Paragraph(
        _(
            "The Jest that is worth most wins, trophies included. Between equal Jests the highest card decides, "
            "a lone Ace being a 5, and between equal cards the stronger suit. So there is always one winner."
        )
    ),
    Heading(_("When someone leaves"), "leaving", 3),
    Paragraph(
        _(
            "Whoever resigns is placed last, but the seat stays in the game, so that the cards still come out "
            "even: from then on lot decides what it offers and what it takes. Its Jest may win trophies. Once a "
            "single player is left, that player has won."
        )
    ),
    Heading(_("When all agree to stop"), "agreed", 3),
    Paragraph(
        _(
            "If all players want to stop, the Jests count as they lie at that moment, and no trophies are handed "
            "out. Offers that were not taken count for nobody."
        )
    ),
)

_BY_MAIL: tuple[Block, ...] = (
    Heading(_("Playing by mail"), "by-mail"),
    Heading(_("Late turns"), "late", 3),
    Paragraph(
        _(
            "Each offer and each card to take is a turn with a clock of its own. If it runs out, lot chooses for "
            "you: which card you offer face up, or which card you take. At some tables the late player resigns "
            "instead."
        )
    ),
    Heading(_("What a table can choose"), "options", 3),
    Paragraph(_("The answer that comes first is the usual one.")),
    Items(
        (
            _("Trophies: one player may win both, or nobody wins more than one."),
            _("Equal Jests at the end: the highest card decides, or they share the place."),
            _("Time for a turn: three days, or anything from a minute to thirty days, or no limit at all."),
            _("When a player is late: lot plays that turn, or the player resigns."),
        )
    ),
    Heading(_("Our rulings"), "rulings", 3),
    Items(
        (
            _(
                "Descriptions of the game differ on whether one player may win both trophies. We follow the "
                "designer's own rules, which set no limit. At a table with one trophy for each, the first trophy is "
                "awarded first, and its winner is passed over for the second."
            ),
            _(
                "What happens between equal Jests at the very end is nowhere said. We compare them as for the trophy "
                "of the best Jest."
            ),
            _("A seat that was given up plays on by lot, since the cards would not come out even without it."),
        )
    ),
)

_FAIRNESS: tuple[Block, ...] = (
    Heading(_("Fair play"), "fairness"),
    Heading(_("Who sees what"), "open", 3),
    Paragraph(
        _(
            "Open to all are the trophies, the face-up cards once all offers are made, and how many cards lie in "
            "each Jest. Of a face-down card that is taken, only its owner and the taker learn what it was. A card "
            "taken face up was seen by everybody, so the table keeps showing who took it. When the match is over, "
            "everything is laid open."
        )
    ),
    Heading(_("How to check us"), "proof", 3),
    Paragraph(
        _(
            "Chance in a match comes from a secret number of ours and from whatever the players add to it "
            "when they sit down. The fingerprint of the number is published before the deal and the number "
            "itself after the end, so that anybody can work out the whole deck again and see that nothing "
            "was tampered with."
        )
    ),
)

_EXAMPLES: tuple[Block, ...] = (
    Heading(_("Examples"), "examples"),
    Items(
        (
            _(
                "Face up lie the 3 of hearts, the 3 of spades and the Joker. The 3 of spades takes first. With an "
                "Ace, a 2 and the Joker it would be the 2."
            ),
            _(
                "Mika takes from Kim, and Kim takes from Mika. Only Sam's own offer is complete now, so Sam takes "
                "one of Sam's own two cards."
            ),
            _(
                "The trophy is the highest club. Mika has the Ace of clubs and no other club: that is a 5, and it "
                "beats Kim's 4."
            ),
            _("The trophy is the most 3s. Mika, Kim and Sam have one each, and Mika's is the spade: Mika wins it."),
            _("You hold the Joker and three hearts, minus 9 points. The missing Ace of hearts would make it plus 10."),
            _(
                "The trophies are the Joker and the Ace of hearts. The best Jest wins the Joker; nobody held it "
                "before, so nobody wins the Ace."
            ),
        )
    ),
)

_CREDITS: tuple[Block, ...] = (
    Heading(_("Credits"), "credits"),
    Paragraph(_("Game design: Brett J. Gilbert. Published by Good Little Games.")),
    Paragraph(_("The pictures on this site and the words of this rulebook are our own.")),
)

RULEBOOK: tuple[Block, ...] = (
    *_GOAL,
    *_CARDS,
    *_SETUP,
    *_ROUND,
    *_VALUE,
    *_TROPHIES,
    *_END,
    *_BY_MAIL,
    *_FAIRNESS,
    *_EXAMPLES,
    *_CREDITS,
)
