//! The choices that a ruleset makes, each an enum whose values are written as in the file.

use crate::ruleset::policy;

policy! {
    LettuceOwner("HT-04", "the owner of lettuces where a player has several runners") {
        Runner = "runner": "each runner has lettuces of its own",
        Player = "player": "a player's runners share one pool",
    }

    PoolEmptyFor("HT-04", "the runners that need an empty pool to finish") {
        EveryFinish = "every-finish": "the pool must be empty for every runner that finishes",
        LastFinish = "last-finish": "the pool must be empty only when the player's last runner finishes",
    }

    RunnerChoice("HT-04", "the choice of the runner where a player has several") {
        Alternate = "alternate": "the runners move in turn, and the player chooses which of them begins",
        Free = "free": "the player chooses the runner in every turn",
    }

    FoursWithThree("HT-06", "number-4 squares when three play") {
        Closed = "closed": "nobody may stand on a number-4 square",
        WithoutPay = "without-pay": "number-4 squares are open but pay nothing",
        Open = "open": "number-4 squares are as any other",
    }

    TurnOrder("HT-07, HP-02", "the order in which the players move") {
        Clockwise = "clockwise": "a round is one turn of each player, clockwise",
        PostalRounds = "postal-rounds":
            "a round is one turn of each player and a second one of its first mover; the next player begins the next round",
    }

    MissBinds("HT-32", "the reach of a missed turn") {
        Runner = "runner": "the runner's own next turn is skipped",
        Player = "player": "the player's whole next turn is skipped",
    }

    StuckTrigger("HT-27", "the runners that go back to Start for want of a legal action") {
        Any = "any": "any runner without a legal action",
        WithoutCarrots = "without-carrots": "only those whose player has no carrots; the others stay",
    }

    BackAtStart("HT-27", "the rest of the turn after going back to Start") {
        EndsTurn = "ends-turn": "the turn is over",
        MovesOff = "moves-off": "the runner moves off in the same turn, if it can",
    }

    FinishLimit("HT-28, HP-03", "the growth of the carrot limit at the finish") {
        Flat = "flat": "the same number for all",
        ByPlace = "by-place": "that number for the first runner home, twice as many for the second, and so on",
    }

    LimitBinds("HT-05", "the runners that the carrot limit binds") {
        EveryRunner = "every-runner": "every runner that finishes",
        LastRunner = "last-runner": "only the last of a player's runners",
    }

    RaceEnds("HT-29", "the end of the race") {
        AllButOne = "all-but-one": "when all players but one are home",
        FirstHome = "first-home": "when the first player is home",
    }

    Mechanism("HT-30, HP-07", "the working of a hare square") {
        Chart = "chart": "one of six cards, shuffled before each draw; a chart gives the effect by card and position",
        Table = "table": "a die is added to the position, and a table gives the effect of the sum",
        Pack = "pack": "a pack of cards with an effect each, shuffled once; the drawn card goes under it",
        Passing = "passing":
            "nothing on landing; in its next turn the runner draws 10, or pays 10 for each player that has passed it",
    }

    PutOnHare("HT-31", "a runner that an effect puts on a hare square") {
        JugsAgain = "jugs-again": "it jugs again",
        Nothing = "nothing": "nothing happens there",
    }

    ChewCarrot("HT-33", "the options of a player who chews a carrot") {
        DrawOrPay = "draw-or-pay": "draw 10 or pay 10",
        OrNeither = "or-neither": "draw 10, pay 10, or neither",
    }

    TakenCarrotSquare("HT-34", "a runner sent to a carrot square when the nearest is taken") {
        NextVacant = "next-vacant": "the runner goes on to the next vacant one",
        Nothing = "nothing": "the runner stays where it is",
    }

    DropBackToStart("HT-35", "dropping back when only Start is left behind") {
        Goes = "goes": "the runner goes to Start",
        Stays = "stays": "the runner stays where it is",
    }

    MoveUpToFinish("HT-36", "moving up when only the finish is left ahead") {
        IfItMay = "if-it-may": "the runner finishes if it may as it stands",
        Never = "never": "the runner stays where it is",
    }

    JuggedLettuce("HT-37", "the time at which a runner chews a lettuce by a jug") {
        AtOnce = "at-once": "one lettuce goes and its carrots are drawn at once",
        AsIfJustArrived = "as-if-just-arrived":
            "as on a lettuce square just reached: it chews in its next turn and leaves in the turn after",
    }

    WithoutLettuces("HT-37", "the jug that says to chew a lettuce, for a runner without lettuces") {
        MissATurn = "miss-a-turn": "it misses a turn",
        Nothing = "nothing": "nothing happens",
    }

    AnotherMove("HT-39", "the duty to take another move") {
        MayStay = "may-stay": "the runner may stay instead",
        MustAct = "must-act": "the runner must move if it can",
    }

    AnotherMoveStuck("HT-39", "another move for a runner without a move") {
        Stays = "stays": "it stays",
        BackToStart = "back-to-start": "it is treated as a runner without a legal action in a turn",
    }

    TooFewToGive("2008 pack", "giving 10 to each with too few carrots") {
        Fewer = "fewer": "5 to each, or else 1 to each, or else nothing",
        Nothing = "nothing": "nothing is given",
    }

    TooFewToPay("olympiad rule", "paying for having been passed with too few carrots") {
        PaysAll = "pays-all": "the player pays what it has",
        PaysNothing = "pays-nothing": "the player pays nothing",
    }

    EmptyOrder("HP-05", "an empty order on a carrot square") {
        StayAndDraw = "stay-and-draw": "stay and draw 10",
        Forward = "forward": "move to the next available square, or else back to the tortoise",
    }

    OthersCarrots("HT-08, HP-10", "the others' carrots on a person's screen") {
        Hidden = "hidden": "a player's screen hides the others' carrots",
        Open = "open": "everybody's carrots are shown",
    }

    Effect("HT-32 to HT-39", "the effect of a jugged hare") {
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
