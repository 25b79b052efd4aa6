//! The choices of rules that a ruleset can make.

use crate::ruleset::policy;

policy! {
    SecondBet("AR-07", "the source of the second bet") {
        FromHand = "from-hand": "one more racing card is dealt, and each player sets one aside in secret",
        None = "none": "there is no second bet",
    }

    Reshuffle("AR-12", "the moment at which the discard is shuffled into a new deck (ruling)") {
        WhenNeeded = "when-needed": "when a card is to be drawn and the deck is empty",
        AtOnce = "at-once": "as soon as the deck is empty",
    }

    FirstPlayer("AR-09", "the first player when the set-up does not name one") {
        Given = "given": "seat 1; the players agree outside the game",
        DrawnAfterBets = "drawn-after-bets": "drawn by lot after the second bets",
        DrawnBeforeDeal = "drawn-before-deal": "drawn by lot before the racing cards are dealt",
    }

    MovementMode("AR-20, AA-05", "the order in which the animals move") {
        ByAnimal = "by-animal": "fixed: hare, tortoise, wolf, fox, lamb",
        ByPlayers = "by-players": "the players choose in turn among the animals with cards on the table",
    }

    Nap(
        "AR-21, AR-22",
        "the condition under which `movement.nap-cards` hare cards let the hare nap where it is (who counts is a ruling)"
    ) {
        LeadsTheTrack = "leads-the-track": "no animal still on the track is ahead of it",
        LeadsTheRace = "leads-the-race": "no animal is ahead of it, those on the podium included",
        Never = "never": "none: it never naps",
    }

    StreamEffect("AR-27, AA-01", "the effect of a stream") {
        StopTheLamb = "stop-the-lamb": "the lamb stops at the first stream that it reaches in a move",
        NoEffect = "no-effect": "none",
    }

    RaceEnds("AR-30, AA-07", "the end of a race") {
        ThirdArrivalAtOnce = "third-arrival-at-once": "at once when the third animal crosses the finish line",
        ThirdArrivalAfterPhase = "third-arrival-after-phase":
            "after the racing phase in which the third animal crosses it",
        FirstArrivalAfterPhase = "first-arrival-after-phase":
            "after the racing phase in which the first animal crosses it",
    }

    AfterLastPhase("AR-29", "the table after the phase that ends a game (ruling)") {
        AsItIs = "as-it-is": "the cards stay on the table and the token with its holder",
        TidyUp = "tidy-up": "the cards are discarded and the token passes, as after every phase",
    }

    TrackTies("AA-08", "the ranks of animals that share a tile (ruling)") {
        RanksUsedUp = "ranks-used-up":
            "they share the better rank and use up the ranks they fill: 1, 2, 2, 4",
        NextRankFollows = "next-rank-follows": "they share the better rank, and the next rank follows: 1, 2, 2, 3",
    }

    StartLine("AA-07", "the ranks of animals that stand on the start line at the end") {
        Ranks = "ranks": "they rank like all others",
        NoRank = "no-rank": "they have no rank",
    }

    TieBreak("AR-32, AR-33", "the order of players with the same points") {
        BestBetThenNext = "best-bet-then-next":
            "by the rank of the best bet, then of the next one; then it is a tie (ruling)",
        BestBet = "best-bet": "by the rank of the best bet; then it is a tie",
        DealtBets = "dealt-bets": "by the points of the dealt bets; then the win is shared",
    }
}

/// The number of arrivals that end a race, if it continues until the third.
pub(super) const THIRD: u8 = 3;

impl RaceEnds {
    /// AR-30, AA-07: the number of arrivals that decide the race.
    #[inline]
    pub(super) fn arrivals_needed(self) -> u8 {
        match self {
            Self::ThirdArrivalAtOnce | Self::ThirdArrivalAfterPhase => THIRD,
            Self::FirstArrivalAfterPhase => 1,
        }
    }
}
