//! Happenings in words.

use super::animals::Animal;
use super::bets::Bets;
use super::cards::{Card, Cards};
use super::game::AnimalRace;
use super::happening::Happening;
use super::policy::RaceEnds;
use crate::common::seat::{Seat, SeatList};
use crate::common::standings::{Ending, Standings};
use crate::text::{Names, capitalized, counted, listed, separated};

/// The visible cards that one seat draws at the beginning of `happenings`, and the number of these happenings.
pub(super) fn drawn_in_a_row(happenings: &[Happening]) -> (Seat, Cards, usize) {
    let mut drawn = Cards::NONE;
    let mut drawer = Seat::FIRST;
    let mut count = 0;
    for happening in happenings {
        match happening {
            Happening::Draws { seat, card: Some(card) } if count == 0 || *seat == drawer => {
                drawer = *seat;
                drawn[*card] += 1;
                count += 1;
            }
            _ => break,
        }
    }
    (drawer, drawn, count)
}

/// Bets in words: `hare and fox, and wolf from the hand`.
pub(super) fn bets_in_words(bets: Bets) -> String {
    let dealt = listed(bets.dealt.iter());
    match (bets.dealt.is_empty(), bets.chosen) {
        (_, None) => dealt,
        (true, Some(card)) => card.animal().to_string(),
        (false, Some(card)) => format!("{dealt}, and {} from the hand", card.animal()),
    }
}

const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// A place as a word: `first`; the numbers are those of [`crate::text::ordinal`].
pub(super) fn place_word(place: u8) -> &'static str {
    ORDINALS.get(usize::from(place).wrapping_sub(1)).copied().unwrap_or("last")
}

impl AnimalRace {
    /// Describes a happening in one sentence; `None` if it needs no sentence.
    pub(super) fn sentence(&self, happening: &Happening, names: &Names) -> Option<String> {
        let finish = self.finish();
        let tile = |tile: u8| match tile {
            0 => "the start line".to_owned(),
            tile if tile >= finish => "the finish line".to_owned(),
            tile => format!("tile {tile}"),
        };
        Some(match happening {
            Happening::GameBegins { game } => format!("Game {game} begins."),
            Happening::DrawsBet { animal: None, .. }
            | Happening::TurnBegins { .. }
            | Happening::TurnEnds { .. } => {
                return None;
            }
            Happening::DrawsBet { seat, animal: Some(animal) } => {
                format!("{} a starting bet on the {animal}.", names.does(*seat, "are dealt", "is dealt"))
            }
            Happening::StreamAppears { tile } => format!("Tile {tile} shows a stream."),
            Happening::TurboAppears { animal, tile } => {
                format!("The {animal}'s turbo token lies on tile {tile}.")
            }
            Happening::Draws { seat, card: Some(card) } => {
                format!("{} 1 {card}.", names.does(*seat, "draw", "draws"))
            }
            Happening::Draws { card: None, .. } => return None,
            Happening::SetsAside { seat, card: Some(card) } => {
                format!("{} a {card} card aside as the second bet.", names.does(*seat, "set", "sets"))
            }
            Happening::SetsAside { seat, card: None } => {
                format!("{} a second bet aside.", names.does(*seat, "set", "sets"))
            }
            Happening::GoesFirst { seat } => format!("{} first.", names.does(*seat, "play", "plays")),
            Happening::Places { seat, cards } => {
                format!("{} {}.", names.does(*seat, "place", "places"), cards.cards())
            }
            Happening::Reshuffles { deck } => format!("The discard is shuffled into a new deck: {deck}."),
            Happening::RacingBegins { table, howl } => {
                let howled = if *howl { " The wolf howls, and no other animal dares to move." } else { "" };
                format!("The animals run with the cards on the table: {table}.{howled}")
            }
            Happening::Chooses { seat, animal } => {
                format!("{} the {animal}.", names.does(*seat, "choose", "chooses"))
            }
            Happening::Naps { tile: at } => format!("The hare takes a nap on {}.", tile(*at)),
            Happening::Moves { animal, to, stream: Some(_), .. } => {
                format!("The {animal} stops to drink on {}.", tile(*to))
            }
            Happening::Moves { animal, from, to, stream: None } => {
                let moved = counted(to.saturating_sub(*from), "tile", "tiles");
                format!("The {animal} runs {moved} to {}.", tile(*to))
            }
            Happening::FindsTurbo { animal } => format!("The {animal} finds its turbo token."),
            Happening::Arrives { animal, place } => self.arrival(*animal, *place),
            Happening::RoundEnds { first } => {
                format!("The round is over. {} the first-player token.", names.does(*first, "hold", "holds"))
            }
            Happening::GameEnds { bets, points, .. } => bets_revealed(bets, points, names),
            Happening::Ends { standings } => result(standings, names),
        })
    }
}

impl AnimalRace {
    /// An arrival. AR-30: after the last one, animals that have not run yet do not run any more.
    fn arrival(&self, animal: Animal, place: u8) -> String {
        let when = self.ruleset.end.when;
        let is_last = when == RaceEnds::ThirdArrivalAtOnce && place == when.arrivals_needed();
        let ends = if is_last { ": the race ends at once" } else { "" };
        format!("The {animal} crosses the finish line as the {}{ends}.", place_word(place))
    }
}

fn bets_revealed(bets: &SeatList<Bets, 5>, points: &SeatList<u16, 5>, names: &Names) -> String {
    let had = (0..).zip(bets.iter().zip(points)).filter_map(|(number, (bets, points))| {
        let animals = bets.dealt.iter().chain(bets.chosen.map(Card::animal));
        Some(format!("{} on {}, {points}", names.of(Seat::new(number)?), listed(animals)))
    });
    format!("The bets and their points: {}.", separated(had, "; "))
}

fn result(standings: &Standings, names: &Names) -> String {
    let leaders: Vec<Seat> = standings.leaders().collect();
    let score = leaders.first().map_or(0, |seat| standings.rows[*seat].score);
    let with = format!("with {}", counted(score, "point", "points"));
    let who = || capitalized(&listed(leaders.iter().map(|seat| names.of(*seat))));
    match (standings.ending, leaders.first()) {
        (Ending::Won, Some(seat)) => format!("{} {with}.", names.does(*seat, "win", "wins")),
        (Ending::Shared, _) => format!("{} share the win {with}.", who()),
        (Ending::Tie, _) => format!("{} tie for first place {with}: play again!", who()),
        _ => "The race is not over.".to_owned(),
    }
}
