//! Readers of single values of the command line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use furlong::arena::{EloTest, Sequential};

/// Reads a whole number of this range.
pub(crate) fn whole<N: FromStr + PartialOrd + Display>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone
where
    RangeInclusive<N>: Clone,
{
    move |typed| {
        let number = typed.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("not a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Reads a number of something, at least one.
pub(super) fn count(typed: &str) -> Result<u64, String> {
    whole(1..=u64::MAX)(typed)
}

/// Reads a share from 0 to 1.
pub(super) fn share(typed: &str) -> Result<f64, String> {
    let share = typed.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a share from 0 to 1, such as 0.05".to_owned())
}

/// Reads an option of a game's set-up and its value.
pub(super) fn option(typed: &str) -> Result<(String, String), String> {
    let (name, value) = typed.split_once('=').ok_or("write NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Parses the test of a ladder, such as `elo0=0,elo1=20,alpha=0.01`.
pub(super) fn elo_test(typed: &str) -> Result<EloTest, String> {
    let mut test = EloTest { elo0: f64::NAN, elo1: f64::NAN, alpha: 0.05, beta: 0.05 };
    for part in typed.split(',') {
        let (name, value) = part.split_once('=').ok_or("write elo0=A,elo1=B")?;
        let value = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
        *match name.trim() {
            "elo0" => &mut test.elo0,
            "elo1" => &mut test.elo1,
            "alpha" => &mut test.alpha,
            "beta" => &mut test.beta,
            other => return Err(format!("`{other}` is not one of elo0, elo1, alpha and beta")),
        } = value;
    }
    test.check().map_err(|error| error.to_string())
}

/// Reads a name and a difference. The name of a bot may have `=` in it.
pub(super) fn until(typed: &str) -> Result<Sequential, String> {
    let (name, difference) = typed.rsplit_once('=').ok_or("write NAME=D, with D above 0")?;
    let difference: f64 = difference.parse().map_err(|_| format!("`{difference}` is not a number"))?;
    Sequential::new(name, difference).map_err(|error| error.to_string())
}
