//! The metrics of the animal race, in addition to those of all games.

use super::action::Action;
use super::animals::{ANIMALS, Animal};
use super::bets::Bets;
use super::cards::Card;
use super::game::AnimalRace;
use super::happening::Happening;
use super::policy::SecondBet;
use super::state::{Phase, State};
use crate::arena::{Element, Measured, Metric, compare_seats};
use crate::common::seat::{SeatMap, Seats};

/// The index of the first metric of each group.
const PHASES: usize = 0;
const HOWLS: usize = 1;
const NAPS: usize = 2;
const STREAM_STOPS: usize = 3;
const TURBOS: usize = 4;
const CARDS: usize = 5;
const DEALT_POINTS: usize = 6;
const CHOSEN_POINTS: usize = 7;
const PODIUM: usize = 8;
const FIRST: usize = PODIUM + ANIMALS;
const METRICS: usize = FIRST + ANIMALS;

impl Measured for AnimalRace {
    fn metrics() -> Vec<Metric> {
        let mut metrics = vec![
            Metric::number("racing-phases", "the number of racing phases: `racing-begins`").said("the animals run {} [times]", "between two runs the players place their cards"),
            Metric::number(
                "howls",
                "racing phases in which a howl lets only the wolf move: `racing-begins` with `howl`",
            ).said("the wolf howls in {} [racing phases]", "the others stand still then"),
            Metric::number(
                "naps",
                "the number of naps: `naps`; the hare stays where it is in a racing phase",
            ).said("the hare naps {} [times]", "it is the risk of betting on the hare"),
            Metric::number(
                "stream-stops",
                "moves that end at a stream before all steps are made: `moves` with a `stream`",
            ).said("{} [moves] end at a stream", "it is what streams cost"),
            Metric::number("turbos", "moves that a turbo token extends: `finds-turbo`").said("{} [moves] find a turbo token", "it is what turbo tokens give"),
            Metric::number(
                "cards-placed",
                "racing cards laid on the table by all seats: the cards of all `places`",
            ).said("the players lay {} [cards]", "it is how much they steer the race"),
            Metric::number(
                "points-of-dealt-bets",
                "the points of all seats' starting bets, by the final ranks; in a championship only those of the \
                 last game",
            ).said("the starting bets bring {} [points] to all players together", "they are luck, for nobody chose them"),
            Metric::number(
                "points-of-chosen-bets",
                "the points of all seats' second bets, by the final ranks; in a championship only those of the last \
                 game",
            ).said("the second bets bring {} [points] to all players together", "they reward who foresees the race"),
        ];
        let of_each = |name: &'static str, about: &'static str, place: &'static str| {
            Animal::ALL.map(|animal| {
                Metric::share(format!("{name}-{animal}"), about.replace("ANIMAL", &animal.to_string())).said(
                    format!("the {animal} comes {place} in {{}} of the races"),
                    "animals with equal chances make bets hard to guess",
                )
            })
        };
        metrics.extend(of_each(
            "podium",
            "1 if the ANIMAL `arrives` in place 1 to 3, else 0; in a championship the share of its games",
            "among the first three",
        ));
        metrics.extend(of_each(
            "first",
            "1 if the ANIMAL `arrives` in place 1, else 0; in a championship the share of its games",
            "first",
        ));
        metrics
    }

    const CURVES: &'static [&'static str] = &["cards in the pile"];

    fn curves(&self, state: &State, into: &mut [f64]) {
        if let [pile] = into {
            *pile = f64::from(state.deck.count());
        }
    }

    #[inline]
    fn is_move(&self, happening: &Happening) -> bool {
        use Happening as H;
        matches!(happening, H::Moves { .. } | H::Arrives { .. } | H::GameBegins { .. })
    }

    #[inline]
    fn count(&self, happening: &Happening, totals: &mut [f64]) {
        let totals: &mut [f64; METRICS] = totals.try_into().expect("one total for each metric");
        match happening {
            Happening::RacingBegins { howl, .. } => {
                totals[PHASES] += 1.0;
                totals[HOWLS] += f64::from(*howl);
            }
            Happening::Naps { .. } => totals[NAPS] += 1.0,
            Happening::Moves { stream: Some(_), .. } => totals[STREAM_STOPS] += 1.0,
            Happening::FindsTurbo { .. } => totals[TURBOS] += 1.0,
            Happening::Places { cards, .. } => totals[CARDS] += f64::from(cards.count()),
            Happening::Arrives { animal, place } if *place <= 3 => count_arrival(*animal, *place, totals),
            _ => {}
        }
    }

    const ELEMENTS: &'static [Element] = &[
        Element { name: "hare", meaning: "placing hare cards" },
        Element { name: "tortoise", meaning: "placing tortoise cards" },
        Element { name: "wolf", meaning: "placing wolf cards, with a howl or without" },
        Element { name: "fox", meaning: "placing fox cards" },
        Element { name: "lamb", meaning: "placing lamb cards" },
        Element { name: "howl", meaning: "placing a wolf card with a howl" },
        Element { name: "several-cards", meaning: "placing more than one card in a turn" },
    ];

    fn uses(&self, action: Action, element: usize) -> bool {
        let Action::Place(placement) = action else { return false };
        match element {
            0..ANIMALS => placement.animal.index() == element,
            5 => placement.howls > 0,
            6 => placement.count() > 1,
            _ => false,
        }
    }

    const INDICATORS: &'static [&'static str] = &[
        "starting-bets-on-hare",
        "starting-bets-on-tortoise",
        "starting-bets-on-wolf",
        "starting-bets-on-fox",
        "cards-for-own-bets",
        "howls-in-hand",
    ];

    /// Indicates the likely winner. Starting bets predict most, because the animals are not equally fast. Cards in
    /// the hand for an animal that the seat has bet on count more, the further that animal has come.
    fn indicate(&self, state: &State, into: &mut [SeatMap<f64>]) {
        let [hare, tortoise, wolf, fox, cards, howls] = &mut *into else { return };
        for seat in state.seats.iter() {
            let (bets, hand) = (state.bets[seat], state.hands[seat]);
            // AR-04: the lamb needs no indicator; it is the bet of seats that have none of these.
            for (animal, bet) in Animal::ALL.into_iter().zip([&mut *hare, tortoise, wolf, fox]) {
                bet[seat] = f64::from(bets.dealt.contains(animal));
            }
            let racing = bets.animals().filter(|animal| state.races(*animal));
            cards[seat] = racing
                .map(|animal| f64::from(hand[animal.card()]) * f64::from(state.at[animal.index()]))
                .sum();
            howls[seat] = f64::from(hand[Card::Howl]);
        }
        for values in into {
            compare_seats(values, state.seats);
        }
    }

    /// Streams, turbo tokens and the first player change no indicator.
    fn is_indicative(&self, state: &State) -> bool {
        matches!(state.phase, Phase::StartingBet(_) | Phase::Deal(_) | Phase::Refill(_))
    }

    /// Without a second bet to choose, the animals are about equally fast, so little can be predicted.
    fn measures_luck(&self, _seats: Seats) -> bool {
        self.ruleset.second_bet == SecondBet::FromHand
    }

    fn sum_up(&self, last: &State, totals: &mut [f64]) {
        let games = f64::from(last.games);
        totals[PODIUM..].iter_mut().for_each(|arrivals| *arrivals /= games);
        let points = self.points(&self.ranks(last.at, last.podium));
        for seat in last.seats.iter() {
            let bets = last.bets[seat];
            let dealt = Bets { chosen: None, ..bets }.points(&points);
            totals[DEALT_POINTS] += f64::from(dealt);
            totals[CHOSEN_POINTS] += f64::from(bets.points(&points) - dealt);
        }
    }
}

// A function of its own, so that little of it remains inline where other happenings are counted.
#[inline(never)]
fn count_arrival(animal: Animal, place: u8, totals: &mut [f64; METRICS]) {
    totals[PODIUM + animal.index()] += 1.0;
    totals[FIRST + animal.index()] += f64::from(place == 1);
}
