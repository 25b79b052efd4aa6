//! The terminal: taken for the time of a game, and given back as it was.

use std::io::{self, Write as _, stdout};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, poll, read};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::desk::{Answer, Desk, Stage};
use super::paint::{paint, sheet_lines, table_width};
use super::state::{Sheet, State, Wish};
use crate::arena::Progress;
use crate::bot::StopFlag;
use crate::terminal::failure::Failure;
use crate::terminal::screen::is_interactive;
use crate::terminal::typed::Typed;

/// The terminal is taken.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The time between two looks at a bot that thinks.
const SOON: Duration = Duration::from_millis(5);

/// The time between two pictures of the progress of an analysis.
const GLANCE: Duration = Duration::from_millis(100);

/// The least columns and rows.
pub(in crate::terminal) const LEAST: (u16, u16) = (60, 20);

/// Returns whether a person sits before a terminal that can do more than show lines.
pub(in crate::terminal) fn is_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    is_interactive() && !is_dumb
}

/// Returns whether there is a terminal for a full screen.
pub(in crate::terminal) fn is_possible() -> bool {
    let size = ratatui::crossterm::terminal::size();
    is_terminal() && size.is_ok_and(|(columns, rows)| columns >= LEAST.0 && rows >= LEAST.1)
}

/// Gives the terminal back as it was, if it is taken.
pub(in crate::terminal) fn restore() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // Nothing can be done about a terminal that is gone.
        _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen);
        _ = disable_raw_mode();
        _ = execute!(stdout(), ratatui::crossterm::cursor::Show);
    }
}

/// The terminal, until it is dropped.
struct Taken;

impl Taken {
    fn take() -> Result<Self, Failure> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                restore();
                before(panic);
            }));
        });
        IS_TAKEN.store(true, Ordering::SeqCst);
        let taken = Self;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        restore();
    }
}

type Screen = Terminal<CrosstermBackend<io::Stdout>>;

/// A menu on the full screen, until it is dropped.
pub(in crate::terminal) struct Menu {
    screen: Screen,
    state: State,
    /// The person wants to leave all menus.
    is_left: bool,
    _taken: Taken,
}

/// The answer to a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::terminal) enum Picked {
    /// The choice of this index.
    Choice(usize),
    /// Back to the menu before.
    Back,
}

impl Menu {
    pub(in crate::terminal) fn open(has_colour: bool) -> Result<Self, Failure> {
        let taken = Taken::take()?;
        let screen = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Self { screen, state: State::new(has_colour), is_left: false, _taken: taken })
    }

    /// Offers choices below a text.
    pub(in crate::terminal) fn offer(
        &mut self,
        title: &str,
        text: &str,
        choices: Vec<(String, Option<String>)>,
    ) -> Result<Picked, Failure> {
        self.state.offer(title, text, choices);
        while !self.is_left {
            self.screen.draw(|frame| paint(frame, &mut self.state))?;
            match wish(&mut self.state)? {
                Wish::Obey(Typed::Number(number)) => return Ok(Picked::Choice(number - 1)),
                Wish::Leave => return Ok(Picked::Back),
                Wish::Quit => self.is_left = true,
                _ => {}
            }
        }
        Ok(Picked::Back)
    }

    /// Shows a text until it is closed.
    pub(in crate::terminal) fn show(&mut self, title: &str, text: &str) -> Result<(), Failure> {
        self.state.offer(title, "", Vec::new());
        let width = self.screen.size()?.width;
        self.state.sheet = Some(Sheet { text: sheet_lines(text, width), from: 0 });
        while self.state.sheet.is_some() {
            self.screen.draw(|frame| paint(frame, &mut self.state))?;
            if wish(&mut self.state)? == Wish::Quit {
                self.is_left = true;
                break;
            }
        }
        Ok(())
    }
}

/// Plays until the game is left, and writes the last words on the screen that was there before. Returns whether the
/// players want another game.
pub(in crate::terminal) fn play(desk: &mut dyn Desk, has_colour: bool) -> Result<bool, Failure> {
    let played = {
        let _taken = Taken::take()?;
        let mut screen = Terminal::new(CrosstermBackend::new(stdout()))?;
        play_on(desk, &mut screen, &mut State::new(has_colour))
    };
    let is_rematch = played?;
    let words = desk.leave()?;
    let mut out = stdout();
    out.write_all(words.as_bytes()).and_then(|()| out.flush())?;
    Ok(is_rematch)
}

fn play_on(desk: &mut dyn Desk, screen: &mut Screen, state: &mut State) -> Result<bool, Failure> {
    let width = |screen: &Screen| screen.size().map(|size| table_width(size.width));
    state.refresh(desk, width(screen)?)?;
    state.sheet = Some(Sheet { text: desk.begin()?.trim_start().to_owned(), from: 0 });
    loop {
        let columns = width(screen)?;
        state.refresh(desk, columns)?;
        screen.draw(|frame| paint(frame, state))?;
        let wish = if matches!(state.stage, Stage::Others(_)) && state.sheet.is_none() {
            step(desk, screen, state)?
        } else {
            wish(state)?
        };
        match wish {
            Wish::Nothing => {}
            Wish::Leave | Wish::Quit => return Ok(false),
            Wish::Rematch => return Ok(true),
            Wish::Analyse => analyse(desk, screen, state)?,
            Wish::SitDown => desk.sit_down(),
            Wish::Obey(typed) => match desk.obey(typed)? {
                Answer::GoesOn => {}
                Answer::Text(text) => state.tell(&text, columns),
                Answer::TakenBack(text) => state.take_back(&text, columns),
                Answer::Leave => return Ok(false),
            },
        }
    }
}

/// Shows the key points of the game, and the share of the work that is done before. Any key that leaves a game ends it.
fn analyse(desk: &mut dyn Desk, screen: &mut Screen, state: &mut State) -> Result<(), Failure> {
    let (stop, percent) = (StopFlag::default(), AtomicU64::new(0));
    let observer = |progress: Progress| {
        percent.store(100 * progress.done / progress.games.max(1), Ordering::Relaxed);
    };
    let points = meanwhile(
        || desk.analyse(&stop, &observer),
        || {
            state.message = format!("Analysed: {} % (q ends it)", percent.load(Ordering::Relaxed));
            screen.draw(|frame| paint(frame, state))?;
            if poll(GLANCE)? && matches!(wish(state)?, Wish::Leave | Wish::Quit) {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        },
    )?;
    state.message.clear();
    match points {
        Ok(text) => state.tell(&text, screen.size()?.width),
        Err(_) if stop.load(Ordering::Relaxed) => {}
        Err(failure) => state.message = failure.to_string(),
    }
    Ok(())
}

/// Works in a thread of its own, and looks at the keys until that is done.
fn meanwhile<T: Send>(
    work: impl FnOnce() -> T + Send,
    mut look: impl FnMut() -> Result<(), Failure>,
) -> Result<T, Failure> {
    thread::scope(|scope| {
        let work = scope.spawn(work);
        while !work.is_finished() {
            look()?;
        }
        Ok(work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Waits for a key or the mouse.
fn wish(state: &mut State) -> Result<Wish, Failure> {
    Ok(match read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => state.press(key),
        Event::Mouse(mouse) => state.click(mouse),
        _ => Wish::Nothing,
    })
}

/// Lets one of the others decide in a thread of its own, and shows the step for a while. Keys are heard all the time.
fn step(desk: &mut dyn Desk, screen: &mut Screen, state: &mut State) -> Result<Wish, Failure> {
    let mut left = Wish::Nothing;
    let start = Instant::now();
    meanwhile(
        || desk.step(),
        || {
            if poll(SOON)? {
                let pressed = wish(state)?;
                // A wish to leave is not forgotten.
                if left != Wish::Leave && left != Wish::Quit {
                    left = pressed;
                }
                screen.draw(|frame| paint(frame, state))?;
            }
            Ok(())
        },
    )??;
    while left == Wish::Nothing {
        let rest = state.pace().saturating_sub(start.elapsed());
        if rest.is_zero() || !poll(rest)? {
            break;
        }
        left = wish(state)?;
    }
    Ok(left)
}
