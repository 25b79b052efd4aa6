//! `furlong learn`: a guided first game of a few steps, on the full screen or line by line.

mod guided;

use std::io::{self, BufRead, Write};

use crate::args::Learn;
use crate::failure::Failure;
use crate::interrupt;
use crate::play::full;
use crate::play::full::{Answer, Desk as _};
use crate::play::start::game;
use crate::play::typed::Typed;
use crate::screen::Screen;
use furlong::Playable;
use guided::Guided;

pub(crate) fn learn<G: Playable>(asked: &Learn) -> Result<(), Failure> {
    let game = game::<G>(asked.ruleset.as_ref())?;
    let mut guided = Guided::new(&game)?;
    interrupt::leave_on_signal();
    let mut screen = Screen::standard(asked.plain);
    if !asked.plain && full::is_possible() {
        return full::show(&mut guided, screen.has_colour()).map(|_| ());
    }
    in_lines(&mut guided, &mut screen, &mut io::stdin().lock())
}

/// The steps as lines: each position, the sentences on it, and the choices.
fn in_lines<G: Playable>(
    guided: &mut Guided<G>,
    screen: &mut Screen<impl Write>,
    input: &mut impl BufRead,
) -> Result<(), Failure> {
    screen.text(&guided.begin()?)?;
    loop {
        screen.heading(&guided.heading())?;
        let canvas = screen.canvas();
        screen.picture(&guided.drawn(None, &canvas))?;
        screen.gap()?;
        screen.text(&guided.explanation())?;
        let (question, choices) = guided.choices();
        screen.heading(&question)?;
        screen.choices(&choices)?;
        loop {
            screen.prompt(">")?;
            let mut line = String::new();
            let read = input.read_line(&mut line);
            let count = read.map_err(|error| Failure::Failed(format!("cannot read the input: {error}")))?;
            if count == 0 {
                return Ok(screen.gap()?);
            }
            match guided.obey(Typed::read(&line))? {
                Answer::Text(text) => screen.text(&text)?,
                Answer::Leave => return Ok(()),
                Answer::GoesOn | Answer::TakenBack(_) => break,
            }
        }
    }
}
