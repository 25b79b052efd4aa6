//! The rows of a ladder, one for each pairing and deal.

use std::io::{self, Write};

use crate::lab::game_files::quoted;
use furlong::arena::Crosstable;
use furlong::common::Share;

/// Writes the rows. A share counts all seatings of the deal, and all of the bot's seats together.
pub(super) fn write(out: &mut dyn Write, crosstable: &Crosstable) -> io::Result<()> {
    writeln!(
        out,
        "ruleset,seed,seats,alone,rest,deal,won-alone,won-rest,outright,drawn,unfinished,forfeited,course"
    )?;
    let Crosstable { ruleset, seed, bots, pairings, .. } = crosstable;
    let wins = |parts: u32| f64::from(parts) / f64::from(Share::PARTS);
    for pairing in pairings {
        let [alone, rest] = [pairing.alone, pairing.rest].map(|bot| quoted(&bots[bot]));
        for (deal, won) in (crosstable.first_deal()..).zip(&pairing.deals) {
            writeln!(
                out,
                "{},{seed},{},{alone},{rest},{deal},{},{},{},{},{},{},{}",
                quoted(ruleset),
                pairing.seats,
                wins(won.alone),
                wins(won.rest),
                won.outright,
                won.drawn,
                won.unfinished,
                won.forfeited,
                won.course
            )?;
        }
    }
    Ok(())
}
