//! Pages that talk to a server.
#![allow(clippy::needless_pass_by_value, reason = "calls are written where they are made")]

use furlong::bot::StopFlag;
use furlong_tables::{Channel, Letter, Limits, Outcome, Tables, TurnCall};
use serde_json::{Value, json};

/// A server, and what each page has been sent.
pub(crate) struct Client {
    pub(crate) tables: Tables,
    pub(crate) now: u64,
    ids: u64,
    /// What decided a game is worked out.
    pub(crate) tells_stories: bool,
    /// The messages of each channel that nobody has asked for, in their order.
    pub(crate) pushed: Vec<(Channel, Value)>,
    /// The code of the last refusal.
    pub(crate) code: Value,
    /// The tables that changed, in their order.
    pub(crate) changed: Vec<String>,
    /// The turns that have begun.
    pub(crate) turns: Vec<TurnCall>,
    /// The mails to send.
    pub(crate) letters: Vec<Letter>,
}

impl Client {
    pub(crate) fn new() -> Self {
        let limits = Limits { has_mail: true, has_push: true, ..Limits::default() };
        let tables = Tables::new("a", furlong::catalogue(), [7; 32]).with_limits(limits);
        Self {
            tables,
            now: 1_000,
            ids: 0,
            tells_stories: false,
            pushed: Vec::new(),
            code: Value::Null,
            changed: Vec::new(),
            turns: Vec::new(),
            letters: Vec::new(),
        }
    }

    /// The reply to a call, or the sentence that refuses it.
    pub(crate) fn call(&mut self, channel: u64, call: Value) -> Result<Value, String> {
        self.ids += 1;
        let id = self.ids;
        let text = json!({ "id": id, "call": call }).to_string();
        let outcome = self.tables.call(Channel(channel), &text, self.now.into());
        let reply =
            self.take(outcome, Some(id)).or_else(|| self.work(Some(id))).expect("each call is answered");
        match reply.get("refused") {
            Some(sentence) => {
                self.code = reply["code"].clone();
                assert!(self.code.is_string(), "{reply}");
                Err(sentence.as_str().expect("a sentence").to_owned())
            }
            None => Ok(reply["reply"].clone()),
        }
    }

    pub(crate) fn command(&mut self, channel: u64, table: &str, command: Value) -> Result<Value, String> {
        self.call(channel, json!({ "at": { "table": table, "do": command } }))
    }

    fn take(&mut self, outcome: Outcome, id: Option<u64>) -> Option<Value> {
        self.changed.extend(outcome.changed);
        self.turns.extend(outcome.turns);
        self.letters.extend(outcome.letters);
        let mut reply = None;
        for sent in outcome.sent {
            let message: Value = serde_json::from_str(&sent.text).expect("JSON");
            // A call that takes a while is answered later.
            if message.get("progress").is_some() {
                continue;
            }
            if id.is_some() && message["id"].as_u64() == id {
                reply = Some(message);
            } else {
                self.pushed.push((sent.channel, message));
            }
        }
        reply
    }

    /// Lets bots and analyses do all that waits.
    pub(crate) fn work(&mut self, id: Option<u64>) -> Option<Value> {
        let mut reply = None;
        while let Some(work) = self.tables.work() {
            // What decided a game takes long, and few tests ask for it.
            if id.is_none() && work.is_long() && !self.tells_stories {
                continue;
            }
            let done = work.run(&StopFlag::default());
            let outcome = self.tables.finish(done, self.now.into());
            reply = self.take(outcome, id).or(reply);
        }
        reply
    }

    pub(crate) fn tick(&mut self) {
        let outcome = self.tables.tick(self.now.into());
        self.take(outcome, None);
    }

    pub(crate) fn close(&mut self, channel: u64) {
        let outcome = self.tables.close(Channel(channel), self.now.into());
        self.take(outcome, None);
    }

    /// Opens a table and joins it with a channel for each person, from 1.
    pub(crate) fn open(&mut self, wanted: Value) -> Opened {
        let opened = self.call(0, json!({ "open-table": wanted })).expect("a table");
        let opened = Opened::read(&opened);
        for (channel, token) in (1..).zip(opened.tokens.iter().flatten()) {
            self.join(channel, &opened.table, token).expect("a seat");
        }
        opened
    }

    pub(crate) fn join(&mut self, channel: u64, table: &str, token: &str) -> Result<Value, String> {
        self.join_since(channel, table, token, Value::Null)
    }

    /// Joins with what has happened since this event. The one who comes first claims the seat.
    pub(crate) fn join_since(
        &mut self,
        channel: u64,
        table: &str,
        token: &str,
        since: Value,
    ) -> Result<Value, String> {
        let join = json!({ "table": table, "token": token, "claim": own(token), "since": since });
        Ok(self.call(channel, json!({ "join": join }))?["joined"]["sight"].clone())
    }

    /// The last view that a channel was pushed, if it was pushed any.
    pub(crate) fn last_seen(&self, channel: u64) -> Option<&Value> {
        let mut own = self
            .pushed
            .iter()
            .rev()
            .filter(|(to, message)| *to == Channel(channel) && message["push"].get("sight").is_some());
        Some(&own.next()?.1["push"]["sight"])
    }

    /// The last view that a channel was pushed.
    pub(crate) fn seen(&self, channel: u64) -> &Value {
        self.last_seen(channel).expect("a sight")
    }
}

/// The token with which the person who was given this one claims the seat.
pub(crate) fn own(token: &str) -> String {
    token.chars().rev().collect()
}

/// A table with its tokens.
pub(crate) struct Opened {
    pub(crate) table: String,
    pub(crate) tokens: Vec<Option<String>>,
    pub(crate) watch: Option<String>,
}

impl Opened {
    pub(crate) fn read(reply: &Value) -> Self {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let opened = &reply["opened"];
        Self {
            table: text(&opened["table"]).expect("a name"),
            tokens: opened["tokens"].as_array().expect("a list").iter().map(text).collect(),
            watch: text(&opened["watch"]),
        }
    }

    pub(crate) fn token(&self, seat: usize) -> &str {
        self.tokens[seat].as_deref().expect("a person's seat")
    }
}

/// A table of this game with these players: a name alone is a person, `=bot` a bot.
pub(crate) fn wanted(game: &str, players: &[&str]) -> Value {
    let player = |player: &&str| match player.strip_prefix('=') {
        Some(bot) => json!({ "bot": bot }),
        None => json!({ "name": player, "person": true }),
    };
    json!({ "game": game, "players": players.iter().map(player).collect::<Vec<_>>() })
}
