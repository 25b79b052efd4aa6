//! The rules of a ruleset, in words.

use super::animals::Animal;
use super::policy::{
    AfterLastPhase, FirstPlayer, MovementMode, Nap, RaceEnds, Reshuffle, SecondBet, StartLine, StreamEffect,
    TieBreak, TrackTies,
};
use super::ruleset::Ruleset;
use crate::text::{counted, listed};
use crate::text::{separated, span};

/// The rules in force, in the order of the rulebook.
pub(super) fn in_words(rules: &Ruleset) -> Vec<String> {
    let mut words = Vec::new();
    set_up(rules, &mut words);
    turns(rules, &mut words);
    movement(rules, &mut words);
    end(rules, &mut words);
    words
}

fn set_up(rules: &Ruleset, words: &mut Vec<String>) {
    let (least, most) = (rules.players.least, rules.players.most);
    words.push(format!("For {} players.", span(least, most)));
    let howls = match rules.cards.howl {
        0 => String::new(),
        howl => format!(" ({howl} of them with a howl)"),
    };
    let cards = rules.animals().iter().map(|animal| {
        let howls = if animal == Animal::Wolf { &howls } else { "" };
        format!("{} {animal}{howls}", rules.cards.pack().of(animal))
    });
    words.push(format!("Racing cards: {}.", separated(cards, ", ")));
    let track = &rules.track;
    let streams = match (track.streams, rules.streams()) {
        (0, _) => "none of them shows a stream".to_owned(),
        (streams, StreamEffect::StopTheLamb) => format!("streams, drawn by lot: {streams}"),
        (streams, StreamEffect::NoEffect) => format!("streams, drawn by lot and without effect: {streams}"),
    };
    words.push(format!(
        "The track has {} between start line and finish line; {streams}.",
        counted(track.tiles, "tile", "tiles"),
    ));
    if !track.turbo_tiles.is_empty() {
        words.push(format!(
            "Each animal has a turbo token, laid at random on tiles {}: a move that ends on the animal's own token \
             continues for {}.",
            listed(&track.turbo_tiles),
            counted(track.turbo_steps, "tile", "tiles")
        ));
    }
    let bets =
        (least..=most).map(|players| format!("{} with {players} players", rules.starting_bets.with(players)));
    words.push(format!("Starting bets for each player, dealt in secret: {}.", listed(bets)));
    words.push(match rules.second_bet {
        SecondBet::FromHand => format!(
            "Each player is dealt {} racing cards and sets one aside in secret as a further bet, which leaves a hand of {}.",
            u16::from(rules.hand) + 1,
            rules.hand
        ),
        SecondBet::None => format!("Each player is dealt {} racing cards; there is no further bet.", rules.hand),
    });
    words.push(
        match rules.first_player {
            FirstPlayer::Given => "The first player is agreed on: seat 1, or the seat that the set-up names.",
            FirstPlayer::DrawnAfterBets => "The first player is drawn by lot after the bets.",
            FirstPlayer::DrawnBeforeDeal => {
                "The first player is drawn by lot before the racing cards are dealt."
            }
        }
        .to_owned(),
    );
}

fn turns(rules: &Ruleset, words: &mut Vec<String>) {
    let table = rules.table;
    words.push(format!(
        "On your turn, place 1 to {} cards of one animal; then refill your hand to {} cards. The table holds at most \
         {} cards, and at most {} of one animal.",
        table.placement, rules.hand, table.cards, table.of_one_animal
    ));
    words.push(
        match rules.reshuffle {
            Reshuffle::WhenNeeded => {
                "When a card is to be drawn and the deck is empty, the discard becomes the deck."
            }
            Reshuffle::AtOnce => "As soon as the deck is empty, the discard becomes the deck.",
        }
        .to_owned(),
    );
    words.push(format!(
        "After a refill, exactly {} cards on the table or {} of one animal start the racing phase.",
        table.cards, table.of_one_animal
    ));
}

fn movement(rules: &Ruleset, words: &mut Vec<String>) {
    let of_one_animal = rules.table.of_one_animal;
    // AA-05: where players choose the order, an animal without cards does not move, whatever its first step is.
    let (order, fewest) = match rules.movement.mode {
        MovementMode::ByAnimal => {
            (format!("The animals move in this order: {}.", separated(rules.animals().iter(), ", ")), 0)
        }
        MovementMode::ByPlayers => (
            "Beginning with the first player, the players in turn choose an animal that has cards on the table and has not moved, until all of these have moved. An animal without cards does not move.".to_owned(),
            1,
        ),
    };
    words.push(order);
    for animal in rules.animals().iter() {
        let steps = rules.movement.steps[animal].iter().skip(fewest.into());
        words.push(format!(
            "The {animal} moves {} tiles with {} of its cards on the table.",
            separated(steps, ", "),
            span(fewest, of_one_animal)
        ));
    }
    if rules.nap() != Nap::Never {
        words.push(format!(
            "With {} the hare naps where it is when {}; not on the start line.",
            counted(rules.movement.nap_cards, "hare card", "hare cards"),
            rules.movement.nap.meaning()
        ));
    }
    if rules.cards.howl > 0 {
        words.push(
            "If a howl is on the table, only the wolf moves; if it has arrived, no animal moves.".to_owned(),
        );
    }
    if rules.streams() == StreamEffect::StopTheLamb {
        words.push(
            "The lamb stops at the first stream that it reaches in a move; a stream on which it starts does not \
             stop it."
                .to_owned(),
        );
    }
    let last = match rules.end.after_last_phase {
        AfterLastPhase::AsItIs => "not after the phase that ends a game",
        AfterLastPhase::TidyUp => "also after the phase that ends a game",
    };
    words.push(format!(
        "After the phase the cards are discarded, and the first-player token passes to the left; {last}."
    ));
}

fn end(rules: &Ruleset, words: &mut Vec<String>) {
    let end = &rules.end;
    let when = match end.when {
        RaceEnds::ThirdArrivalAtOnce => "at once when the third animal crosses",
        RaceEnds::ThirdArrivalAfterPhase => "after the phase in which the third animal crosses",
        RaceEnds::FirstArrivalAfterPhase => "after the phase in which the first animal crosses",
    };
    words.push(format!("The race is over {when} the finish line."));
    // AA-07: if more ranks score than animals arrive, animals on the track can have a rank.
    if end.points.len() > usize::from(end.when.arrivals_needed()) {
        rank_on_track(rules, words);
    }
    words.push(format!(
        "A bet scores by the rank of its animal, from the first rank on: {} points; further ranks score nothing. The most points win.",
        listed(&end.points)
    ));
    words.push(
        match end.tie_break {
            TieBreak::BestBetThenNext => "With equal points the player whose best bet ranks higher is ahead, then the one whose next bet does; then it is a tie.",
            TieBreak::BestBet => "With equal points the player whose best bet ranks higher is ahead; then it is a tie.",
            TieBreak::DealtBets => "With equal points the player with more points from the dealt bets is ahead; then the win is shared.",
        }
        .to_owned(),
    );
    words.push("Several games in a row add up their points; equal sums are a tie.".to_owned());
}

/// AA-07, AA-08: the ranks of animals that have not arrived.
fn rank_on_track(rules: &Ruleset, words: &mut Vec<String>) {
    words.push("Animals still on the track then rank behind these, by their tiles.".to_owned());
    words.push(
        match rules.end.track_ties {
            TrackTies::RanksUsedUp => {
                "Animals on one tile share the better rank and use up the ranks they fill."
            }
            TrackTies::NextRankFollows => {
                "Animals on one tile share the better rank, and the next rank follows."
            }
        }
        .to_owned(),
    );
    words.push(
        match rules.end.start_line {
            StartLine::Ranks => "Animals on the start line rank like all others.",
            StartLine::NoRank => "Animals on the start line have no rank.",
        }
        .to_owned(),
    );
}
