//! Games by post as text, including everything hidden.

use furlong::formats::ErrorCode;
use furlong::formats::json;
use furlong::hare_tortoise::postal::PostalGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{PostSeat, PostTable};
use crate::link::Link;
use crate::refusal::Refusal;
use crate::{Millis, Now};

/// The version of the format.
const VERSION: u32 = 1;

/// Everything about a game by post except who is watching.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Saved {
    version: u32,
    id: String,
    /// The game in the library's own format.
    post: String,
    seats: Vec<PostSeat>,
    master: Link,
    watch: Option<Link>,
    each: Option<Millis>,
    due: Option<Millis>,
    #[serde(default)]
    grace: Millis,
}

impl PostTable {
    /// Returns whether these are the fields of a game by post.
    pub(crate) fn is_in(saved: &Value) -> bool {
        saved.get("post").is_some()
    }

    pub(super) fn to_json(&self) -> String {
        let saved = Saved {
            version: VERSION,
            id: self.id.clone(),
            post: self.game.to_json(),
            seats: self.seats.clone(),
            master: self.master.clone(),
            watch: self.watch.clone(),
            each: self.each,
            due: self.due,
            grace: self.grace,
        };
        json::written(&saved)
    }

    /// Restores the game from these fields. A deadline that has passed in the meantime takes effect with the next tick.
    pub(crate) fn restored(saved: Value, now: Now) -> Result<Self, Refusal> {
        let saved: Saved =
            serde_json::from_value(saved).map_err(|error| Refusal::of(ErrorCode::Unreadable, &error))?;
        if saved.version != VERSION {
            return Err(Refusal::new(
                ErrorCode::Version,
                format!("The game is saved in version {}, not {VERSION}.", saved.version),
            ));
        }
        let game =
            PostalGame::from_json(&saved.post).map_err(|error| Refusal::of(ErrorCode::Unreadable, &error))?;
        game.check_whole().map_err(|error| Refusal::of(ErrorCode::Unreadable, &error))?;
        if saved.seats.len() != game.players().len() {
            return Err((ErrorCode::Unreadable, "The saved game has a different number of seats.").into());
        }
        let mut post = Self {
            id: saved.id,
            game,
            seats: saved.seats,
            master: saved.master,
            watch: saved.watch,
            each: saved.each,
            due: None,
            grace: saved.grace,
            falls: None,
            listeners: std::collections::BTreeMap::new(),
            touched: now.steady,
        };
        post.set_due(saved.due);
        Ok(post)
    }
}
