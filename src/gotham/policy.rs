//! The choices that the rulebook leaves open, each declared in one place.

use crate::ruleset::policy;

policy! {
    StartNumbers("GO-09", "the start numbers that are drawn") {
        Highest = "highest": "as many of the highest as there are players",
        Any = "any": "any of the four",
    }
    Drawing("GO-11", "the moment at which players draw") {
        EachBeforePlacing = "each-before-placing": "each immediately before placing",
        AllBeforePlacing = "all-before-placing": "all in the order of acting, and then all place",
    }
    EmptyDeck("GO-12", "the card for an ownerless figure whose deck is empty") {
        Nothing = "nothing": "nothing",
        RecycleFirst = "recycle-first":
            "the cards carried out are recycled first, then its deck gives a card",
    }
    Recycling("GO-14", "the moment at which the cards carried out go under their decks") {
        WhenADeckIsEmpty = "when-a-deck-is-empty": "at the end of a round in which a deck is empty",
        EveryRound = "every-round": "at the end of every round",
    }
    OwnLocation("GO-26", "the effect of a move onto the own location") {
        KeepsLane = "keeps-lane": "the figure stays on its lane",
        OutermostLane = "outermost-lane": "the figure arrives behind the others there",
    }
    OnTheSign("GO-31", "the sign's own space") {
        NotBeyond = "not-beyond": "it is not beyond the sign",
        Beyond = "beyond": "it is beyond the sign, by no space",
    }
    Backwards("GO-33", "the winner among several on one location that crossed backwards") {
        InnerLane = "inner-lane": "the one on the inner lane",
        OuterLane = "outer-lane": "the one on the outer lane",
    }
    EquallyFar("GO-34", "the winner when both sides are equally far beyond") {
        Shared = "shared": "the best of each side share the win",
        ForwardsWins = "forwards-wins": "the one that crossed along the main direction",
        BackwardsWins = "backwards-wins": "the one that crossed against it",
    }
    OwnerlessFurthest("GO-35", "the end when an ownerless figure is furthest") {
        AllLose = "all-lose": "the game ends and nobody wins",
        PassedOver = "passed-over": "the race goes on until a player's figure has crossed",
    }
}
