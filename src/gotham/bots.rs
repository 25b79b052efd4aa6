//! The bots of the game.

use super::Gotham;
use super::ruleset::Ruleset;
