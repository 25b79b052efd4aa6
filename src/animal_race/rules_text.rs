//! A ruleset's rules in words.

use super::cards::Animal;
use super::ruleset::{
    AfterLastPhase, FirstPlayer, MovementMode, Nap, RaceEnds, Reshuffle, Ruleset, SecondBet, StartLine,
    Streams, TieBreak, TrackTies,
};
use crate::text::{counted, listed};

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
    words.push(if least == most {
        format!("For {most} players.")
    } else {
        format!("For {least} to {most} players.")
    });
    let cards = rules.cards;
    let howls = match cards.howl {
        0 => String::new(),
        howl => format!(" ({howl} more with a howl)"),
    };
    words.push(format!(
        "Racing cards: {} hare, {} tortoise, {} wolf{howls}, {} fox, {} lamb.",
        cards.hare, cards.tortoise, cards.wolf, cards.fox, cards.lamb
    ));
    let track = &rules.track;
    words.push(format!(
        "The track has {} between start line and finish line; {} of them, drawn by lot, show a stream.",
        counted(track.tiles, "tile", "tiles"),
        track.streams
    ));
    if !track.turbo_tiles.is_empty() {
        let tiles: Vec<String> = track.turbo_tiles.iter().map(u8::to_string).collect();
        words.push(format!(
            "Each animal has a turbo token, laid at random on tiles {}: a move that ends on the own token goes on for {}.",
            listed(&tiles),
            counted(track.turbo_steps, "tile", "tiles")
        ));
    }
    let bets: Vec<String> = (least..=most)
        .map(|players| format!("{} with {players} players", rules.starting_bets.with(players)))
        .collect();
    words.push(format!("Starting bets for each player, dealt in secret: {}.", listed(&bets)));
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
            FirstPlayer::Given => "The first player is agreed on: seat 1, or whom the set-up names.",
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
        "In turn place 1 to {} cards of one animal; then draw up to {} cards. No more than {} cards, and {} of one animal, may lie on the table.",
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
    words.push(
        match rules.movement.mode {
            MovementMode::ByAnimal => "The animals move in this order: hare, tortoise, wolf, fox, lamb.",
            MovementMode::ByPlayers => "Beginning with the first player, the players in turn choose an animal that has cards on the table and has not moved.",
        }
        .to_owned(),
    );
    for animal in Animal::ALL {
        let steps: Vec<String> = rules.movement.steps[animal].iter().map(u8::to_string).collect();
        words.push(format!(
            "The {animal} moves {} tiles with 0 to {} of its cards on the table.",
            steps.join(", "),
            rules.table.of_one_animal
        ));
    }
    let nap = match rules.movement.nap {
        Nap::LeadsTheTrack => Some("no animal still on the track is ahead of it"),
        Nap::LeadsTheRace => Some("no animal is ahead of it, those on the podium included"),
        Nap::Never => None,
    };
    if let Some(leads) = nap {
        words.push(format!(
            "With {} hare cards the hare naps where it is when {leads}; not on the start line.",
            rules.movement.nap_cards
        ));
    }
    if rules.cards.howl > 0 {
        words.push("If a howl lies on the table, only the wolf moves.".to_owned());
    }
    if rules.movement.streams == Streams::StopTheLamb {
        words.push("The lamb stops at the first stream that it reaches in a move.".to_owned());
    }
    words.push(
        "After the phase the cards are discarded, and the first-player token passes to the left.".to_owned(),
    );
}

fn end(rules: &Ruleset, words: &mut Vec<String>) {
    let end = &rules.end;
    words.push(
        match end.when {
            RaceEnds::ThirdArrivalAtOnce => "The race is over at once when the third animal crosses the finish line.",
            RaceEnds::ThirdArrivalAfterPhase => "The race is over after the phase in which the third animal crosses the finish line.",
            RaceEnds::FirstArrivalAfterPhase => "The race is over after the phase in which the first animal crosses the finish line; the others rank by their tiles.",
        }
        .to_owned(),
    );
    if end.after_last_phase == AfterLastPhase::TidyUp {
        words.push("After the last phase too the cards are discarded and the token passes.".to_owned());
    }
    if end.when == RaceEnds::FirstArrivalAfterPhase {
        words.push(
            match end.track_ties {
                TrackTies::RanksUsedUp => {
                    "Animals on one tile share the better rank, and the ranks they take up are gone."
                }
                TrackTies::NextRankFollows => {
                    "Animals on one tile share the better rank, and the next rank follows."
                }
            }
            .to_owned(),
        );
        if end.start_line == StartLine::NoRank {
            words.push("Animals on the start line have no rank.".to_owned());
        }
    }
    let points: Vec<String> = end.points.iter().map(u8::to_string).collect();
    words.push(format!(
        "A bet scores by the rank of its animal: {} points from the first rank on. The most points win.",
        listed(&points)
    ));
    words.push(
        match end.tie_break {
            TieBreak::BestBetThenNext => "With equal points, whose best bet ranks higher is ahead, then whose next one does; then it is a tie.",
            TieBreak::BestBet => "With equal points, whose best bet ranks higher is ahead; then it is a tie.",
            TieBreak::DealtBets => "With equal points, who has more points from the dealt bets is ahead; then the win is shared.",
        }
        .to_owned(),
    );
    words.push("Several games in a row add up their points; equal sums are a tie.".to_owned());
}
