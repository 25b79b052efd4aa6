//! The rules in force as sentences, for fields for which the schema's own sentences are not good enough.

use super::board::Board;
use super::policy::{Effect, LettuceOwner, Mechanism};
use super::ruleset::{BoardRules, HareRules, Ruleset, count};
use crate::ruleset::Field;
use crate::text::{counted, separated, span};

/// The sentences about one field; empty for a field that another one covers, or that does not matter.
pub(super) fn field_in_words(rules: &Ruleset, field: &Field) -> Option<Vec<String>> {
    let is_silent = match field.path {
        "board.squares" => return Some(rules.board.in_words()),
        "start.carrots" => return Some(rules.start_in_words()),
        "hare.mechanism" => return Some(rules.hare.mechanism_in_words()),
        // `start.carrots` covers the first two, `hare.mechanism` its chart, table or pack.
        "start.runners" | "start.lettuces" | "hare.chart" | "hare.table" | "hare.pack" => true,
        "lettuces.pool-empty-for" => rules.lettuces.belong_to == LettuceOwner::Runner,
        path => path.starts_with("hare.") && !rules.hare.is_used(path),
    };
    is_silent.then(Vec::new)
}

impl BoardRules {
    fn in_words(&self) -> Vec<String> {
        let mut words = vec!["HT-01: a track of 63 squares from Start (0) to the finish (64):".to_owned()];
        if let Ok(board) = Board::read(&self.squares) {
            words.extend(board.to_text().lines().map(|line| format!("  {line}")));
        }
        words
    }
}

impl Ruleset {
    fn start_in_words(&self) -> Vec<String> {
        let owner = match self.lettuces.belong_to {
            LettuceOwner::Runner => "for each runner",
            LettuceOwner::Player => "for each player",
        };
        let line = |(players, carrots)| {
            let runners = counted(self.start.runners.of(players), "runner", "runners");
            let lettuces = counted(self.start.lettuces.of(players), "lettuce", "lettuces");
            format!(
                "HT-02, HT-03: with {players} players: {carrots} carrots and {runners} for each player, \
                 {lettuces} {owner}."
            )
        };
        self.start.carrots.each().map(line).to_vec()
    }
}

impl HareRules {
    /// Returns whether a field of `[hare]` matters under this mechanism and its effects.
    fn is_used(&self, path: &str) -> bool {
        let needed: &[Effect] = match path {
            "hare.put-on-hare" | "hare.most-jugs" => return self.mechanism != Mechanism::Passing,
            "hare.too-few-to-pay" => return self.mechanism == Mechanism::Passing,
            "hare.chew-a-carrot" => &[Effect::ChewACarrot],
            "hare.taken-carrot-square" => &[Effect::BackToACarrotSquare, Effect::ForwardToACarrotSquare],
            "hare.drop-back-to-start" => &[Effect::DropBack],
            "hare.move-up-to-finish" => &[Effect::MoveUp],
            "hare.chew-a-lettuce" | "hare.without-lettuces" => &[Effect::ChewALettuce],
            "hare.another-move" | "hare.another-move-stuck" => &[Effect::AnotherMove, Effect::MissOrMove],
            "hare.carrots-become" => &[Effect::CarrotsBecome],
            "hare.too-few-to-give" => &[Effect::GiveToThoseBehind],
            _ => return true,
        };
        self.effects().iter().any(|effect| needed.contains(effect))
    }

    /// Describes the mechanism, with its chart, table or pack.
    fn mechanism_in_words(&self) -> Vec<String> {
        let mechanism = format!("HT-30, HP-07: a hare square: {}.", self.mechanism.meaning());
        [vec![mechanism], self.plan_in_words()].concat()
    }

    /// The chart, the table or the pack, one line for each entry.
    fn plan_in_words(&self) -> Vec<String> {
        match self.mechanism {
            Mechanism::Chart => {
                let cards = self.chart.iter().zip(1..);
                let line = |(effects, card): (&Vec<Effect>, u8)| {
                    let placed: Vec<(u8, Effect)> = (1..).zip(effects.iter().copied()).collect();
                    let runs = placed.chunk_by(|(_, one), (_, next)| one == next).map(|run| {
                        let ((first, effect), (last, _)) = (run[0], run[run.len() - 1]);
                        format!("{}: {}", span(first, last), effect.meaning())
                    });
                    format!("  card {card}, by position {}", separated(runs, "; "))
                };
                cards.map(line).collect()
            }
            Mechanism::Table => {
                let sums = self.table.iter().zip(2..);
                sums.map(|(effect, sum): (&Effect, u8)| format!("  sum {sum}: {}", effect.meaning()))
                    .collect()
            }
            Mechanism::Pack => {
                let counts = Effect::ALL.iter().map(|effect| (effect, count(&self.pack, *effect)));
                let held = counts.filter(|(_, count)| *count > 0);
                held.map(|(effect, count)| format!("  {count} x {}", effect.meaning())).collect()
            }
            Mechanism::Passing => Vec::new(),
        }
    }
}
