//! The settings screen: colours, pace and keys, saved as soon as they change.

use crate::failure::Failure;
use crate::play::full_screen::{Menu, explained_by};
use crate::play::keys::COMMANDS;
use crate::play::settings::{Settings, Theme, USUAL_PACE};

const TITLE: &str = "Settings";

/// The names of the paces, from the slowest.
const PACES: [&str; 6] = ["very slow", "slow", "usual", "fast", "very fast", "at once"];

/// The explanation of each setting.
const EXPLAINED: [(&str, &str); 3] = [
    ("Colours", "screen colours for a dark or light background, or none"),
    ("Pace", "how long each step of the others is shown"),
    ("Keys", "the key for each command"),
];

/// A choice with a label and its current value.
fn choice(label: impl Into<String>, now: impl Into<String>) -> (String, Option<String>) {
    (label.into(), Some(now.into()))
}

/// The choices of the settings screen.
pub(crate) fn choices(settings: &Settings) -> Vec<(String, Option<String>)> {
    let pace = PACES.get(settings.pace.unwrap_or(USUAL_PACE)).copied().unwrap_or("at once");
    let keys = match settings.keys.len() {
        0 => "default".to_owned(),
        count => format!("{count} changed"),
    };
    vec![choice("Colours", settings.theme.name()), choice("Pace", pace), choice("Keys", keys)]
}

/// The choices of the keys screen: each command with its key, and finally a reset.
pub(crate) fn key_choices(settings: &Settings) -> Vec<(String, Option<String>)> {
    let of_command = |(command, about): &(char, &str)| {
        let key = settings.key(*command);
        let usual = if key == *command { String::new() } else { format!(" (default: {command})") };
        choice(key, format!("{about}{usual}"))
    };
    let mut choices: Vec<_> = COMMANDS.iter().map(of_command).collect();
    choices.push(choice("Reset all", "give every command its default key"));
    choices
}

/// Asks for colours, pace and keys, and saves them.
pub(crate) fn ask_settings(menu: &mut Menu) -> Result<(), Failure> {
    let (mut settings, mut text) = match Settings::read() {
        Ok(settings) => (settings, String::new()),
        Err(failure) => (Settings::default(), format!("{failure}. A change here replaces the file.")),
    };
    let mut cursor = 0;
    let explain = |index: usize| explained_by(EXPLAINED[index].0, EXPLAINED[index].1);
    while let Some(chosen) = menu.offer_explained((TITLE, &text), choices(&settings), cursor, &explain)? {
        cursor = chosen;
        match chosen {
            0 => {
                let choices = Theme::ALL.map(|(_, name, about)| choice(name, about));
                let now = Theme::ALL.iter().position(|(theme, ..)| *theme == settings.theme).unwrap_or(0);
                let theme = menu.offer_at(TITLE, "Which colours?", choices.to_vec(), now)?;
                let Some(theme) = theme else { continue };
                settings.theme = Theme::ALL[theme].0;
                text = keep(menu, &settings);
            }
            1 => {
                let choices = PACES.map(|pace| (pace.to_owned(), None)).to_vec();
                let now = settings.pace.unwrap_or(USUAL_PACE).min(PACES.len() - 1);
                let pace = menu.offer_at(TITLE, "How fast should the others move?", choices, now)?;
                let Some(pace) = pace else { continue };
                settings.pace = Some(pace);
                text = keep(menu, &settings);
            }
            _ => text = ask_keys(menu, &mut settings)?,
        }
    }
    Ok(())
}

/// Saves the settings, and says why if that fails.
fn keep(menu: &mut Menu, settings: &Settings) -> String {
    menu.set(settings);
    settings.write().err().map_or_else(String::new, |failure| format!("Settings not saved: {failure}."))
}

/// Asks for new keys until the person goes back.
fn ask_keys(menu: &mut Menu, settings: &mut Settings) -> Result<String, Failure> {
    let (mut text, mut cursor) = (String::new(), 0);
    let question = "Which command should get another key?";
    loop {
        let said = if text.is_empty() { question } else { &text };
        let Some(chosen) = menu.offer_at("Keys", said, key_choices(settings), cursor)? else {
            return Ok(String::new());
        };
        cursor = chosen;
        let Some((command, about)) = COMMANDS.get(chosen) else {
            settings.keys.clear();
            text = keep(menu, settings);
            continue;
        };
        let asked = format!("Press the new key: {about}. Esc: back");
        let Some(letter) = menu.ask_key("Keys", &asked)? else { continue };
        text = match settings.set_key(*command, letter) {
            Ok(()) => keep(menu, settings),
            Err(problem) => problem,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::full_screen::painted_menu;

    #[test]
    fn the_settings_and_the_keys_say_what_is_set_at_every_size() {
        let mut settings = Settings { theme: Theme::Light, pace: Some(5), ..Settings::default() };
        settings.set_key('h', 'x').expect("free");
        for shown in painted_menu(TITLE, "", &choices(&settings)) {
            for part in ["> Colours  light", "Pace     at once", "Keys     1 changed", "Enter choose"] {
                assert!(shown.contains(part), "{part} in:\n{shown}");
            }
        }
        for shown in painted_menu("Keys", "Which command should get another key?", &key_choices(&settings)) {
            for part in ["> x", "a hint (default: h)", "l", "the log", "Which command"] {
                assert!(shown.contains(part), "{part} in:\n{shown}");
            }
        }
        // The last one is reached on the smallest screen too.
        let last = key_choices(&Settings::default()).pop().expect("a choice");
        assert_eq!(last.0, "Reset all");
    }
}
