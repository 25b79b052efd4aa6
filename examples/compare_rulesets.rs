//! Measures the effect of a rule: compares the animal race under two rulesets on common deals and prints the
//! significant differences. Then does the same for a changed ruleset, and shows a position in which the changed rule
//! matters.
//!
//! ```text
//! cargo run --release --example compare_rulesets
//! ```
#![allow(clippy::print_stdout, reason = "it is there to print")]

use furlong::ruleset;
use std::error::Error;

use furlong::animal_race::{AnimalRace, Ruleset};
use furlong::arena::diff::{Search, diff};
use furlong::arena::{Comparison, Trial, Verdict};

/// The classic ruleset with a slower hare.
const SLOW_HARE: &str = r#"
[ruleset]
name = "slow-hare"
extends = "classic"

[movement.steps]
hare = [0, 1, 1, 1, 2]
"#;

fn main() -> Result<(), Box<dyn Error>> {
    // Every ruleset has the same players, deals and seats.
    let trial = Trial::<AnimalRace>::new("random")?.players(3).groups(300).seed(1);

    let comparison = trial.compare("classic", ["apprentice"])?;
    print(&comparison);

    // Find a position in which the rule itself matters.
    let (classic, slow) =
        (ruleset::open::<Ruleset>("classic")?, ruleset::open::<Ruleset>(ruleset::Source::Text(SLOW_HARE))?);
    print!("{}", diff::<AnimalRace>(&classic, &slow, &Search::default())?.report());

    let comparison = trial.compare(&classic, [&slow])?;
    print(&comparison);
    // A test needs only this line. When the expectation fails, the error states what was measured.
    comparison.expect_less("podium-hare")?;
    Ok(())
}

fn print(comparison: &Comparison) {
    for contrast in &comparison.contrasts {
        println!("{} against {}, {} deals:", contrast.other, contrast.base, contrast.groups);
        for difference in &contrast.differences {
            let (Some(base), Some(other)) = (difference.base, difference.other) else { continue };
            let word = match difference.verdict {
                Verdict::More => "more",
                Verdict::Less => "less",
                Verdict::Open | Verdict::Unfinished => continue,
            };
            println!("  {word} {}: {:.2}, not {:.2}", difference.metric.name, other.value, base.value);
        }
    }
}
