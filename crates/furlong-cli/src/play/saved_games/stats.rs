//! Statistics of the user's games.

use std::fmt::Write as _;

use super::{GameSummary, SavedGame};
use crate::lab::figures::{table, write_tables};
use crate::play::game_list::Offered;
use crate::replays::analyse::cached::CachedAnalysis;
use furlong::text::counted;

/// A finished game of a single person, with the stored parts of its analysis.
pub(crate) struct Finished {
    pub(crate) summary: GameSummary,
    pub(crate) kept: Option<CachedAnalysis>,
}

/// The finished games of one person against bots, oldest first.
pub(crate) fn finished(games: &[SavedGame], offered: &[Offered]) -> Vec<Finished> {
    let read = |game: &SavedGame| {
        let mut table = game.open(offered).ok()?;
        let summary = GameSummary::of(&mut *table);
        let kept = CachedAnalysis::read(&game.path, table.seed(), table.events());
        (summary.is_over && summary.you().is_some()).then_some(Finished { summary, kept })
    };
    games.iter().rev().filter_map(read).collect()
}

/// The cause of a loss, if the game was analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Luck,
    Mistakes,
    Others,
}

impl Finished {
    fn has_won(&self) -> bool {
        self.summary.you().is_some_and(|seat| self.summary.has_won(seat))
    }

    /// The cause of a loss: whichever of the player's luck and decisions cost more, or the play of the others if
    /// neither cost anything.
    fn cause(&self) -> Option<Cause> {
        let (seat, kept) = (self.summary.you()?.index(), self.kept.as_ref()?);
        let (luck, loss) = (*kept.luck.get(seat)?, *kept.loss.get(seat)?);
        Some(match (luck < 0.0, loss > 0.0) {
            (true, _) if -luck >= loss => Cause::Luck,
            (_, true) => Cause::Mistakes,
            _ => Cause::Others,
        })
    }
}

/// The report on these games.
pub(crate) fn report(games: &[Finished], width: Option<usize>) -> String {
    if games.is_empty() {
        return "You have not finished a game alone against bots yet.".to_owned();
    }
    let won = games.iter().filter(|game| game.has_won()).count();
    let mut text = format!(
        "{} of one person, {won} won.\n",
        counted(games.len() as i64, "finished game", "finished games")
    );
    let longest = games.chunk_by(|one, other| one.has_won() == other.has_won());
    let longest = longest.filter(|streak| streak[0].has_won()).map(<[Finished]>::len).max().unwrap_or(0);
    let streak = games.iter().rev().take_while(|game| game.has_won()).count();
    _ = writeln!(text, "Winning streak: {streak} now, {longest} at best.");
    let by = |title: &str, key: &dyn Fn(&Finished) -> String| {
        let mut rows: Vec<(String, usize, usize)> = Vec::new();
        for game in games {
            let (key, won) = (key(game), usize::from(game.has_won()));
            match rows.iter_mut().find(|row| row.0 == key) {
                Some(row) => (row.1, row.2) = (row.1 + 1, row.2 + won),
                None => rows.push((key, 1, won)),
            }
        }
        rows.sort();
        let mut lines = table(&[title, "games", "won"]);
        for (key, games, won) in rows {
            lines.add_row([key, games.to_string(), won.to_string()]);
        }
        lines
    };
    let seat = |game: &Finished| {
        game.summary
            .you()
            .map_or_else(String::new, |seat| format!("{seat} of {}", game.summary.players.len()))
    };
    let tables = [
        by("game", &|game| game.summary.game.to_owned()),
        by("against", &|game| format!("{}: {}", game.summary.game, game.summary.bots())),
        by("seat", &seat),
    ];
    write_tables(&mut text, &tables, width);
    let lost: Vec<&Finished> = games.iter().filter(|game| !game.has_won()).collect();
    let causes: Vec<Cause> = lost.iter().filter_map(|game| game.cause()).collect();
    let by = |cause: Cause| causes.iter().filter(|other| **other == cause).count();
    _ = writeln!(
        text,
        "Lost: {}, of which {} analysed (press `a` after a game or in its replay): {} to luck, {} to mistakes, {} \
         to the play of others.",
        lost.len(),
        causes.len(),
        by(Cause::Luck),
        by(Cause::Mistakes),
        by(Cause::Others)
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::Seat;
    use furlong::common::SeatSet;

    fn game(place: u8, analysed: Option<(f64, f64)>) -> Finished {
        let players =
            [("Ada", "person"), ("bot 2", "club")].map(|(name, bot)| (name.to_owned(), bot.to_owned()));
        let summary = GameSummary {
            game: "gotham",
            players: players.to_vec(),
            people: SeatSet::only(Seat::FIRST),
            lost_on_time: None,
            is_over: true,
            round: 9,
            places: vec![place, 3 - place],
        };
        let kept = analysed.map(|(luck, loss)| CachedAnalysis {
            seed: 1,
            events: 90,
            luck: vec![luck, -luck],
            loss: vec![loss, 0.0],
            mistakes: Vec::new(),
        });
        Finished { summary, kept }
    }

    #[test]
    fn wins_streaks_and_causes_of_losses_are_counted() {
        let games = [
            game(1, None),
            game(1, None),
            game(2, Some((-0.3, 0.1))),
            game(2, Some((-0.1, 0.2))),
            game(2, Some((0.1, 0.0))),
            game(2, None),
            game(1, Some((0.5, 0.0))),
        ];
        let report = report(&games, None);
        for line in [
            "7 finished games of one person, 3 won.",
            "Winning streak: 1 now, 2 at best.",
            " gotham          7    3",
            " gotham: club      7    3",
            " 1 of 2      7    3",
            "Lost: 4, of which 3 analysed (press `a` after a game or in its replay): 1 to luck, 1 to mistakes, 1 to the play of others.",
        ] {
            let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(squeezed(&report).contains(&squeezed(line)), "{line} in:\n{report}");
        }
    }
}
