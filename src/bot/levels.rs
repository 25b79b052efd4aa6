//! Searching bots by name: their parameters in typed form, the same for every game.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use super::flat::FlatMonteCarlo;
use super::guidance::Guidance;
use super::ismcts::Ismcts;
use super::settings::{Budget, ChanceInTree, RootRule, Settings};
use super::{Bot, BotSpec, UnknownBot};
use crate::game::RaceGame;

const GUIDED: (&str, &str) =
    ("guided", "percentage of playout decisions by the game's guidance, not at random");
const CUT: (&str, &str) = ("cut", "decisions before a playout is stopped and evaluated; or `never`");

/// The parameters of [`search_bot`], for [`BotKind::parameters`](super::BotKind::parameters).
pub const SEARCH_PARAMETERS: &[(&str, &str)] = &[
    ("iterations", "simulated games per decision"),
    ("seconds", "seconds per decision, instead of iterations; not repeatable"),
    ("exploration", "constant of the upper confidence bound; higher is broader"),
    ("trees", "independent trees that share the iterations; 1"),
    ("nodes", "maximum nodes of a tree; 200000"),
    ("candidates", "maximum actions that `halving` tries, best first; or `all`"),
    ("untried", "assumed value of an untried action, 0 to 1; or `first`: try all once"),
    ("thoughts", "weight of the game's guidance, as a number of visits"),
    ("chance", "chance outcomes in the tree: separate (`seen`) or `merged`"),
    ("root", "how actions share the iterations: `bounds` or `halving`"),
    GUIDED,
    CUT,
];

/// The parameters of [`flat_bot`].
pub const FLAT_PARAMETERS: &[(&str, &str)] = &[("worlds", "simulated games per action; 50"), GUIDED, CUT];

/// Creates a searching bot with these settings, changed by the parameters of the spec. For
/// [`Bots::bot`](super::Bots::bot), after [`BotSpec::check`].
///
/// # Errors
/// A parameter whose value is out of range.
pub fn search_bot<G: RaceGame, P: Guidance<G>>(
    spec: &BotSpec,
    guidance: P,
    settings: Settings,
) -> Result<Box<dyn Bot<G>>, UnknownBot> {
    let mut settings = settings;
    if let Some(count) = spec.number("iterations", 1, u32::MAX)? {
        settings.budget = Budget::Iterations(count);
    }
    if let Some(seconds) = spec.number("seconds", 0.001, 3_600.0)? {
        settings.budget = Budget::Time(Duration::from_secs_f64(seconds));
    }
    spec.set(&mut settings.exploration, 0.0, 100.0, "exploration")?;
    spec.set(&mut settings.trees, 1, 64, "trees")?;
    spec.set(&mut settings.nodes, 1, 10_000_000, "nodes")?;
    spec.set(&mut settings.first_thoughts, 0.0, 1e6, "thoughts")?;
    spec.set_or(&mut settings.candidates, "all", 1, 10_000, "candidates")?;
    spec.set(&mut settings.playouts.guided_percent, 0, 100, "guided")?;
    spec.set_or(&mut settings.untried, "first", 0.0, 1.0, "untried")?;
    spec.set_or(&mut settings.playouts.cut_after, "never", 0, 10_000, "cut")?;
    spec.choose(
        &mut settings.chance,
        [("seen", ChanceInTree::Seen), ("merged", ChanceInTree::Merged)],
        "chance",
    )?;
    spec.choose(&mut settings.root, [("bounds", RootRule::Bounds), ("halving", RootRule::Halving)], "root")?;
    let bot = Ismcts::<G, P>::new(guidance, settings);
    bot.map(|bot| Box::new(bot) as Box<dyn Bot<G>>).map_err(|error| UnknownBot::Value {
        bot: spec.name.clone(),
        parameter: "iterations".to_owned(),
        value: format!("{:?}", settings.budget),
        allowed: error.to_string(),
    })
}

/// Creates a flat Monte Carlo bot with these settings, changed by the parameters of the spec.
///
/// # Errors
/// A parameter whose value is out of range.
pub fn flat_bot<G: RaceGame, P: Guidance<G>>(
    spec: &BotSpec,
    guidance: P,
    settings: Settings,
) -> Result<Box<dyn Bot<G>>, UnknownBot> {
    let mut playouts = settings.playouts;
    let mut worlds = 50;
    spec.set(&mut worlds, 1, 1_000_000, "worlds")?;
    spec.set(&mut playouts.guided_percent, 0, 100, "guided")?;
    spec.set_or(&mut playouts.cut_after, "never", 0, 10_000, "cut")?;
    let bot = FlatMonteCarlo::new(guidance, worlds, playouts);
    bot.map(|bot| Box::new(bot) as Box<dyn Bot<G>>).map_err(|error| spec.refuse("worlds", error.to_string()))
}

/// The settings that a spec gives.
impl BotSpec {
    fn text(&self, parameter: &str) -> Option<&str> {
        self.parameters.get(parameter).map(String::as_str)
    }

    /// Reads a number in this range, if it is given.
    fn number<N>(&self, parameter: &str, least: N, most: N) -> Result<Option<N>, UnknownBot>
    where
        N: FromStr + PartialOrd + Display + Copy,
    {
        let Some(text) = self.text(parameter) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.map(Some).ok_or_else(|| self.refuse(parameter, format!("a number from {least} to {most}")))
    }

    pub(crate) fn set<N>(&self, value: &mut N, least: N, most: N, parameter: &str) -> Result<(), UnknownBot>
    where
        N: FromStr + PartialOrd + Display + Copy,
    {
        if let Some(number) = self.number(parameter, least, most)? {
            *value = number;
        }
        Ok(())
    }

    /// Sets one of two values by its name.
    pub(crate) fn choose<T: Copy>(
        &self,
        value: &mut T,
        choices: [(&str, T); 2],
        parameter: &str,
    ) -> Result<(), UnknownBot> {
        let Some(text) = self.text(parameter) else { return Ok(()) };
        let chosen = choices.iter().find(|(name, _)| *name == text);
        let [(one, _), (other, _)] = choices;
        let (_, chosen) = chosen.ok_or_else(|| self.refuse(parameter, format!("`{one}` or `{other}`")))?;
        *value = *chosen;
        Ok(())
    }

    /// Sets a number, or removes it if the parameter has the value `word`.
    fn set_or<N>(
        &self,
        value: &mut Option<N>,
        word: &str,
        least: N,
        most: N,
        parameter: &str,
    ) -> Result<(), UnknownBot>
    where
        N: FromStr + PartialOrd + Display + Copy,
    {
        if self.text(parameter) == Some(word) {
            *value = None;
            return Ok(());
        }
        let allowed = || format!("`{word}`, or a number from {least} to {most}");
        let number = self.number(parameter, least, most);
        let number = number.map_err(|_| self.refuse(parameter, allowed()))?;
        *value = number.or(*value);
        Ok(())
    }
}
