//! Messages between the players at a live table.

use furlong::formats::ErrorCode;
use furlong::table::Reader;

use crate::Now;
use crate::chat::{ChatLine, Said};
use crate::live_table::{Kind, LiveTable};
use crate::open_table::{After, Done};
use crate::reply::Reply;

impl LiveTable {
    /// Returns whether people can write here, and somebody else can read it.
    fn has_chat(&self) -> bool {
        let has_others = self.links.iter().flatten().count() > 1 || self.watch.is_some();
        self.chat.is_on() && matches!(self.kind, Kind::Game) && has_others
    }

    /// Returns whether this reader can write messages.
    pub(crate) fn may_write(&self, reader: Reader) -> bool {
        self.has_chat() && reader.player().is_some()
    }

    /// The latest messages; `None` at a table without any.
    pub(crate) fn chat_lines(&self) -> Option<Vec<ChatLine>> {
        self.has_chat().then(|| self.chat.latest().cloned().collect())
    }

    /// Adds a message of a player.
    pub(crate) fn say(&mut self, reader: Reader, said: Said, now: Now) -> Done {
        if !self.has_chat() {
            return Err("This table has no messages.".into());
        }
        let seat = reader.player().ok_or((ErrorCode::NotYourSeat, "Only players can write messages."))?;
        Ok((Reply::Done {}, After::Said(self.chat.say(seat, said, now)?)))
    }
}
