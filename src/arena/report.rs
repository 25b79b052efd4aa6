//! The findings of a run as data, to be shown as a table, as JSON or as a page.

use serde_json::{Value, json};

use super::adjust::LuckReport;
use super::by_players::ByPlayers;
use super::compare::{Comparison, Contrast};
use super::endings::Endings;
use super::metric::Places;
use super::part::Question;
use super::results::{Incomparable, Results, Score, Stopped, Summary};
use super::seats::{SeatTest, Skill};
use super::sequential::Stop;

/// The findings of runs. The same results give the same report, wherever they were played.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<'a> {
    /// The runs: one, or those that are compared.
    pub runs: &'a [Results],
    /// The answer to the question.
    pub findings: Findings,
    /// The results of the sequential tests that watched the run, one for each ruleset that is compared with the first.
    pub stops: Vec<Stop>,
}

/// The answer to the question of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Findings {
    /// The measures of one run.
    Measures(Measures),
    /// The comparison of rulesets.
    Comparison(Comparison),
    /// The comparison of rulesets by several player types.
    ByPlayers(ByPlayers),
    /// The gain by a better bot.
    Skill(Skill),
}

/// The measures of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// The share of the wins of each player.
    pub scores: Vec<Score>,
    /// The test of equal seats, when one bot plays all of them.
    pub seats: Option<SeatTest>,
    /// The test of equal places in turn order, where one bot plays all seats.
    pub turn_order: Option<SeatTest>,
    /// The summary of each metric.
    pub summaries: Vec<Summary>,
}

impl<'a> Report<'a> {
    /// Answers `question` with `runs`. `stops` are the results of sequential tests.
    ///
    /// # Errors
    /// When the runs do not answer the question.
    pub fn of(question: Question, runs: &'a [Results], stops: Vec<Stop>) -> Result<Self, Incomparable> {
        let findings = match (question, runs) {
            (Question::Measure, [results]) => Findings::Measures(Measures {
                scores: results.scores(),
                seats: SeatTest::of(results, Places::Seats),
                turn_order: SeatTest::of(results, Places::TurnOrder),
                summaries: results.summaries(),
            }),
            (Question::Compare, [base, others @ ..]) => Findings::Comparison(Comparison::of(base, others)?),
            (Question::CompareByPlayers { .. }, runs) => {
                let rulesets = question.rulesets(runs.len()).filter(|rulesets| *rulesets > 0);
                let kinds = runs.chunks(rulesets.ok_or(Incomparable::NothingMeasured)?);
                Findings::ByPlayers(ByPlayers::of(&kinds.collect::<Vec<_>>())?)
            }
            (Question::Skill, [duel, others]) => Findings::Skill(Skill::of(duel, others)?),
            _ => return Err(Incomparable::NothingMeasured),
        };
        Ok(Self { runs, findings, stops })
    }

    /// Returns warnings about the figures, for repeated games and for bots that failed.
    pub fn warnings(&self) -> Vec<String> {
        self.runs.iter().flat_map(|run| run.repeats().into_iter().chain(run.forfeit_sentences())).collect()
    }

    /// Returns the effect of luck on each run; `None` where luck was not measured.
    pub fn luck(&self) -> Vec<Option<LuckReport>> {
        self.runs.iter().map(Results::luck_report).collect()
    }

    /// Returns the early end of the runs, with the games of all runs added up.
    pub fn stopped(&self) -> Option<Stopped> {
        Stopped::of(self.runs)
    }

    /// Returns the report as JSON.
    pub fn to_json(&self) -> Value {
        let version = self.runs.first().map_or("", |run| run.setting.release.as_str());
        let mut report = match &self.findings {
            Findings::Measures(measures) => json!({
                "version": version, "results": self.runs[0], "summaries": measures.summaries,
                "scores": measures.scores, "seats": measures.seats,
                "turn_order": measures.turn_order, "in-words": measures.in_words(&self.runs[0]),
            }),
            Findings::Comparison(comparison) => json!({
                "version": version, "lineup": self.runs[0].setting.lineup,
                "commands": self.runs[0].setting.commands, "comparison": comparison,
                "in-words": comparison.contrasts.iter().map(Contrast::in_words).collect::<Vec<_>>(),
            }),
            Findings::ByPlayers(by_players) => json!({
                "version": version, "players": by_players.players, "by-players": by_players,
                "in-words": (0..by_players.findings.len()).map(|place| by_players.in_words(place)).collect::<Vec<_>>(),
            }),
            Findings::Skill(skill) => json!({
                "version": version, "runs": self.runs, "skill": skill,
                "in-words": skill.endings.iter().filter_map(Endings::in_words).collect::<Vec<_>>(),
            }),
        };
        report["endings"] = self.runs.iter().map(|run| json!(run.endings())).collect();
        report["openings"] = json!(self.runs.first().map_or(0, |run| run.setting.openings));
        report["distinct"] = self.runs.iter().map(|run| json!(run.distinct())).collect();
        report["forfeits"] = self.runs.iter().map(|run| json!(run.forfeits())).collect();
        report["luck"] = json!(self.luck());
        report["warnings"] = json!(self.warnings());
        if !self.stops.is_empty() {
            report["sequential"] = json!(self.stops);
        }
        if let Some(stopped) = self.stopped() {
            report["stopped"] = json!(stopped);
        }
        report
    }
}
