//! What players of hare & tortoise care about beside what is measured in all games.

use super::HareTortoise;
use super::happening::{Happening, Source, Way};
use super::policy::Effect;
use super::state::State;
use crate::arena::{Measured, Metric};

const JUGS: usize = 0;
const LETTUCES: usize = 1;
const LETTUCES_JUGGED: usize = 2;
const LETTUCES_LEADING: usize = 3;
/// Three thirds of the track.
const LETTUCES_BY_THIRD: usize = 4;
const RETURNS: usize = 7;
const SKIPPED: usize = 8;
const WINNERS_CARROTS: usize = 9;
const CARROTS_PAID: usize = 10;
const DRAWN: usize = 11;
const SOURCES: [(Source, &str, &str); 5] = [
    (Source::NumberSquare, "carrots-from-number-squares", "carrots drawn for a place that fits the square"),
    (Source::Tortoise, "carrots-from-tortoises", "carrots drawn for going back to a tortoise"),
    (Source::CarrotSquare, "carrots-from-carrot-squares", "carrots drawn for staying on a carrot square"),
    (Source::Lettuce, "carrots-from-lettuces", "carrots drawn for chewing a lettuce"),
    (
        Source::Hare,
        "carrots-from-hares",
        "carrots drawn on hare squares: by jugging, or for nobody having passed there",
    ),
];
const EFFECTS: usize = DRAWN + SOURCES.len();
/// The last square of each third of the track.
const THIRDS: [u8; 3] = [21, 42, u8::MAX];

impl Measured for HareTortoise {
    fn metrics() -> Vec<Metric> {
        let mut metrics = vec![
            Metric::number("jugs", "how often a hare is jugged"),
            Metric::number("lettuces", "lettuces that are chewed"),
            Metric::number("lettuces-by-hares", "lettuces that are chewed because of a jugged hare"),
            Metric::number("lettuces-in-the-lead", "lettuces that are chewed in the first place of the race"),
            Metric::number("lettuces-early", "lettuces that are chewed on the squares up to 21"),
            Metric::number("lettuces-halfway", "lettuces that are chewed on the squares 22 to 42"),
            Metric::number("lettuces-late", "lettuces that are chewed on the squares from 43 on"),
            Metric::number(
                "returns-to-start",
                "how often a runner without a legal action goes back to the start",
            ),
            Metric::number("turns-skipped", "turns that are missed"),
            Metric::number(
                "winner-carrots",
                "carrots left to the player whose runner comes home first, then",
            ),
            Metric::number("carrots-paid", "carrots that are paid, for whatever"),
        ];
        metrics.extend(SOURCES.map(|(_, name, about)| Metric::number(name, about)));
        metrics.extend(Effect::ALL.iter().map(|effect| {
            Metric::number(
                format!("jugs-{}", effect.word()),
                format!("jugged hares that say: {}", effect.meaning()),
            )
        }));
        metrics
    }

    fn measure(&self, _after: &State, happenings: &[Happening], totals: &mut [f64]) {
        for happening in happenings {
            match *happening {
                Happening::Jugs { effect, .. } => {
                    totals[JUGS] += 1.0;
                    totals[EFFECTS + effect as usize] += 1.0;
                }
                Happening::Chews { square, position, jugged, .. } => {
                    totals[LETTUCES] += 1.0;
                    totals[LETTUCES_JUGGED] += f64::from(u8::from(jugged));
                    totals[LETTUCES_LEADING] += f64::from(u8::from(position == 1));
                    let third = THIRDS.iter().position(|last| square.number() <= *last).unwrap_or(0);
                    totals[LETTUCES_BY_THIRD + third] += 1.0;
                }
                Happening::Moves { way: Way::NoAction, .. } => totals[RETURNS] += 1.0,
                Happening::Skipped { .. } => totals[SKIPPED] += 1.0,
                Happening::Finishes { place: 1, carrots, .. } => {
                    totals[WINNERS_CARROTS] += f64::from(carrots);
                }
                Happening::Pays { carrots, .. } => totals[CARROTS_PAID] += f64::from(carrots),
                Happening::Draws { carrots, source, .. } => {
                    let column = SOURCES.iter().position(|(known, ..)| *known == source).unwrap_or(0);
                    totals[DRAWN + column] += f64::from(carrots);
                }
                _ => {}
            }
        }
    }
}
