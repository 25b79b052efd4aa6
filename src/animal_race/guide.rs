//! The rules in brief, as you would explain them at the table.

use super::animals::Animal;
use super::narrate::place_word;
use super::policy::{
    FirstPlayer, MovementMode, Nap, RaceEnds, SecondBet, StartLine, StreamEffect, TieBreak, TrackTies,
};
use super::ruleset::Ruleset;
use crate::text::{Topic, counted, listed};
use crate::text::{capitalized, from_to, separated, span};

/// The topics, in the order in which a newcomer needs them.
pub(super) fn guide(rules: &Ruleset) -> Vec<Topic> {
    vec![
        aim(rules),
        bets(rules),
        turn(rules),
        race(rules),
        runners(rules),
        track(rules),
        end(rules),
        Topic::new(
            "A championship",
            ["Play several games in a row, usually three, and add up your points. The most points win."
                .into()],
        ),
    ]
}

fn aim(rules: &Ruleset) -> Topic {
    let players = span(rules.players.least, rules.players.most);
    Topic::new(
        "The aim",
        [format!(
            "{} run a race. The animals belong to nobody: {players} players bet on \
             them in secret, and all play cards to make them run. The most points from bets win.",
            capitalized(&listed(rules.animals().iter()))
        )],
    )
}

fn bets(rules: &Ruleset) -> Topic {
    // AR-04
    let players: Vec<u8> = (rules.players.least..=rules.players.most).collect();
    let with = |players: u8| rules.starting_bets.with(players);
    let groups = players.chunk_by(|one, next| with(*one) == with(*next));
    let dealt = groups.map(|group| {
        let bets = counted(with(group[0]), "bet card", "bet cards");
        format!("{bets} with {} players", from_to(group))
    });
    let second = match rules.second_bet {
        SecondBet::FromHand => format!(
            "Then you get {} racing cards. Set one aside face down as another bet on its animal, which may be one \
             that you have already bet on.",
            u16::from(rules.hand) + 1
        ),
        SecondBet::None => String::new(),
    };
    Topic::new(
        "Your bets",
        [
            format!(
                "Each player is dealt {}. Keep yours secret: bets are shown only at the end.",
                listed(dealt)
            ),
            second,
        ],
    )
}

pub(super) fn turn(rules: &Ruleset) -> Topic {
    let (cards, table) = (rules.cards.pack(), rules.table);
    let first = match rules.first_player {
        FirstPlayer::Given => "The players agree who goes first.",
        FirstPlayer::DrawnAfterBets | FirstPlayer::DrawnBeforeDeal => "The first player is drawn by lot.",
    };
    let most = table.placement.min(table.of_one_animal).min(table.cards);
    let placed = if most == 1 { "1 card".to_owned() } else { format!("1 to {most} cards of one animal") };
    Topic::new(
        "Your turn",
        [
            format!(
                "You hold {}. On your turn, place {placed} face up on the table, then draw until you hold {} again. \
                 You may not pass. {first} Play passes to the left.",
                counted(rules.hand, "racing card", "racing cards"),
                rules.hand
            ),
            format!(
                "The table holds at most {} in all, and at most {} of one animal.",
                counted(table.cards, "card", "cards"),
                table.of_one_animal
            ),
            format!(
                "There are {} racing cards: {}.",
                cards.count(),
                listed(rules.animals().iter().map(|animal| format!("{} {animal}", cards.of(animal))))
            ),
        ],
    )
}

pub(super) fn race(rules: &Ruleset) -> Topic {
    let order = match rules.movement.mode {
        MovementMode::ByAnimal => {
            format!("They run one after another: {}.", separated(rules.animals().iter(), ", "))
        }
        MovementMode::ByPlayers => {
            "Each player in turn, from the first player of the round on, chooses an animal that has cards on the \
             table and has not run yet, until all of these have run. An animal without cards stays."
                .to_owned()
        }
    };
    Topic::new(
        "When the animals run",
        [format!(
            "The animals run as soon as {} are on the table, or {} of one animal. {order} Then the cards are \
             discarded. The first-player token passes to the left, and its new holder starts the next round.",
            counted(rules.table.cards, "card", "cards"),
            rules.table.of_one_animal
        )],
    )
}

fn runners(rules: &Ruleset) -> Topic {
    let all = || rules.animals().iter();
    let runs: Vec<String> =
        all().map(|animal| format!("{}.{}", run(rules, animal), power(rules, animal))).collect();
    let items: Vec<String> = match &runs[..] {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => {
            vec![format!("Every animal {first}")]
        }
        _ => all().zip(&runs).map(|(animal, runs)| format!("- The {animal} {runs}")).collect(),
    };
    Topic::new("How each animal runs", items)
}

/// AR-21, AR-25, AR-27: the sentence about an animal's power, with a leading space; empty if it has none.
pub(super) fn power(rules: &Ruleset, animal: Animal) -> String {
    let stops = rules.streams() == StreamEffect::StopTheLamb;
    match animal {
        Animal::Hare => nap(rules),
        Animal::Wolf if rules.cards.howl > 0 => format!(
            " {} of its cards howl: if one of them is on the table, no other animal runs.",
            rules.cards.howl
        ),
        Animal::Lamb if stops => {
            " It stops at the first stream that it reaches, and leaves it the next time it runs.".to_owned()
        }
        _ => String::new(),
    }
}

/// AR-20 to AR-27: how many tiles an animal runs, as a phrase without a subject.
pub(super) fn run(rules: &Ruleset, animal: Animal) -> String {
    // AA-05: where players choose the order, only animals with cards run.
    let fewest = usize::from(rules.movement.mode == MovementMode::ByPlayers);
    let steps: Vec<(usize, u8)> =
        rules.movement.steps[animal].iter().copied().enumerate().skip(fewest).collect();
    if steps.iter().all(|(cards, tiles)| *cards == usize::from(*tiles)) {
        return "runs one tile for each of its cards on the table".to_owned();
    }
    if steps.iter().all(|(cards, tiles)| usize::from(*tiles) == cards + usize::from(*cards > 0)) {
        return "stays without a card, and otherwise runs one tile more than it has cards on the table"
            .to_owned();
    }
    let mut is_running = false;
    let groups = steps.chunk_by(|(_, one), (_, next)| one == next).map(|group| {
        let with = match group {
            [(0, _)] => "without a card".to_owned(),
            [(1, _)] => "with 1 card".to_owned(),
            _ => format!("with {} cards", from_to(group.iter().map(|(cards, _)| cards))),
        };
        let (_, tiles) = group[0];
        let verb = if is_running { "" } else { "runs " };
        is_running = tiles > 0;
        if is_running {
            format!("{verb}{} {with}", counted(tiles, "tile", "tiles"))
        } else {
            format!("stays {with}")
        }
    });
    listed(groups)
}

fn nap(rules: &Ruleset) -> String {
    let leads = match rules.nap() {
        Nap::LeadsTheTrack => "no animal on the track is ahead of it",
        Nap::LeadsTheRace => "no animal at all is ahead of it",
        Nap::Never => return String::new(),
    };
    let cards = counted(rules.movement.nap_cards, "card", "cards");
    format!(" But with {cards} it naps and stays where it is, if it has left the start line and {leads}.")
}

pub(super) fn track(rules: &Ruleset) -> Topic {
    let track = &rules.track;
    let tiles = counted(track.tiles, "tile lies", "tiles lie");
    let mut paragraphs = vec![format!("{tiles} between the start line and the finish line.")];
    if track.streams > 0 {
        let streams = counted(track.streams, "of them shows a stream", "of them show a stream");
        let effect = match rules.streams() {
            StreamEffect::StopTheLamb => "which affects only the lamb",
            StreamEffect::NoEffect => "which has no effect in this game",
        };
        paragraphs.push(format!("{streams}, {effect}. Their places change from game to game."));
    }
    if !track.turbo_tiles.is_empty() {
        paragraphs.push(format!(
            "Tiles {} have turbo tokens, one for each animal. An animal whose run ends on its own token runs {} more.",
            listed(&track.turbo_tiles),
            counted(track.turbo_steps, "tile", "tiles")
        ));
    }
    Topic::new("The track", paragraphs)
}

pub(super) fn end(rules: &Ruleset) -> Topic {
    let end = &rules.end;
    let when = match end.when {
        RaceEnds::ThirdArrivalAtOnce => {
            "The race ends at once when the third animal crosses the finish line."
        }
        RaceEnds::ThirdArrivalAfterPhase => {
            "When the third animal crosses the finish line, the others finish their runs, and the race ends."
        }
        RaceEnds::FirstArrivalAfterPhase => {
            "When the first animal crosses the finish line, the others finish their runs, and the race ends."
        }
    };
    let mut text = format!("{when} Animals rank in the order in which they cross it.");
    if end.points.len() > usize::from(end.when.arrivals_needed()) {
        text += " The next ranks go to the animals nearest to it; animals on one tile share the better rank";
        text += match end.track_ties {
            TrackTies::RanksUsedUp => ", and the rank below is left out.",
            TrackTies::NextRankFollows => ", and the next ones take the rank below.",
        };
        if end.start_line == StartLine::NoRank {
            text += " An animal still on the start line has no rank.";
        }
    }
    let tie = match end.tie_break {
        TieBreak::BestBetThenNext => {
            "whose best bet came in higher is ahead, or else the one whose next best did"
        }
        TieBreak::BestBet => "whose best bet came in higher is ahead",
        TieBreak::DealtBets => "with more points from the dealt bets is ahead",
    };
    Topic::new(
        "The end and the points",
        [
            text,
            format!(
                "Then all bets are shown. Each bet scores by the rank of its animal: {}. Two bets on one animal score \
                 twice. The most points win; among equal points, the player {tie}.",
                points_in_words(rules)
            ),
        ],
    )
}

/// AR-31: the points of a bet by rank: `5 points for the first, 3 for the second`.
pub(super) fn points_in_words(rules: &Ruleset) -> String {
    let points = (1..).zip(&rules.end.points).map(|(rank, points)| {
        let points = if rank == 1 { counted(*points, "point", "points") } else { points.to_string() };
        format!("{points} for the {}", place_word(rank))
    });
    listed(points)
}
