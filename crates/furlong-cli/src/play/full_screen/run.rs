//! The terminal: taken over for the duration of a game, and then given back as it was.

use std::io::{self, Write as _, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event, KeyCode,
    KeyEventKind, KeyModifiers, poll, read,
};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;

use super::keyboard::Intent;
use super::paint::paint;
use super::screen_model::{Analysing, Answer, Leap, ScreenModel, Stage};
use super::state::{Asks, Sheet, State};
use super::theme::repaint;
use crate::failure::Failure;
use crate::interrupt;
use crate::play::typed_line::Typed;
use crate::screen::is_interactive;
use furlong::table::{Request, Shown};
use furlong::text::Canvas;

/// Whether the terminal is taken over.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether the terminal no longer shows what was painted last.
static IS_STALE: AtomicBool = AtomicBool::new(false);

/// Held while the screen is painted, and while the terminal is temporarily given back.
static PAINTING: Mutex<()> = Mutex::new(());

/// The time between two checks of a bot that is thinking.
const SOON: Duration = Duration::from_millis(5);

/// The time between two checks of an analysis's progress.
const GLANCE: Duration = Duration::from_millis(100);

/// The minimum number of columns and rows.
pub(crate) const LEAST: (u16, u16) = (60, 20);

/// Returns whether a person is at a terminal that can do more than show lines.
pub(crate) fn is_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    is_interactive() && !is_dumb
}

/// Returns whether there is a terminal for the full screen.
pub(crate) fn is_possible() -> bool {
    let size = crossterm::terminal::size();
    is_terminal() && size.is_ok_and(|(columns, rows)| columns >= LEAST.0 && rows >= LEAST.1)
}

/// Returns whether the terminal is taken over.
pub(crate) fn is_taken() -> bool {
    IS_TAKEN.load(Ordering::SeqCst)
}

/// Gives the terminal back as it was, if it is taken over.
pub(crate) fn restore() {
    // After a suspension, the terminal is taken over first, or that would happen after this. A thread that panics
    // may hold the lock itself.
    let _painting =
        (!std::thread::panicking()).then(|| PAINTING.lock().unwrap_or_else(PoisonError::into_inner));
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        release();
    }
}

/// Does this work while the terminal, if taken over, is given back. Afterwards the screen is painted again.
#[cfg(unix)]
pub(crate) fn while_released(work: impl FnOnce()) {
    let _painting = PAINTING.lock().unwrap_or_else(PoisonError::into_inner);
    if !is_taken() {
        return work();
    }
    release();
    work();
    // If the terminal is gone, nothing can be done.
    _ = seize();
    IS_STALE.store(true, Ordering::SeqCst);
    // The size may have changed too, and this notifies the loop that waits for a key.
    _ = signal_hook::low_level::raise(signal_hook::consts::SIGWINCH);
}

fn release() {
    // If the terminal is gone, nothing can be done.
    _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen);
    _ = disable_raw_mode();
    _ = execute!(stdout(), crossterm::cursor::Show);
}

fn seize() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableMouseCapture, EnableBracketedPaste)
}

/// Paints the whole state.
pub(super) fn draw(screen: &mut Screen, state: &mut State) -> io::Result<()> {
    let _painting = PAINTING.lock().unwrap_or_else(PoisonError::into_inner);
    if IS_STALE.swap(false, Ordering::SeqCst) {
        // A new terminal remembers nothing, so it paints everything.
        *screen = Terminal::new(CrosstermBackend::new(stdout()))?;
    }
    let painted = screen.draw(|frame| {
        paint(frame, state);
        repaint(frame.buffer_mut(), state.settings.theme);
    });
    painted.map(|_| ())
}

/// The terminal is taken over as long as this value exists. Dropping it gives the terminal back.
pub(super) struct Taken;

impl Taken {
    pub(super) fn take() -> Result<Self, Failure> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                restore();
                before(panic);
            }));
        });
        interrupt::watch_full_screen();
        IS_TAKEN.store(true, Ordering::SeqCst);
        let taken = Self;
        seize()?;
        // From now on every change of size is noticed, because keys and signals are waited for together.
        poll(Duration::ZERO)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        restore();
    }
}

pub(super) type Screen = Terminal<CrosstermBackend<io::Stdout>>;

/// What the person wants after leaving a game on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    Leave,
    /// Leaving everything.
    Quit,
    /// A first game after the lessons.
    Begin,
    /// Another game with the same players under the same rules.
    Rematch,
    /// Another game against bots of the level that suits better.
    NewLevel,
    /// Going through the game again.
    Replay,
    /// Playing on in the recorded game, from the moment shown.
    PlayOn,
}

/// Shows a game until the person leaves it, and writes the last message on the screen that was there before.
pub(crate) fn show(model: &mut dyn ScreenModel, has_colour: bool) -> Result<After, Failure> {
    let shown = {
        let _taken = Taken::take()?;
        let mut screen = Terminal::new(CrosstermBackend::new(stdout()))?;
        let mut state = State::as_set(has_colour);
        let shown = show_on(model, &mut screen, &mut state);
        state.keep_pace();
        shown
    };
    let after = shown?;
    if after == After::Replay {
        // The person comes back.
        return Ok(after);
    }
    let words = model.leave()?;
    let mut out = stdout();
    out.write_all(words.as_bytes()).and_then(|()| out.flush())?;
    Ok(after)
}

fn show_on(model: &mut dyn ScreenModel, screen: &mut Screen, state: &mut State) -> Result<After, Failure> {
    let size = |screen: &Screen| screen.size().map(|size| (size.width, size.height));
    state.refresh(model, size(screen)?)?;
    let introduction = model.begin()?;
    if !introduction.is_empty() {
        state.sheet = Some(Sheet { values: introduction, from: 0 });
    }
    // An intent that waits until a notice is confirmed.
    let mut waiting = None;
    let mut has_begun = false;
    loop {
        let (columns, rows) = size(screen)?;
        state.refresh(model, (columns, rows))?;
        draw(screen, state)?;
        // Clocks do not run until the introduction has been read.
        has_begun |= state.sheet.is_none();
        let is_timed = has_begun && state.stage == Stage::Choice && !state.is_in_frame;
        let mut intent = if is_timed && model.until_next_second().is_some() {
            intent_in_time(model, screen, state)?
        } else {
            next_intent(model, screen, state)?
        };
        if let Intent::Confirm(is_yes) = intent {
            model.confirm(is_yes);
            // From a screen that is handed over, there is nothing to go back to.
            if !is_yes && model.stage() == state.stage {
                state.asks = Asks::ToLeave;
            }
            intent = waiting.take().filter(|_| is_yes).unwrap_or(Intent::Nothing);
        }
        if matches!(intent, Intent::Analyse | Intent::Page | Intent::PlayOn | Intent::ChangeViewer)
            && model.asks_first()
        {
            waiting = Some(intent);
            continue;
        }
        match intent {
            Intent::Nothing | Intent::OnWith | Intent::Confirm(_) | Intent::Words(_) | Intent::Key(_) => {}
            Intent::Leave => return Ok(After::Leave),
            Intent::Quit => return Ok(After::Quit),
            Intent::Rematch => return Ok(After::Rematch),
            Intent::NewLevel => return Ok(After::NewLevel),
            Intent::Replay => return Ok(After::Replay),
            Intent::PlayOn => return Ok(After::PlayOn),
            Intent::Analyse => analyse(model, screen, state)?,
            Intent::Page => write_page(model, screen, state)?,
            Intent::Leap(leap) => {
                leap_to(model, leap, screen, state)?;
                state.news.clear();
            }
            Intent::ChangeViewer => {
                model.change_viewer();
                state.news.clear();
            }
            Intent::Obey(typed) => {
                if let Some(after) = obey(model, typed, state, columns)? {
                    return Ok(after);
                }
            }
        }
    }
}

/// Carries out what the person asks for, and shows the answer. Returns what follows if the game is left.
fn obey(
    model: &mut dyn ScreenModel,
    typed: Typed,
    state: &mut State,
    columns: u16,
) -> Result<Option<After>, Failure> {
    let is_hint = matches!(typed, Typed::Asked(Request::Hint(_)));
    match model.obey(typed)? {
        Answer::GoesOn => state.cursor = None,
        Answer::Told(values) => {
            if is_hint {
                state.go_to_advice(&values);
            }
            state.tell(values, columns);
        }
        Answer::Log(values) => state.show_log(values),
        Answer::TakenBack(values) => state.take_back(values, columns),
        Answer::Leave => return Ok(Some(After::Leave)),
        Answer::Begin => return Ok(Some(After::Begin)),
    }
    Ok(None)
}

/// Waits for an intent while others decide, or while a step of the game is shown.
fn next_intent(
    model: &mut dyn ScreenModel,
    screen: &mut Screen,
    state: &mut State,
) -> Result<Intent, Failure> {
    match &state.stage {
        _ if model.analyses_first() => Ok(Intent::Analyse),
        _ if state.sheet.is_some() => intent(state),
        _ if state.is_in_frame => show_scene(screen, state),
        Stage::Others(_) => step(model, screen, state),
        Stage::Over if model.is_quick_analysis_pending() => look_back(model, state),
        _ => intent(state),
    }
}

/// Waits for an intent while the person's clock runs, whatever is shown above the table.
fn intent_in_time(
    model: &mut dyn ScreenModel,
    screen: &mut Screen,
    state: &mut State,
) -> Result<Intent, Failure> {
    let mut since = Instant::now();
    while let Some(rest) = model.until_next_second() {
        let is_pressed = poll(rest)?;
        // Clocks count whole milliseconds. The remainder is carried over.
        let elapsed = Duration::from_millis(u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX));
        since += elapsed;
        if let Some(said) = model.think(elapsed)? {
            state.sheet = Some(Sheet { values: vec![Shown::Sentence(said)], from: 0 });
            break;
        }
        if is_pressed {
            return intent(state);
        }
        state.tick(model, screen.size()?.width);
        draw(screen, state)?;
    }
    Ok(Intent::Nothing)
}

/// Goes to another moment. A bot that is asked for its reasons there may think for a while.
fn leap_to(
    model: &mut dyn ScreenModel,
    leap: Leap,
    screen: &mut Screen,
    state: &mut State,
) -> Result<(), Failure> {
    let begun = Instant::now();
    let went = meanwhile(
        || model.leap(leap),
        || {
            thread::sleep(SOON);
            if begun.elapsed() > GLANCE {
                "The bot thinks again ...".clone_into(&mut state.message);
                draw(screen, state)?;
            }
            Ok(())
        },
    )?;
    state.message.clear();
    match went {
        Err(Failure::Usage(problem)) => state.message = format!("{problem}."),
        went => went?,
    }
    Ok(())
}

/// Writes the page of the game, after analysing it if necessary.
fn write_page(model: &mut dyn ScreenModel, screen: &mut Screen, state: &mut State) -> Result<(), Failure> {
    let width = screen.size()?.width;
    let mut path = model.write_page();
    if let Ok(None) = path {
        analyse(model, screen, state)?;
        state.sheet = None;
        path = model.write_page();
    }
    match path {
        Ok(Some(path)) => {
            state.tell(vec![Shown::Sentence(format!("Wrote the page {}.", path.display()))], width);
        }
        Ok(None) => {}
        Err(failure) => {
            state.tell(vec![Shown::Refused(format!("The page was not written: {failure}."))], width);
        }
    }
    Ok(())
}

/// Shows the key points of the game, and the progress of the analysis before that. Any key that leaves a game hides
/// it: it goes on in the background.
fn analyse(model: &mut dyn ScreenModel, screen: &mut Screen, state: &mut State) -> Result<(), Failure> {
    let points = loop {
        match model.analyse() {
            Ok(Analysing::GoesOn(progress)) => state.message = format!("Analysing: {progress}"),
            Ok(Analysing::Done(values)) => break Ok(values),
            Err(failure) => break Err(failure),
        }
        state.asks = Asks::ToHide;
        draw(screen, state)?;
        if poll(GLANCE)? && matches!(intent(state)?, Intent::Leave | Intent::Quit) {
            state.asks = Asks::Nothing;
            let key = state.settings.key('a');
            state.message = format!("The analysis goes on in the background: {key} shows it.");
            return Ok(());
        }
    };
    state.asks = Asks::Nothing;
    state.message.clear();
    match points {
        Ok(mut values) => {
            let (names, canvas) = (model.names(), Canvas { colour: state.has_colour, ..Canvas::PLAIN });
            for value in &mut values {
                if let Shown::Sentence(text) = value {
                    *text = names.painted(text, &canvas);
                }
            }
            state.tell(values, screen.size()?.width);
        }
        Err(failure) => state.message = failure.to_string(),
    }
    Ok(())
}

/// Waits for an intent while the search for what decided the game is running, until it ends.
fn look_back(model: &mut dyn ScreenModel, state: &mut State) -> Result<Intent, Failure> {
    while model.is_quick_analysis_pending() {
        if poll(GLANCE)? {
            return intent(state);
        }
    }
    Ok(Intent::Nothing)
}

/// Does work in a separate thread, checking keys until it is done.
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

/// Waits for a key or the mouse. Ctrl-Z suspends the program, whatever is shown.
pub(super) fn intent(state: &mut State) -> Result<Intent, Failure> {
    let intent = match read()? {
        Event::Key(key) if key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL => {
            interrupt::suspend();
            Intent::Nothing
        }
        Event::Key(key) if key.kind != KeyEventKind::Release => state.press(key),
        Event::Mouse(mouse) => state.click(mouse),
        Event::Paste(text) => state.paste(&text),
        _ => Intent::Nothing,
    };
    if matches!(intent, Intent::Obey(_)) {
        // The last answer may no longer hold.
        state.message.clear();
    }
    Ok(intent)
}

/// Shows one change for a while, or until a key asks for the next one.
fn show_scene(screen: &mut Screen, state: &mut State) -> Result<Intent, Failure> {
    let start = Instant::now();
    loop {
        let rest = state.pace().saturating_sub(start.elapsed());
        if rest.is_zero() || !poll(rest)? {
            return Ok(Intent::OnWith);
        }
        let intent = intent(state)?;
        if intent != Intent::Nothing {
            return Ok(intent);
        }
        draw(screen, state)?;
    }
}

/// Lets one of the others decide in a separate thread, and shows the step for a while. Keys work all the time.
fn step(model: &mut dyn ScreenModel, screen: &mut Screen, state: &mut State) -> Result<Intent, Failure> {
    let mut left = Intent::Nothing;
    let start = Instant::now();
    meanwhile(
        || model.step(),
        || {
            if poll(SOON)? {
                let pressed = intent(state)?;
                // An intent to leave must not be lost.
                if left != Intent::Leave && left != Intent::Quit {
                    left = pressed;
                }
                draw(screen, state)?;
            }
            Ok(())
        },
    )??;
    while left == Intent::Nothing && !model.skips() {
        let rest = state.pace().saturating_sub(start.elapsed());
        if rest.is_zero() || !poll(rest)? {
            break;
        }
        left = intent(state)?;
    }
    Ok(left)
}
