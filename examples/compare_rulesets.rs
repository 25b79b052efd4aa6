//! The effect of a rule: compares the animal race under two rulesets on common deals and prints the
//! significant differences. Then it does the same for a changed ruleset, with a position in which the changed
//! rule matters.
//!
//! ```text
//! cargo run --release --example compare_rulesets
//! ```
#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::error::Error;

use furlong::animal_race::{AnimalRace, Ruleset};
use furlong::arena::diff::{Search, diff};
use furlong::arena::{Comparison, Trial, Verdict};
use furlong::{RaceGame, Ruleset as _};

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
    let trial = Trial::new("random")?.players(3).groups(300).seed(1);

    let comparison = trial.compare::<AnimalRace>("classic", "apprentice")?;
    print(&comparison);

    // A position in which the rule itself matters.
    let (classic, slow) = (Ruleset::open("classic")?, Ruleset::from_toml(SLOW_HARE)?);
    print!("{}", diff::<AnimalRace>(&classic, &slow, &Search::default())?.report());

    let slow = AnimalRace::new(slow)?;
    let comparison = Comparison::of(&trial.run::<AnimalRace>("classic")?, &trial.arena(slow)?.run()?)?;
    print(&comparison);
    // A test needs only this line:
    assert!(comparison.metric("podium-hare")?.is_less());
    Ok(())
}

fn print(comparison: &Comparison) {
    println!("{} against {}, {} deals:", comparison.second, comparison.first, comparison.groups);
    for difference in &comparison.differences {
        let (Some(first), Some(second)) = (difference.first, difference.second) else { continue };
        let word = match difference.verdict {
            Verdict::More => "more",
            Verdict::Less => "less",
            Verdict::Open => continue,
        };
        println!("  {word} {}: {:.2}, not {:.2}", difference.metric.name, second.value, first.value);
    }
}
