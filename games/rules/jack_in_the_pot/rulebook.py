"""The rulebook for players. Its words are ours; the facts are those of the printed game."""

from games.rules.base import gettext_noop as _
from games.rules.rulebook import Block, Heading, Items, Paragraph, Table

_GOAL: tuple[Block, ...] = (
    Paragraph(
        _(
            "Six symbols off a slot machine, and every one of them pays in threes. Gather cards, snatch them "
            "from the others, and be the first to reach 13 points."
        )
    ),
    Paragraph(
        _(
            "For 2 to 4 players aged 8 and up. Around a table it is over in about ten minutes; by mail it "
            "lasts as long as you all like."
        )
    ),
    Heading(_("What you are after"), "goal"),
    Paragraph(
        _(
            "Three cards with the same symbol in your hand are a set of 3. A set earns you the number on the "
            "coin of that symbol, and it earns it once: three bells bring 4 points, not three times 4."
        )
    ),
    Paragraph(
        _(
            "Whoever has 13 points or more wins on the spot. The two dearest sets together bring only 12, so "
            "nobody gets there with fewer than three sets."
        )
    ),
)

_CARDS: tuple[Block, ...] = (
    Heading(_("The cards"), "cards"),
    Paragraph(_("There are 54 cards. As a rule, the scarcer a symbol, the richer its coin.")),
    Table(
        (_("Symbol"), _("Cards in the deck"), _("Points for a set of 3")),
        (
            (_("7 (SEVEN)"), "3", "7"),
            (_("BAR"), "6", "5"),
            (_("Bell"), "9", "4"),
            (_("Watermelon"), "9", "3"),
            (_("Plum"), "12", "2"),
            (_("Cherry"), "15", "1"),
        ),
    ),
    Paragraph(
        _(
            "All backs look alike, so a card lying face down betrays nothing. And because cards only ever "
            "leave the game in threes, every symbol can be used up to its very last card."
        )
    ),
)

_SETUP: tuple[Block, ...] = (
    Heading(_("Before the first turn"), "setup"),
    Items(
        (
            _("The deck is shuffled, and each player is dealt 2 cards: the hand, which nobody else may see."),
            _(
                "The rest lies face down as the draw pile: 50 cards between two players, 48 between three, "
                "46 between four."
            ),
            _("Next to it there is room for the discard pile. It starts empty, and all its cards lie open."),
        ),
        numbered=True,
    ),
    Paragraph(_("Here the site shuffles and deals by itself as soon as the last seat is taken.")),
    Heading(_("Who begins"), "first-player", 3),
    Paragraph(
        _(
            "Rock, paper, scissors decides. You name your throw when you take your seat; if you would rather "
            "not, one is drawn for you. All throws are opened together at the deal."
        )
    ),
    Paragraph(
        _(
            "If exactly two different throws are on show, the beaten ones are out; otherwise everybody stays "
            "in. Those still in throw again, now by lot, until one player is left. That player begins, and "
            "play goes round clockwise from there. Every round of throws can be read in the log."
        )
    ),
)

_TURN: tuple[Block, ...] = (
    Heading(_("Your turn at a glance"), "turn"),
    Items(
        (
            _("Take cards, one after the other, until your hand holds 4."),
            _("Three alike? They score at once, and with 13 points or more you have won."),
            _("After scoring your turn is not over: fill your hand up to 4 cards again."),
            _("Four cards and no set of 3? Discard two of them, and the next player is up."),
        ),
        numbered=True,
    ),
    Heading(_("Taking cards"), "taking", 3),
    Paragraph(_("Before every single card you choose anew where it comes from:")),
    Items(
        (
            _("from the draw pile: the top card, which only you get to see;"),
            _("from the discard pile: whichever card you want, however long it has been lying there;"),
            _("from the hand of another player: one card, picked blind from the fan."),
        )
    ),
    Paragraph(
        _(
            "The draw pile and the discard pile are open to you any number of times. A hand is not: in one "
            "turn you may take only 1 card from each player."
        )
    ),
    Paragraph(
        _(
            "You cannot stop early: it has to be 4 cards. If others have helped themselves to your hand, you "
            "begin your turn with one card or none, and simply take more. An empty hand cannot be taken "
            "from, and it stays empty until its owner's turn comes round."
        )
    ),
    Heading(_("Scoring"), "scoring", 3),
    Paragraph(
        _(
            "As soon as three cards in your hand show the same symbol, they score, whether you hold 3 cards "
            "at that moment or 4. You cannot keep a set back. The three cards are laid open in front of you, "
            "out of everybody's reach, and the number on their coin is added to your points."
        )
    ),
    Paragraph(
        _(
            "If that makes less than 13 points, you go on taking until you hold 4 cards again. A good turn "
            "can bring several sets. What you have taken still counts, though: each player's hand gives you "
            "1 card per turn, not 1 per set."
        )
    ),
    Heading(_("Discarding"), "discarding", 3),
    Paragraph(
        _(
            "With 4 cards in your hand and no three alike, choose 2 and put them face up on the discard "
            "pile. A card you have only just taken may be one of them. You keep 2 cards, and your turn is "
            "over."
        )
    ),
)

_PILE_AND_END: tuple[Block, ...] = (
    Heading(_("When the draw pile is empty"), "empty-pile"),
    Paragraph(
        _(
            "With the last card of the draw pile the limit of 1 card per player falls, even in the middle of "
            "a turn. From then on you may take from the same hand as often as you wish, also where you have "
            "already taken a card in this turn."
        )
    ),
    Paragraph(
        _(
            "The discard pile never becomes a new draw pile. You play on with the cards that are left, and "
            "there is always one that can be taken."
        )
    ),
    Heading(_("The end"), "end"),
    Paragraph(
        _(
            "At 13 points or more the match is over that very moment: nothing more is taken and nothing "
            "discarded. Only the player whose turn it is can score, so nobody can draw level with the "
            "winner. The others are placed by their points, and equal points share a place."
        )
    ),
    Heading(_("When someone leaves"), "leaving", 3),
    Paragraph(
        _(
            "Whoever resigns is placed last. Their hand goes face up to the discard pile, their scored sets "
            "stay out of play, and their turns are skipped. Once a single player is left, that player has "
            "won."
        )
    ),
    Heading(_("When nothing moves any more"), "stalled", 3),
    Paragraph(
        _(
            "Two players could pass the same cards to and fro for ever. So turns are counted in which nobody "
            "scores and nobody draws from the draw pile. After 20 such turns in a row for each player, "
            "which is 40, 60 or 80 between two, three or four, the match ends and the most points win."
        )
    ),
    Heading(_("When all agree to stop"), "agreed", 3),
    Paragraph(
        _(
            "If all players want to stop, the match ends as it stands. The most points win, and equal points "
            "share the place."
        )
    ),
)

_BY_MAIL: tuple[Block, ...] = (
    Heading(_("Playing by mail"), "by-mail"),
    Heading(_("Late turns"), "late", 3),
    Paragraph(
        _(
            "A table has a time limit for turns: three days, unless its host chose otherwise. The clock "
            "starts when it is your turn and stops when your turn is over, however many cards you take. If "
            "it runs out, a bot plays the rest of that turn for you: it draws from the draw pile as long as "
            "there is one, and discards two cards at random. At some tables the late player resigns instead."
        )
    ),
    Heading(_("No taking back"), "no-undo", 3),
    Paragraph(_("A card that has been seen cannot be unseen. What you have done stays done.")),
    Heading(_("What a table can choose"), "options", 3),
    Paragraph(_("The answer that comes first is the usual one.")),
    Items(
        (
            _("Who begins: the winner of rock, paper, scissors, or somebody drawn by lot."),
            _("After scoring a set: the turn goes on, or it ends there without discarding."),
            _("Time for a turn: three days, or anything from a minute to thirty days, or no limit at all."),
            _("When a player is late: a bot plays that turn, or the player resigns."),
        )
    ),
    Heading(_("Our ruling on the missing step"), "ruling", 3),
    Paragraph(
        _(
            "The printed rules number the steps of a turn 1, 2 and 4; what step 3 said is lost. We read it "
            "as “the turn goes on”. Only discarding is said to end a turn, and this way everybody ends a "
            "turn with the two cards that the deal gave them. If you know it differently, open a table where "
            "a set ends the turn."
        )
    ),
)

_FAIRNESS: tuple[Block, ...] = (
    Heading(_("Fair play"), "fairness"),
    Heading(_("Blind picks"), "blind", 3),
    Paragraph(
        _(
            "Before anybody picks from your hand, its cards are mixed into a fresh order that nobody knows, "
            "you included. So it makes no difference which place is picked, and nobody has to wait for you "
            "to hold out your fan. You and the one who picks learn which card it was; the others only see "
            "that one changed hands."
        )
    ),
    Heading(_("Who sees what"), "open", 3),
    Paragraph(
        _(
            "Open to all are the discard pile, the scored sets, the points, and how many cards lie in the "
            "draw pile and in each hand. Hands and freshly drawn cards are secret. When the match is over, "
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
                "You hold a bell and a plum. You take a bell from the discard pile, then one from a hand: "
                "three bells, 4 points. The plum stays with you, and you take cards until you hold 4 again."
            ),
            _(
                "You have 12 points, two cherries in your hand, and a cherry lies in the discard pile. You "
                "take it: 13 points, you have won, and there is no discarding."
            ),
            _("You have scored 7 and BAR, that is 7 and 5. With 12 points the match goes on; any further set wins it."),
            _(
                "You took a card from Mika's hand, so Mika is safe from you in this turn. Then you draw the "
                "last card of the draw pile. From now on you may take from Mika again."
            ),
            _(
                "Both your cards were taken before your turn. You begin with an empty hand and take four "
                "cards instead of two."
            ),
            _(
                "You hold 7, 7, plum and cherry: no three alike. You discard the plum and the cherry, and "
                "hope that nobody finds your sevens."
            ),
        )
    ),
)

_CREDITS: tuple[Block, ...] = (
    Heading(_("Credits"), "credits"),
    Paragraph(_("Game design: H1R0. Artwork of the printed game: TOM Design.")),
    Paragraph(_("The pictures on this site and the words of this rulebook are our own.")),
)

RULEBOOK: tuple[Block, ...] = (
    *_GOAL,
    *_CARDS,
    *_SETUP,
    *_TURN,
    *_PILE_AND_END,
    *_BY_MAIL,
    *_FAIRNESS,
    *_EXAMPLES,
    *_CREDITS,
)
