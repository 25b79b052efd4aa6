//! Many games: the verbs that measure rulesets and bots.

pub(crate) mod by_players;
pub(crate) mod chance;
pub(crate) mod check;
pub(crate) mod compared;
pub(crate) mod depth;
pub(crate) mod diff;
pub(crate) mod figures;
pub(crate) mod goals_file;
pub(crate) mod ladder;
pub(crate) mod many;
pub(crate) mod many_files;
pub(crate) mod many_tables;
pub(crate) mod merge;
pub(crate) mod price;
pub(crate) mod replay_stats;
pub(crate) mod report;
pub(crate) mod report_words;
pub(crate) mod run_file;
pub(crate) mod run_words;
pub(crate) mod sheet;
pub(crate) mod steer;
pub(crate) mod steps_asked;
pub(crate) mod timed;
pub(crate) mod traces;
pub(crate) mod tune;
pub(crate) mod vary;
