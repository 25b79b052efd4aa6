//! Slow work: bots that think or give advice, and analyses of games. It does not need [`Tables`](crate::Tables).

use std::sync::atomic::{AtomicU64, Ordering};

use furlong::analysis::Analysis;
use furlong::arena::Progress;
use furlong::bot::StopFlag;
use furlong::formats::ErrorCode;
use furlong::table::{Alternative, Hint, Reader, Shown, Table, Thinking, Thought, review};
use serde_json::{Value, json};

use crate::channel::Channel;
use crate::refusal::Refusal;

/// The number of worlds for each decision of an analysis, and of playouts from each position. Because people wait, this
/// takes seconds, while the default settings take a minute or more.
const TRIES: u32 = 40;

/// The interval between two progress reports of an analysis, in percent.
const STEP: u64 = 10;

/// The refusal of an analysis that was stopped.
const TOO_LONG: &str = "The analysis took too long and was stopped. Save the record and run `furlong analyse`, which has no time limit.";

/// A piece of work with everything that it needs.
#[derive(Debug)]
pub struct Work {
    pub(crate) table: String,
    pub(crate) kind: WorkKind,
}

#[derive(Debug)]
pub(crate) enum WorkKind {
    /// A bot decides.
    Bot { thinking: Thinking, has_people: bool },
    /// A bot gives advice, for a call.
    Hint { hint: Hint, channel: Channel, id: u64 },
    /// Finds what decided a game.
    Story(Box<dyn Table>),
    /// Analyses each decision of a game, for a call.
    Analysis { game: Box<dyn Table>, channel: Channel, id: u64 },
}

/// The result of a piece of work.
#[derive(Debug)]
pub struct Done {
    pub(crate) table: String,
    pub(crate) kind: DoneKind,
}

#[derive(Debug)]
pub(crate) enum DoneKind {
    Bot(Thought),
    Hint {
        shown: Vec<Shown>,
        channel: Channel,
        id: u64,
    },
    Story(String),
    /// The analysis waits for this number of others.
    Waiting {
        ahead: usize,
        channel: Channel,
        id: u64,
    },
    /// This percentage of the analysis is done.
    Progress {
        percent: u64,
        channel: Channel,
        id: u64,
    },
    Analysis {
        result: Result<Value, Refusal>,
        channel: Channel,
        id: u64,
    },
}

impl Work {
    /// The name of the table.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Returns whether the work can take long because no game waits for it.
    pub fn is_long(&self) -> bool {
        !matches!(self.kind, WorkKind::Bot { .. } | WorkKind::Hint { .. })
    }

    /// Returns whether a bot moves at a table without people.
    pub fn is_of_bots(&self) -> bool {
        matches!(self.kind, WorkKind::Bot { has_people: false, .. })
    }

    /// The channel of the person who asked for the work.
    pub fn asker(&self) -> Option<Channel> {
        match self.kind {
            WorkKind::Hint { channel, .. } | WorkKind::Analysis { channel, .. } => Some(channel),
            WorkKind::Bot { .. } | WorkKind::Story(_) => None,
        }
    }

    /// Reports how many others come before this work; `None` if nobody wants to know. Pass the result to
    /// [`Tables::finish`](crate::Tables::finish), like that of finished work.
    pub fn waiting(&self, ahead: usize) -> Option<Done> {
        let WorkKind::Analysis { channel, id, .. } = self.kind else { return None };
        Some(Done { table: self.table.clone(), kind: DoneKind::Waiting { ahead, channel, id } })
    }

    /// Does the work, for as long as it takes. Raising the flag stops an analysis.
    #[must_use = "the server waits for it"]
    pub fn run(self, stop: &StopFlag) -> Done {
        self.run_with_progress(stop, &|_| ())
    }

    /// Does the work and reports the progress of an analysis. Pass each report to
    /// [`Tables::finish`](crate::Tables::finish), like the result.
    #[must_use = "the server waits for it"]
    pub fn run_with_progress(self, stop: &StopFlag, tell: &(dyn Fn(Done) + Sync)) -> Done {
        let kind = match self.kind {
            WorkKind::Bot { thinking, .. } => DoneKind::Bot(thinking.think()),
            WorkKind::Hint { hint, channel, id } => DoneKind::Hint { shown: hint.think(), channel, id },
            WorkKind::Story(game) => {
                let mut said = game.result_reasons(Reader::All);
                said.push(game.decided_by(Reader::All, stop));
                DoneKind::Story(said.join(" "))
            }
            WorkKind::Analysis { game, channel, id } => {
                let told = AtomicU64::new(0);
                let observer = |progress: Progress| {
                    let percent = 100 * progress.done / progress.games.max(1) / STEP * STEP;
                    if told.fetch_max(percent, Ordering::Relaxed) < percent {
                        let kind = DoneKind::Progress { percent, channel, id };
                        tell(Done { table: self.table.clone(), kind });
                    }
                };
                let result = match game.analyse(Some(TRIES), stop, &observer) {
                    Ok(analysis) => Ok(analysis_json(&*game, &analysis)),
                    Err(_) if stop.load(Ordering::Relaxed) => Err((ErrorCode::TooMany, TOO_LONG).into()),
                    Err(error) => Err(Refusal::of(ErrorCode::Failed, &error)),
                };
                DoneKind::Analysis { result, channel, id }
            }
        };
        Done { table: self.table, kind }
    }
}

/// The analysis for a page: the sums of each seat in sentences, and the decisions with the largest losses.
fn analysis_json(game: &dyn Table, analysis: &Analysis) -> Value {
    let percent = |share: f64| (100.0 * share).round();
    let names = game.names().clone();
    let seats = game.seats().iter().zip(&analysis.seats).map(|(seat, sums)| {
        Shown::Item(format!(
            "{}: {} % at the start; luck {:+} points, own decisions {:+}, others' decisions {:+}.",
            names.name(seat),
            percent(sums.start),
            percent(sums.luck),
            percent(sums.own),
            percent(sums.others)
        ))
    });
    let reviewed = review(game, analysis, Reader::All).into_iter().map(Shown::Item).collect::<Vec<_>>();
    let what = Shown::Heading("What decided it".to_owned());
    let heading = Shown::Heading("Chances of winning".to_owned());
    let way = format!(
        "This is a quick analysis with {TRIES} possible worlds for each decision, so small differences mean little. For a thorough \
         one, save the record and run `furlong analyse`."
    );
    let said: Vec<Shown> = std::iter::once(what)
        .chain(reviewed)
        .chain([heading])
        .chain(seats)
        .chain([Shown::Paragraph(way)])
        .collect();
    let judged = analysis.events.iter().filter_map(|event| Some((event, event.judgement.as_ref()?)));
    let mut decisions = Vec::new();
    for (event, judgement) in judged {
        let best = serde_json::to_value(&judgement.best).unwrap_or_default();
        let Some(Alternative { taken, better, .. }) = game.alternative(Reader::All, event.number, &best)
        else {
            continue;
        };
        decisions.push(json!({
            "event": event.number,
            "round": event.round,
            "seat": event.seat,
            "taken": taken,
            "best": better,
            "loss": judgement.loss,
            "error": judgement.error,
            "mistake": judgement.is_mistake(),
        }));
    }
    json!({ "said": said, "decisions": decisions })
}
