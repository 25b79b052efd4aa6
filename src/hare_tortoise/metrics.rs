//! The game's own metrics.

use super::action::Action;
use super::board::SquareKind;
use super::bots::Guide;
use super::game::HareTortoise;
use super::happening::{Happening, Source, Way};
use super::policy::{Effect, Mechanism};
use super::state::State;
use crate::arena::{Element, Measured, Metric, compare_seats};
use crate::bot::Guidance as _;
use crate::common::seat::{SeatMap, Seats};

const JUGS: usize = 0;
const LETTUCES: usize = 1;
const LETTUCES_JUGGED: usize = 2;
const LETTUCES_LEADING: usize = 3;
/// The index of the first of three metrics, one for each third of the track.
const LETTUCES_BY_THIRD: usize = 4;
const RETURNS: usize = 7;
const SKIPPED: usize = 8;
const WINNERS_CARROTS: usize = 9;
const CARROTS_PAID: usize = 10;
const DRAWN: usize = 11;
/// For each source of carrots, the name and meaning of its metric, and how players get them.
const SOURCES: [(Source, &str, &str, &str); 5] = [
    (
        Source::NumberSquare,
        "carrots-from-number-squares",
        "carrots drawn at the start of a turn on a square whose number is the place in the race: `draws` from `number-square`",
        "on number squares",
    ),
    (
        Source::Tortoise,
        "carrots-from-tortoises",
        "carrots drawn for going back to a tortoise: `draws` from `tortoise`",
        "for going back to tortoises",
    ),
    (
        Source::CarrotSquare,
        "carrots-from-carrot-squares",
        "carrots drawn for staying on a carrot square: `draws` from `carrot-square`",
        "for staying on carrot squares",
    ),
    (
        Source::Lettuce,
        "carrots-from-lettuces",
        "carrots drawn for chewing a lettuce, on its square or by a jug: `draws` from `lettuce`",
        "for chewing lettuces",
    ),
    (
        Source::Hare,
        "carrots-from-hares",
        "carrots drawn on hare squares, by a jug or because nobody has passed the runner there: `draws` from `hare`",
        "on hare squares",
    ),
];
const EFFECTS: usize = DRAWN + SOURCES.len();
/// The last square of each third of the track.
const THIRDS: [u8; 3] = [21, 42, u8::MAX];

impl Measured for HareTortoise {
    fn metrics() -> Vec<Metric> {
        let mut metrics = vec![
            Metric::number(
                "jugs",
                "the number of `jugs`, in each of which a card or a die decides what a runner on a hare square does",
            ).said("hare squares decide {} [times]", "it is how much chance the players let in"),
            Metric::number("lettuces", "the number of `chews`, on lettuce squares and by jugs").said("the players chew {} [lettuces]", "the duty that slows a race"),
            Metric::number(
                "lettuces-by-hares",
                "lettuces chewed because a jug says so: `chews` with `jugged`",
            ).said("hares chew {} [lettuces] for the players", "it is a duty done by luck"),
            Metric::number(
                "lettuces-in-the-lead",
                "lettuces chewed by a runner in place 1 of the race: `chews` with `position` 1",
            ).said("{} [lettuces] are chewed in the lead", "they bring few carrots there"),
            Metric::number("lettuces-early", "lettuces chewed on the squares up to 21").said("{} [lettuces] are chewed in the first third", "early duties leave the end free"),
            Metric::number("lettuces-halfway", "lettuces chewed on the squares 22 to 42").said("{} [lettuces] are chewed in the second third", "it is where the squares are fought for"),
            Metric::number("lettuces-late", "lettuces chewed on the squares 43 and above").said("{} [lettuces] are chewed in the last third", "late duties cost races"),
            Metric::number(
                "returns-to-start",
                "the number of times that a runner without a legal action goes back to the start: `moves` with the \
                 way `no-action`",
            ).said("runners go back to the start {} [times]", "it is the price of running dry"),
            Metric::number(
                "turns-skipped",
                "the number of `misses`, in each of which a player misses a whole turn",
            ).said("players miss {} [turns]", "who misses a turn only watches"),
            Metric::number(
                "winner-carrots",
                "carrots that the player of the first runner home has left at that moment: `finishes` with `place` 1",
            ).said("the first runner home has {} [carrots] left", "a well planned race leaves few"),
            Metric::number(
                "carrots-paid",
                "carrots paid to the bank for moves, on carrot squares, for jugs and for being passed on a hare square: `pays` and `pays-for-passing`",
            ).said("the players pay {} [carrots]", "it is what the race costs"),
        ];
        metrics.extend(SOURCES.map(|(_, name, about, how)| {
            Metric::number(name, about).said(
                format!("the players draw {{}} [carrots] {how}"),
                "it is where the carrots for the race come from",
            )
        }));
        metrics.extend(Effect::ALL.iter().map(|effect| {
            let meaning = effect.meaning();
            Metric::number(format!("jugs-{}", effect.word()), format!("`jugs` with the effect: {meaning}"))
                .said(
                    format!("{{}} [hare squares] say: {meaning}"),
                    "it is what the risk of a hare square brings",
                )
        }));
        metrics
    }

    const ELEMENTS: &'static [Element] = &[
        Element { name: "hare", meaning: "moves to a hare square" },
        Element { name: "carrot", meaning: "moves to a carrot square" },
        Element { name: "number", meaning: "moves to a square with the number 2, 3 or 4" },
        Element { name: "flag", meaning: "moves to a flag" },
        Element { name: "tortoise", meaning: "moves back to a tortoise" },
        Element { name: "draw", meaning: "drawing 10 carrots" },
        Element { name: "pay", meaning: "paying 10 carrots" },
    ];

    fn uses(&self, action: Action, element: usize) -> bool {
        let kind = if let Action::To(square) = action { self.board.kind(square) } else { None };
        match element {
            0 => kind == Some(SquareKind::Hare),
            1 => kind == Some(SquareKind::Carrot),
            2 => matches!(kind, Some(SquareKind::Two | SquareKind::Three | SquareKind::Four)),
            3 => kind == Some(SquareKind::Flag),
            4 => matches!(action, Action::Back(_)),
            5 => action == Action::Draw,
            6 => action == Action::Pay,
            _ => false,
        }
    }

    const INDICATORS: &'static [&'static str] =
        &["share-by-turns-to-go", "carrots", "squares", "lettuces", "misses"];

    /// The pack repeats its order, so good players know what comes next. Without hares, chance has little effect.
    fn measures_luck(&self, _seats: Seats) -> bool {
        matches!(self.ruleset.hare.mechanism, Mechanism::Chart | Mechanism::Table)
    }

    fn indicate(&self, state: &State, into: &mut [SeatMap<f64>]) {
        let [share, carrots, squares, lettuces, misses] = &mut *into else { return };
        *share = Guide.evaluate(self, state).unwrap_or_default();
        for seat in state.seats.iter() {
            carrots[seat] = f64::from(state.carrots[seat]);
            lettuces[seat] = f64::from(state.pool[seat]);
            misses[seat] = f64::from(state.missing.contains(seat));
            for runner in state.runners_of(seat) {
                let at = state.of(runner);
                squares[seat] += f64::from(at.square.number());
                lettuces[seat] += f64::from(at.lettuces);
                misses[seat] += f64::from(at.misses);
            }
        }
        for values in into {
            compare_seats(values, state.seats);
        }
    }

    const CURVES: &'static [&'static str] = &["carrots of a player", "lettuces of a player"];

    fn curves(&self, state: &State, into: &mut [f64]) {
        let [carrots, lettuces] = into else { return };
        for seat in state.seats.iter() {
            *carrots += f64::from(state.carrots[seat]);
            *lettuces += f64::from(state.pool[seat]);
            *lettuces +=
                state.runners_of(seat).map(|runner| f64::from(state.of(runner).lettuces)).sum::<f64>();
        }
        let seats = f64::from(state.seats.count());
        (*carrots, *lettuces) = (*carrots / seats, *lettuces / seats);
    }

    #[inline]
    fn is_move(&self, happening: &Happening) -> bool {
        matches!(happening, Happening::Moves { .. } | Happening::Finishes { .. })
    }

    #[expect(clippy::inline_always, reason = "the compiler then makes only the happenings that are counted")]
    #[inline(always)]
    fn count(&self, happening: &Happening, totals: &mut [f64]) {
        match *happening {
            Happening::Jugs { effect, .. } => {
                totals[JUGS] += 1.0;
                totals[EFFECTS + effect as usize] += 1.0;
            }
            Happening::Chews { square, position, jugged, .. } => {
                totals[LETTUCES] += 1.0;
                totals[LETTUCES_JUGGED] += f64::from(jugged);
                totals[LETTUCES_LEADING] += f64::from(position == 1);
                let third = THIRDS.iter().position(|last| square.number() <= *last).unwrap_or(0);
                totals[LETTUCES_BY_THIRD + third] += 1.0;
            }
            Happening::Moves { way: Way::NoAction, .. } => totals[RETURNS] += 1.0,
            Happening::Misses { .. } => totals[SKIPPED] += 1.0,
            Happening::Finishes { place: 1, carrots, .. } => {
                totals[WINNERS_CARROTS] += f64::from(carrots);
            }
            Happening::Pays { carrots, .. } | Happening::PaysForPassing { carrots, .. } => {
                totals[CARROTS_PAID] += f64::from(carrots);
            }
            Happening::Draws { carrots, source, .. } => {
                let column = SOURCES.iter().position(|(known, ..)| *known == source).unwrap_or(0);
                totals[DRAWN + column] += f64::from(carrots);
            }
            _ => {}
        }
    }
}
