"""The rulebook for players. Its words are ours; the facts are those of the printed game."""

from games.rules.base import gettext_noop as _
from games.rules.rulebook import Block, Heading, Items, Paragraph, Table

_GOAL: tuple[Block, ...] = (
    Paragraph(
        _(
            "Lay your cards up or down as the arrow says, and keep an eye on everybody else: whoever holds the "
            "number that was just laid may pounce on it and take the lead."
        )
    ),
    Paragraph(
        _(
            "For 3 to 9 players aged 6 and up. Around a table a game takes some ten minutes; by mail it lasts "
            "as long as you all like."
        )
    ),
    Heading(_("What you are after"), "goal"),
    Paragraph(
        _(
            "Be the first without cards. The others then pay for what they still hold, and you get it all. A "
            "match has as many games as there are players, so that everybody leads first once; the most points "
            "win it."
        )
    ),
)

_CARDS: tuple[Block, ...] = (
    Heading(_("The cards"), "cards"),
    Paragraph(
        _(
            "There are 90 cards: the numbers 1 to 30 in green, in blue and in yellow, each of them once. "
            "Two kinds stand out:"
        )
    ),
    Table(
        (_("Card"), _("Numbers"), _("What is special about it")),
        (
            (_("Dog"), "1", _("If it is your last card, the win is wonderful.")),
            (_("Shark"), "13-18", _("It attacks the next player, it costs double, and it must not be your last card.")),
        ),
    ),
    Paragraph(
        _(
            "Every card has an arrow. On 1 to 15 it points up, on 16 to 30 it points down. Here each colour also has "
            "a shape: a clover for green, a drop for blue, a sun for yellow."
        )
    ),
)

_SETUP: tuple[Block, ...] = (
    Heading(_("Before the first card"), "setup"),
    Items(
        (
            _("All 90 cards are shuffled, and everybody is dealt 10 of them. With 7 players or more it is 8."),
            _("The rest lies face down as the pile. Beside it is the centre, which is still empty."),
            _("Who leads first is drawn by lot. The next game is led by the next player clockwise, and so on."),
        ),
        numbered=True,
    ),
)

_TURN: tuple[Block, ...] = (
    Heading(_("Your turn"), "turn"),
    Paragraph(_("When it is your turn you do one of these:")),
    Items(
        (
            _("play a card, or several of the same number, onto the centre;"),
            _("draw a card from the pile, and then play it or keep it;"),
            _("say Same One!, if you hold the number that lies on top."),
        )
    ),
    Paragraph(
        _(
            "When the centre is empty, you lead: any card will do. You may draw and pass instead; then "
            "the lead goes on clockwise."
        )
    ),
    Heading(_("What may follow"), "follow", 3),
    Paragraph(
        _(
            "The top card of the centre decides. Your card must have its colour, and a higher number if its arrow "
            "points up, a lower one if it points down."
        )
    ),
    Items(
        (
            _("On green 11 you can play green 12 to 30."),
            _("On yellow 18 you can play yellow 1 to 17."),
            _("On 15 follows 16 to 30, on 16 follows 1 to 15, on 30 follows 1 to 29, and on 1 follows 2 to 30."),
        )
    ),
    Heading(_("Several at once"), "several", 3),
    Paragraph(
        _(
            "With a card that fits you may lay one or two more of the same number. The one that fits goes "
            "underneath, the others on top in any order, and the topmost sets the colour to follow. On a lead "
            "any order is allowed."
        )
    ),
    Heading(_("Drawing and passing"), "drawing", 3),
    Paragraph(
        _(
            "If nothing fits, or you would rather not play, draw the top card of the pile. If it fits you may play "
            "it, alone; or say Same One! with it; or keep it and pass. Nobody passes without having drawn, unless "
            "there is no card to draw. While you decide, nobody else can say Same One!"
        )
    ),
    Paragraph(
        _(
            "When all others have passed in a row after your card, the round is washed away: the centre goes aside, "
            "and you lead."
        )
    ),
)

_SAME_ONE: tuple[Block, ...] = (
    Heading(_("Same One!"), "same-one"),
    Paragraph(
        _(
            "Somebody else has laid a number that you hold in another colour? Then it may be your Same One. Lay that "
            "one card: the round is washed away, and you lead. You need not wait for your turn, and your own turn is "
            "as good a moment as any. With blue 7 on top, the holders of green 7 and yellow 7 may do so."
        )
    ),
    Items(
        (
            _("Only on a card of another player, and only with one card."),
            _("Until the next player plays. While somebody decides about a drawn card it has to wait."),
            _("If it was your last card, you have won the game on the spot."),
        )
    ),
    Heading(_("Shark attack"), "sharks", 3),
    Paragraph(
        _(
            "After a play with a Shark in it the next player misses a turn, without drawing; that counts as a pass. "
            "Several Sharks at once bite only one player. Who was bitten may still say Same One! A Shark laid as "
            "Same One bites nobody."
        )
    ),
    Heading(_("The last card"), "last-card", 3),
    Paragraph(
        _(
            "The play that empties your hand must not be of Sharks, and neither must a last Same One. If a Shark is "
            "all you have, draw: the new card may be played, even if it is a Shark too."
        )
    ),
    Heading(_("When the pile is empty"), "empty-pile", 3),
    Paragraph(
        _("The top card of the centre stays. All other cards that were played are shuffled and become the new pile.")
    ),
)

_SCORING: tuple[Block, ...] = (
    Heading(_("Points"), "scoring"),
    Paragraph(
        _(
            "As soon as a hand is empty the game is over. Each of the others loses 1 point for every card left, "
            "and 2 for every Shark. The winner gets what they lose together."
        )
    ),
    Heading(_("Wonderful!"), "wonderful", 3),
    Paragraph(
        _(
            "Whose last card was a Dog has won wonderfully: each of the others loses 10 points, whatever "
            "they hold, and all of it is yours."
        )
    ),
    Heading(_("The end"), "end", 3),
    Paragraph(_("After as many games as there are players the most points win. Equal points share the win.")),
)

_OPTIONS: tuple[Block, ...] = (
    Heading(_("What a table can choose"), "options"),
    Paragraph(_("The answer that comes first is the usual one.")),
    Items(
        (
            _("What it is about: as many games as players, for points; or one game in which the last one loses."),
            _("Your hand: sorted by number; or as it was dealt, never rearranged, with drawn cards at the end."),
            _(
                "Standing orders that are changed: they count at once for the card that lies open; or only from the "
                "next card on."
            ),
        )
    ),
    Heading(_("The last one loses"), "last-one", 3),
    Paragraph(
        _(
            "Whoever runs out of cards is safe and leaves; the others play on. The last player with cards has lost, "
            "and there are no points. The card of somebody who has left stays in the centre. If all who remain "
            "pass on it, the next player clockwise leads."
        )
    ),
)

_BY_MAIL: tuple[Block, ...] = (
    Heading(_("Playing by mail"), "by-mail"),
    Heading(_("Standing orders instead of quick hands"), "orders", 3),
    Paragraph(
        _(
            "At a table the fastest hand gets the card. By mail that would be whoever is awake, and a pause would "
            "tell who holds the number. So everybody has standing orders: claim, or hold, with exceptions by number. "
            "At the start they claim everything."
        )
    ),
    Paragraph(
        _(
            "When a card is laid, all orders are looked at in the same moment. If one player claims, that is Same One! "
            "If two do, a coin from the seed of the match falls for one of them; the log names both, and the other "
            "keeps the card. If nobody does, nothing is said."
        )
    ),
    Paragraph(
        _(
            "You can change your orders at any time, and only you see them. If the open card can be claimed at that "
            "moment, a change acts at once; if somebody is deciding about a drawn card, it acts when that player has "
            "passed. In your own turn you may also say Same One! by hand, whatever your orders are. Nobody can tell "
            "whether you changed anything, until the match is over and everything is opened."
        )
    ),
    Heading(_("Late turns"), "late", 3),
    Paragraph(
        _(
            "If your time runs out, a bot draws a card for you and passes. It never plays one, unless the rules leave "
            "nothing else. Your standing orders go on."
        )
    ),
    Heading(_("When someone leaves"), "leaving", 3),
    Paragraph(
        _(
            "Whoever resigns is placed last. Their hand goes aside unseen, and they pay nothing more. Once a single "
            "player is left, that player has won."
        )
    ),
    Heading(_("When it goes on for too long"), "endless", 3),
    Paragraph(
        _(
            "Players who only draw and pass could go on for ever. After 100 turns for each player a game is over and "
            "counts for nobody; the next one is dealt. In the game where the last one loses, nobody has lost then."
        )
    ),
    Heading(_("When all agree to stop"), "agreed", 3),
    Paragraph(_("The match ends as it stands, with the points of the games that are over.")),
)

_RULINGS: tuple[Block, ...] = (
    Heading(_("Our rulings"), "rulings"),
    Paragraph(_("The printed rules leave some things open. At this site:")),
    Items(
        (
            _("A mistake costs nothing: what is not allowed is refused. At a table you would draw a card for it."),
            _("You cannot say Same One! on your own card, and nobody can once the game is won."),
            _("A Dog laid as a last Same One is wonderful, too."),
            _("If there is no card to draw, you pass without drawing; when you lead, only if you cannot play."),
            _("A card drawn from the pile before it was shuffled anew is yours all the same."),
            _("With three players, if one is bitten and the other passes, both have passed: the Shark's owner leads."),
            _("Two players are too few: a Shark would always give its owner another lead."),
            _(
                "An order that claims does not claim with a card that you have just drawn and kept, until"
                " another is laid."
            ),
        )
    ),
)

_FAIRNESS: tuple[Block, ...] = (
    Heading(_("Who sees what"), "open"),
    Paragraph(
        _(
            "Open to all are the centre, the points, and how many cards lie in the pile and in each hand. Hands, drawn "
            "cards and standing orders are secret. When the match is over, everything is laid open, and anybody can "
            "work out every deck, every coin and every shuffle again from the seed."
        )
    ),
)

_EXAMPLES: tuple[Block, ...] = (
    Heading(_("Examples"), "examples"),
    Items(
        (
            _(
                "Green 11 lies on top. You play green 12, and blue 12 and yellow 12 onto it. Now yellow "
                "has to follow, higher than 12."
            ),
            _("Mika lays blue 7. You hold yellow 7, and your orders claim: the round is washed away and you lead."),
            _(
                "Keita has no cards left. Hayato holds 3 cards and a Shark and loses 5; Hiroki holds 4 "
                "and two Sharks and loses 8. Keita gets 13."
            ),
            _("You are three, and your last card is a Dog: 20 points for you, minus 10 for each of the others."),
            _("You play green 14, a Shark. Ben misses a turn, Cleo draws and passes: you lead."),
        )
    ),
)

_CREDITS: tuple[Block, ...] = (
    Heading(_("Credits"), "credits"),
    Paragraph(
        _(
            "The printed game is セイムワン！ by ONE DRAW (ワンドロー). Game design: 居椿善久. "
            "Graphic design: 小宮山佳太. Direction: 木皿儀隼一."
        )
    ),
    Paragraph(_("The pictures on this site and the words of this rulebook are our own.")),
)

RULEBOOK: tuple[Block, ...] = (
    *_GOAL,
    *_CARDS,
    *_SETUP,
    *_TURN,
    *_SAME_ONE,
    *_SCORING,
    *_OPTIONS,
    *_BY_MAIL,
    *_RULINGS,
    *_FAIRNESS,
    *_EXAMPLES,
    *_CREDITS,
)
