//! `furlong rules-server`: answers questions about the rules line by line, for programs that search.

use std::io::{self, BufRead as _, Read as _, Write as _};

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interrupt;
use furlong::formats::ErrorCode;
use furlong::forward::ForwardModel;
use furlong::{Playable, Roster};

/// The maximum length of a request line, in bytes.
const LONGEST: u64 = 1 << 20;

/// Answers each line of standard input with a line on standard output, until the input ends.
pub(crate) fn serve<G: Playable>(bots: &Roster<G>) -> Result<(), Failure> {
    interrupt::leave_on_signal();
    let mut rules = ForwardModel::with_bots(bots.clone());
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::Failed(format!("cannot read a request: {error}")))? == 0 {
            return Ok(());
        }
        let is_cut = line.len() as u64 == LONGEST && !line.ends_with(b"\n");
        let answer = match serde_json::from_slice::<Value>(&line) {
            _ if is_cut => {
                refused(ErrorCode::TooMany, &format!("a request must have fewer than {LONGEST} bytes"))
            }
            Ok(request) => rules.answer(&request),
            Err(error) => refused(ErrorCode::Unreadable, &format!("the request is not JSON: {error}")),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
        if is_cut {
            // Anything after this belongs to the same line.
            return Err(Failure::Failed(format!("a request must have fewer than {LONGEST} bytes")));
        }
    }
}

fn refused(code: ErrorCode, problem: &str) -> Value {
    json!({ "error": problem, "code": code.to_string() })
}
