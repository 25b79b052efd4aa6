//! Calls before they reach the tables. What takes long about a call, reading it and checking its rules, needs no table, so a server
//! does it elsewhere than on the threads that keep the tables.

use furlong::Catalogue;
use furlong::table::Table;
use serde::Deserialize;

use crate::VERSION;
#[cfg(feature = "post")]
use crate::call::NewTable;
use crate::call::{Call, Joining, RulesetOf, TakingBack};
use crate::limits::Limits;
use crate::offers;
use crate::opening;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::room::Kind;

/// A call that has been read.
#[derive(Debug)]
pub struct Asked {
    pub(crate) id: u64,
    pub(crate) step: Step,
}

/// The next step of a call.
#[derive(Debug)]
pub(crate) enum Step {
    /// To be carried out, or to be prepared first.
    Call(Call),
    /// To be answered.
    Answer(Result<Reply, Refusal>),
    /// A table that can be opened.
    Open(NewRoom),
    /// A game by post that can be opened.
    #[cfg(feature = "post")]
    OpenPost { wanted: NewTable, rules: Box<furlong::hare_tortoise::HareTortoise> },
}

/// A table that can be opened.
#[derive(Debug)]
pub(crate) struct NewRoom {
    pub(crate) table: Box<dyn Table>,
    pub(crate) kind: Kind,
    pub(crate) taking_back: TakingBack,
    /// It has a link for watchers.
    pub(crate) is_watched: bool,
}

impl Asked {
    /// Reads a call, a text in JSON. What is wrong with it is said in the reply.
    pub fn read(text: &str, limits: &Limits) -> Self {
        #[derive(Deserialize)]
        struct Named {
            id: u64,
            call: Call,
        }
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        let too_long = "This message is too long.";
        if text.len() > limits.message {
            return Self { id: 0, step: Step::Answer(Err(too_long.into())) };
        }
        match serde_json::from_str(text) {
            Ok(Named { id, call }) => {
                let asked = Self { id, step: Step::Call(call) };
                let is_short = asked.table().is_none() || text.len() <= limits.deed;
                if is_short { asked } else { asked.refused(too_long) }
            }
            Err(error) => {
                // The number is found in a call that is wrong otherwise, so that the page learns which one it was.
                let id = serde_json::from_str(text).map_or(0, |Numbered { id }| id);
                let refusal = Refusal(format!("This is not a call of version {VERSION}: {error}."));
                Self { id, step: Step::Answer(Err(refusal)) }
            }
        }
    }

    /// The table that a call is about, when it is about one that is there already.
    pub fn table(&self) -> Option<&str> {
        match &self.step {
            Step::Call(
                Call::Join(Joining { table, .. })
                | Call::Glance { table, .. }
                | Call::Leave { table }
                | Call::At { table, .. },
            ) => Some(table),
            _ => None,
        }
    }

    /// Returns whether [`Asked::prepared`] has something to do.
    pub fn needs_preparation(&self) -> bool {
        matches!(
            &self.step,
            Step::Call(
                Call::CheckRuleset { .. }
                    | Call::OpenTable(_)
                    | Call::OpenRecord { .. }
                    | Call::Lesson { .. }
            )
        )
    }

    /// The call with its rules checked and its table made. A new game begins with the number of `seed`, which nobody may guess.
    #[must_use]
    pub fn prepared(self, catalogue: &Catalogue, limits: &Limits, seed: impl FnOnce() -> u64) -> Self {
        let Self { id, step } = self;
        let step = match step {
            Step::Call(call) => step_of(call, catalogue, limits, seed),
            step => Ok(step),
        };
        Self { id, step: step.unwrap_or_else(|refusal| Step::Answer(Err(refusal))) }
    }

    /// A call in the place of one that could not be read, for a reason that is not its own.
    pub fn failed() -> Self {
        Self { id: 0, step: Step::Answer(Err("The server failed to read this message.".into())) }
    }

    /// The same call with this sentence for its answer.
    #[must_use]
    pub fn refused(self, sentence: &str) -> Self {
        Self { step: Step::Answer(Err(sentence.into())), ..self }
    }
}

fn step_of(
    call: Call,
    catalogue: &Catalogue,
    limits: &Limits,
    seed: impl FnOnce() -> u64,
) -> Result<Step, Refusal> {
    let unwatched =
        |table, kind| NewRoom { table, kind, taking_back: TakingBack::Consent, is_watched: false };
    Ok(match call {
        Call::CheckRuleset { game, text } => {
            let about = offers::about_ruleset(catalogue, limits, &game, &RulesetOf::Text(text))?;
            Step::Answer(Ok(Reply::Ruleset(about)))
        }
        #[cfg(feature = "post")]
        Call::OpenTable(wanted) if wanted.post.is_some() => {
            let rules = Box::new(crate::post::rules_of(catalogue, limits, &wanted)?);
            Step::OpenPost { wanted, rules }
        }
        Call::OpenTable(wanted) => {
            let table = opening::new_table(catalogue, limits, &wanted, seed())?;
            // Bots alone are there to be watched.
            let is_watched = wanted.watchers || table.people().is_empty();
            Step::Open(NewRoom { taking_back: wanted.undo, is_watched, ..unwatched(table, Kind::Game) })
        }
        Call::OpenRecord { json, goes_on } => {
            let table = opening::of_record(catalogue, &json, goes_on)?;
            let is_watched = !goes_on || table.people().is_empty();
            let kind = if goes_on { Kind::Game } else { Kind::Replay };
            Step::Open(NewRoom { is_watched, ..unwatched(table, kind) })
        }
        Call::Lesson { game, ruleset, step } => {
            let table = opening::lesson(catalogue, limits, &game, ruleset.as_ref(), step)?;
            Step::Open(unwatched(table, Kind::Lesson { game, ruleset }))
        }
        call => Step::Call(call),
    })
}
