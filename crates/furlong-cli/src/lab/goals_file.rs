//! Files of goals, and the failures of goals.

use std::path::Path;

use crate::failure::Failure;
use crate::play::lineup::PlayerTypesArg;
use furlong::Playable;
use furlong::arena::Arena;
use furlong::design::goals::{CheckError, Goals, GoalsError, Known};

/// Reads the goals in a file, for the game of this arena, for the player types that `--by` names, and for several numbers
/// of seats.
pub(crate) fn goals<G: Playable>(
    path: &Path,
    arena: &Arena<G>,
    by: &PlayerTypesArg,
    seats: &[u8],
) -> Result<Goals, Failure> {
    let metrics = arena.metrics()?;
    let known = Known { metrics: &metrics, refuses: &|spec| G::bot(spec).err() };
    Ok(Goals::from_file_for(path, Some(&known), &by.bots()?, seats)?)
}

/// A file of goals is part of the request, so that a script can tell a faulty or missing file from goals that are
/// missed.
impl From<GoalsError> for Failure {
    fn from(error: GoalsError) -> Self {
        Self::usage(error)
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Arena(error) => error.into(),
            CheckError::Goals(error) => error.into(),
            error => Self::failed(error),
        }
    }
}
