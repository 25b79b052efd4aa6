//! The choices that a ruleset makes, each an enum whose words are those of the file.

use serde::{Deserialize, Serialize};

use crate::ruleset::Choice;

/// Declares an enum of choices: the word in files and the meaning stand once, beside each other.
macro_rules! policy {
    ($(#[doc = $doc:expr])+ $name:ident { $($variant:ident = $word:literal: $meaning:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`: ", $meaning, ".")]
                #[serde(rename = $word)]
                $variant,
            )+
        }

        impl $name {
            /// Every choice.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Every choice with its word and its meaning, in the same order.
            pub const CHOICES: &'static [Choice] = &[$(Choice { word: $word, meaning: $meaning }),+];

            /// Its word in files.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// What it means: a short clause without its final point.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning),+ }
            }
        }
    };
}

policy! {
    /// Whose lettuces they are where a player has several runners (HT-04).
    LettuceOwner {
        Runner = "runner": "each runner has lettuces of its own",
        Player = "player": "a player's runners share one pool",
    }
}

policy! {
    /// Which of a player's runners need an empty pool to finish (HT-04).
    PoolEmptyFor {
        EveryFinish = "every-finish": "the pool must be empty for every runner that finishes",
        LastFinish = "last-finish": "the pool must be empty only when the player's last runner finishes",
    }
}

policy! {
    /// Which of its runners a player moves (HT-04).
    RunnerChoice {
        Alternate = "alternate": "the runners move in turn, and the player chooses which of them begins",
        Free = "free": "the player chooses the runner in every turn",
    }
}

policy! {
    /// Number-4 squares when three play (HT-06).
    FoursWithThree {
        Closed = "closed": "nobody may stand on a number-4 square",
        WithoutPay = "without-pay": "number-4 squares are open but pay nothing",
        Open = "open": "number-4 squares are as any other",
    }
}

policy! {
    /// In which order the players move (HT-07, HP-02).
    TurnOrder {
        Clockwise = "clockwise": "a round is one turn of each player, clockwise",
        PostalRounds = "postal-rounds":
            "a round is one turn of each player and a second one of its first mover; the next player begins the next round",
    }
}

policy! {
    /// Whom a missed turn binds (HT-32).
    MissBinds {
        Runner = "runner": "the runner's own next turn is skipped",
        Player = "player": "the player's whole next turn is skipped",
    }
}

policy! {
    /// Which runners without a legal action go back to Start (HT-27).
    StuckTrigger {
        Any = "any": "any runner without a legal action",
        WithoutCarrots = "without-carrots": "only those whose player has no carrots; the others stay",
    }
}

policy! {
    /// What follows on going back to Start (HT-27).
    BackAtStart {
        EndsTurn = "ends-turn": "the turn is over",
        MovesOff = "moves-off": "the runner moves off in the same turn, if it can",
    }
}

policy! {
    /// How many carrots may be left at the finish (HT-28, HP-03).
    FinishLimit {
        Flat = "flat": "the same number for all",
        ByPlace = "by-place": "that number for the first runner home, twice as many for the second, and so on",
    }
}

policy! {
    /// Which runners the carrot limit binds (HT-05).
    LimitBinds {
        EveryRunner = "every-runner": "every runner that finishes",
        LastRunner = "last-runner": "only the last of a player's runners",
    }
}

policy! {
    /// When the race ends (HT-29).
    RaceEnds {
        AllButOne = "all-but-one": "when all players but one are home",
        FirstHome = "first-home": "when the first player is home",
    }
}

policy! {
    /// How a hare square works (HT-30, HP-07).
    Mechanism {
        Chart = "chart": "one of six cards, shuffled before each draw; a chart gives the effect by card and position",
        Table = "table": "a die is added to the position, and a table gives the effect of the sum",
        Pack = "pack": "a pack of cards with an effect each, shuffled once; the drawn card goes under it",
        Passing = "passing":
            "nothing on landing; in its next turn the runner draws 10, or pays 10 for each player that has passed it",
    }
}

policy! {
    /// A runner that an effect puts on a hare square (HT-31).
    PutOnHare {
        JugsAgain = "jugs-again": "it jugs again",
        Nothing = "nothing": "nothing happens there",
    }
}

policy! {
    /// What the player of a chewed carrot may choose (HT-33).
    ChewCarrot {
        DrawOrPay = "draw-or-pay": "draw 10 or pay 10",
        OrNeither = "or-neither": "draw 10, pay 10, or neither",
    }
}

policy! {
    /// Sent to a carrot square when the nearest one is taken (HT-34).
    TakenCarrotSquare {
        NextVacant = "next-vacant": "the runner goes on to the next vacant one",
        Nothing = "nothing": "the runner stays where it is",
    }
}

policy! {
    /// Dropping back when only Start is left behind (HT-35).
    DropBackToStart {
        Goes = "goes": "the runner goes to Start",
        Stays = "stays": "the runner stays where it is",
    }
}

policy! {
    /// Moving up when only the finish is left ahead (HT-36).
    MoveUpToFinish {
        IfItMay = "if-it-may": "the runner finishes if it may as it stands",
        Never = "never": "the runner stays where it is",
    }
}

policy! {
    /// When a lettuce is chewed that a jug gives (HT-37).
    JuggedLettuce {
        AtOnce = "at-once": "one lettuce goes and its carrots are drawn at once",
        AsIfJustArrived = "as-if-just-arrived":
            "as on a lettuce square just reached: it chews in its next turn and leaves in the turn after",
    }
}

policy! {
    /// A jug that says to chew a lettuce, for a runner without one (HT-37).
    WithoutLettuces {
        MissATurn = "miss-a-turn": "it misses a turn",
        Nothing = "nothing": "nothing happens",
    }
}

policy! {
    /// Whether another move must be taken (HT-39).
    AnotherMove {
        MayStay = "may-stay": "the runner may stay instead",
        MustAct = "must-act": "the runner must move if it can",
    }
}

policy! {
    /// Another move for a runner that has no move (HT-39).
    AnotherMoveStuck {
        Stays = "stays": "it stays",
        BackToStart = "back-to-start": "it is treated as a runner without a legal action in a turn",
    }
}

policy! {
    /// Giving 10 to each with too few carrots (the 2008 pack).
    TooFewToGive {
        Fewer = "fewer": "5 to each, or else 1 to each, or else nothing",
        Nothing = "nothing": "nothing is given",
    }
}

policy! {
    /// Paying for having been passed with too few carrots (the olympiad rule).
    TooFewToPay {
        PaysAll = "pays-all": "the player pays what it has",
        PaysNothing = "pays-nothing": "the player pays nothing",
    }
}

policy! {
    /// What an order sheet without a fitting order means on a carrot square (HP-05).
    EmptyOrder {
        StayAndDraw = "stay-and-draw": "stay and draw 10",
        Forward = "forward": "move to the next available square, or else back to the tortoise",
    }
}

policy! {
    /// The others' carrots on a person's screen (HT-08, HP-10).
    OthersCarrots {
        Hidden = "hidden": "a player's screen hides the others' carrots",
        Open = "open": "everybody's carrots are shown",
    }
}

policy! {
    /// What a jugged hare does (HT-32 to HT-39, and the cards of the later packs).
    Effect {
        MissATurn = "miss-a-turn": "miss a turn",
        ChewACarrot = "chew-a-carrot": "chew a carrot",
        BackToACarrotSquare = "back-to-a-carrot-square": "back to a carrot square",
        ForwardToACarrotSquare = "forward-to-a-carrot-square": "forward to a carrot square",
        DropBack = "drop-back": "drop back one position",
        MoveUp = "move-up": "move up one position",
        ChewALettuce = "chew-a-lettuce": "chew a lettuce",
        LastTurnFree = "last-turn-free": "last turn free",
        AnotherMove = "another-move": "take another move",
        MissOrMove = "miss-or-move": "more runners behind than in front: miss a turn, else take another move",
        CarrotsBecome = "carrots-become": "the carrots become a fixed number",
        DrawForLettuces = "draw-for-lettuces": "draw 10 for each lettuce still held; with none, miss a turn",
        ShowCarrots = "show-carrots": "show your carrots",
        GiveToThoseBehind = "give-to-those-behind": "give 10 to each player with a runner behind",
        LoseHalf = "lose-half": "lose half your carrots, and keep an odd one",
        ShuffleAndCollect = "shuffle-and-collect": "shuffle the pack and get a carrot from each racing player",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_effect_is_written_as_its_word() {
        for effect in Effect::ALL {
            let json = serde_json::to_string(effect).expect("a word");
            assert_eq!(json.trim_matches('"'), effect.word());
        }
    }
}
