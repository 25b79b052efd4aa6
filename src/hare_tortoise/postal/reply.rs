//! Answers to players: their orders as they were understood, what each would do in the current position, and anything
//! that did not count. A reply does not depend on other players' orders.

use std::fmt;

use super::super::action::Action;
use super::super::game::HareTortoise;
use super::super::happening::Happening;
use super::error::{OrdersError, SheetPlace, UnusableSheet};
use super::game::PostalGame;
use super::game_error::PostalError;
use super::in_words;
use super::instructions::{Lasts, Vote};
use super::mail::{LeftOut, left_out};
use super::occasion::Occasion;
use super::orders::{Alternative, MoveOrder, Sheet, letter};
use super::prospect::Prospect;
use super::round::heard_by;
use super::sent::{Content, Sent};
use super::sequence::{moves_of, sequence};
use super::sheet_selection::{NotUsed, Sheets};
use crate::common::seat::{Seat, Seats};
use crate::race::Race;
use crate::text::{Document, Names, Part, capitalized, listed, ordinal};

/// An answer to the sender of orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The player, if the sender is known.
    pub player: Option<Seat>,
    /// The address of the recipient, if the orders came in a mail.
    pub to: Option<String>,
    /// The subject of the mail.
    pub subject: String,
    /// The text of the answer.
    pub document: Document,
}

impl PostalGame {
    /// The answers to everybody who has sent orders for the open round, given the files that came: one for each player,
    /// and one for each sender whose player is unknown.
    ///
    /// ```
    /// use furlong::hare_tortoise::{HareTortoise, postal::{PostalGame, Sent}};
    /// use furlong::{RaceGame, ruleset};
    ///
    /// let game = HareTortoise::new(ruleset::open("postal")?)?;
    /// let names = ["Ann", "Bob"].map(str::to_owned);
    /// let postal = PostalGame::new("spring", &game, &game.setup(2), &names, 7)?;
    /// let replies = postal.replies(vec![Sent::text("a.txt", "player A\nround 1\nfirst: to 5")])?;
    /// assert!(replies[0].document.to_text().contains("Go to 5"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the race is over.
    pub fn replies(&self, sent: Vec<Sent>) -> Result<Vec<Reply>, PostalError> {
        let round = self.open_round()?;
        let (race, occasion) = (self.race()?, self.occasion()?);
        let mut sent = self.new_among(sent);
        sent.retain(|sent| !sent.is_backup());
        let sheets = self.sheets(sent.clone())?;
        let called = self.roster(round).called;
        let writer = Writer { postal: self, race: &race, round, occasion: occasion.clone(), called };
        let mut unusable: Vec<(&Sent, UnusableSheet)> = Vec::new();
        let mut of_seats = [const { Vec::new() }; Seats::MOST.count() as usize];
        for sent in &sent {
            let read = sent.instructions(&occasion).and_then(|written| {
                let is_kept = written.reaches_beyond(round);
                written
                    .sheet_for(&occasion)
                    .map(|_| ())
                    .or_else(|other| if is_kept { Ok(()) } else { Err(other) })?;
                if sheets.left_out.contains(&sent.file) {
                    let problem = "this address is unknown, and somebody else writes for that player too";
                    let place = SheetPlace { line: 1, column: 1 };
                    return Err(OrdersError::Sender { place, problem: problem.to_owned() }.into());
                }
                Ok(written.player)
            });
            match read {
                Ok(player) => of_seats[player.index()].push(sent),
                Err(mut faulty) => {
                    // A player's orders must not be shown to somebody who only writes in the player's name.
                    if faulty.is_of_another() {
                        faulty.player = None;
                    }
                    if let Some(seat) = faulty.player {
                        of_seats[seat.index()].push(sent);
                    }
                    unusable.push((sent, faulty));
                }
            }
        }
        let mut replies = Vec::new();
        for (seat, files) in Seats::MOST.iter().zip(&of_seats).filter(|(_, files)| !files.is_empty()) {
            let faulty = unusable.iter().filter(|(_, faulty)| faulty.player == Some(seat));
            replies.push(writer.reply(seat, files, &sheets, &faulty.cloned().collect::<Vec<_>>()));
        }
        let unknown = unusable.iter().filter(|(_, faulty)| faulty.player.is_none());
        replies.extend(unknown.map(|(sent, faulty)| writer.reply_to_unknown(sent, faulty)));
        Ok(replies)
    }
}

/// What an answer is written from.
struct Writer<'a> {
    postal: &'a PostalGame,
    race: &'a Race<HareTortoise>,
    round: u16,
    occasion: Occasion,
    called: Vec<String>,
}

impl Writer<'_> {
    /// The answer to a player who has sent these files.
    fn reply(
        &self,
        seat: Seat,
        files: &[&Sent],
        sheets: &Sheets,
        faulty: &[(&Sent, UnusableSheet)],
    ) -> Reply {
        let counting = sheets.of(seat);
        let mut parts = Vec::new();
        for (sent, sheet) in faulty {
            parts.extend(fault_parts(sent, sheet));
        }
        let is_of_player = |part: &&NotUsed| files.iter().any(|sent| sent.file == part.file);
        let is_faulty = |part: &&NotUsed| faulty.iter().any(|(sent, _)| sent.file == part.file);
        let mut ignored: Vec<String> = sheets
            .not_used
            .iter()
            .filter(is_of_player)
            .filter(|part| !is_faulty(part))
            .map(|NotUsed { file, reason, .. }| format!("{file}: {reason}"))
            .collect();
        match counting {
            Some((file, sheet)) => {
                let origin = files.iter().find(|sent| sent.file == *file).copied();
                parts.extend(self.sheet_parts(origin, file, sheet));
                ignored.extend(origin.into_iter().flat_map(ignored_lines));
            }
            None => parts.push(Part::Paragraph(format!(
                "You have no sheet that counts for round {} yet. {}",
                self.round,
                self.default_words(seat)
            ))),
        }
        parts.extend(self.other_parts(files));
        if !ignored.is_empty() {
            parts.push(Part::Heading("Left out".to_owned()));
            parts.push(Part::List(ignored));
        }
        let name = &self.called[seat.index()];
        let what = if faulty.is_empty() { "how your orders were read" } else { "your orders have faults" };
        Reply {
            player: Some(seat),
            to: newest_address(files),
            subject: format!("{}, round {}: {what}", self.postal.title(), self.round),
            document: Document {
                title: format!("{}, round {}: {name}", self.postal.title(), self.round),
                parts,
            },
        }
    }

    /// The parts about orders for other rounds, votes and press.
    fn other_parts(&self, files: &[&Sent]) -> Vec<Part> {
        let name = |seat: &Seat| self.called[seat.index()].clone();
        let mut turns = Vec::new();
        for (sent, written) in
            files.iter().filter_map(|sent| Some((sent, sent.instructions(&self.occasion).ok()?)))
        {
            for part in &written.parts {
                let round = part.sheet.round;
                let title = match part.lasts {
                    Lasts::UntilFurtherNotice => {
                        format!("From round {round} on, if you send no orders for a round ({})", sent.file)
                    }
                    Lasts::OneRound if round > self.round => {
                        format!("For round {round}, kept until then ({})", sent.file)
                    }
                    Lasts::OneRound => format!("Round {round} ({})", sent.file),
                };
                let mut lines = Vec::new();
                if part.withdraws {
                    lines.push("You take back your earlier orders.".to_owned());
                } else if part.has_orders() && (part.lasts == Lasts::UntilFurtherNotice || round > self.round)
                {
                    lines.extend(
                        part.sheet.to_string().lines().skip(2).map(|line| format!("`{}`", line.trim())),
                    );
                }
                lines.extend(part.vote.map(|vote| match vote {
                    Vote::End => "You vote to end the game after this round.".to_owned(),
                    Vote::GoOn => "You vote to continue.".to_owned(),
                }));
                lines.extend(part.press.iter().map(|press| {
                    let to = if press.to.is_empty() {
                        "all".to_owned()
                    } else {
                        listed(press.to.iter().map(name))
                    };
                    format!("Press to {to}, with the report of this round: {}", press.text.replace('\n', " "))
                }));
                if !lines.is_empty() {
                    turns.push((title, lines));
                }
            }
        }
        if turns.is_empty() {
            return Vec::new();
        }
        vec![Part::Heading("Besides the orders for this round".to_owned()), Part::Turns(turns)]
    }

    fn reply_to_unknown(&self, sent: &Sent, faulty: &UnusableSheet) -> Reply {
        let title = format!("{}, round {}: no orders could be read", self.postal.title(), self.round);
        let mut parts = fault_parts(sent, faulty);
        let last = Seat::new((self.called.len() as u8).saturating_sub(1)).unwrap_or(Seat::FIRST);
        parts.push(Part::Paragraph(format!(
            "A sheet begins with two lines, `player` with a letter from A to {} or a name, and `round {}`.",
            letter(last),
            self.round
        )));
        Reply {
            player: None,
            to: newest_address(&[sent]),
            subject: title.clone(),
            document: Document { title, parts },
        }
    }

    /// The parts about the orders of a sheet, in words.
    fn sheet_parts(&self, origin: Option<&Sent>, file: &str, sheet: &Sheet) -> Vec<Part> {
        let seat = sheet.player;
        let lines = origin
            .and_then(Sent::lines)
            .map_or(String::new(), |(first, last)| format!(", lines {first} to {last}"));
        let intro = format!(
            "This is how your orders were read ({file}{lines}). `As things stand` is what would happen if it were \
             your turn now: moves of the others before yours can change that. The alternatives in a section are tried \
             in order."
        );
        let mut parts = vec![Part::Paragraph(intro)];
        let sequence = sequence(self.race.game(), self.race.state());
        let numbers: Vec<u16> =
            (1_u16..).zip(&sequence).filter(|(_, mover)| **mover == seat).map(|(number, _)| number).collect();
        let now = Prospect::now(self.race, seat, &self.called);
        if let Some(words) = self.missed_words(seat) {
            parts.push(Part::Paragraph(words));
        }
        let place = |index: usize| {
            numbers
                .get(index)
                .map_or(String::new(), |number| format!(", the {} of the round", ordinal(*number)))
        };
        parts.push(Part::Heading(format!("first: your move{}", place(0))));
        let first = self.move_parts(seat, &sheet.first, Some(&now), &mut parts);
        if moves_of(&sequence)[seat] > 1 {
            parts.push(Part::Heading(format!("second: your last move{}", place(1))));
            let then = first.and_then(|action| now.after(action));
            if then.is_some() {
                let words =
                    "Here `as things stand` means after your first move as above, if nobody else moves.";
                parts.push(Part::Paragraph(words.to_owned()));
            }
            self.move_parts(seat, &sheet.second, then.as_ref(), &mut parts);
        }
        if !sheet.chew.is_empty() {
            parts.push(Part::Heading("chew: if a hare lets you chew a carrot".to_owned()));
            parts.push(Part::Turns(
                sheet.chew.iter().map(|one| self.in_words(seat, one, in_words::chew)).collect(),
            ));
        }
        if !sheet.again.is_empty() {
            parts.push(Part::Heading("again: if a hare gives you another move".to_owned()));
            parts.push(Part::Turns(
                sheet.again.iter().map(|one| self.in_words(seat, one, in_words::step)).collect(),
            ));
        }
        parts
    }

    /// Lists the alternatives of a move, followed by the default. Returns the action that would be carried out.
    fn move_parts(
        &self,
        seat: Seat,
        orders: &[Alternative<MoveOrder>],
        prospect: Option<&Prospect<'_>>,
        parts: &mut Vec<Part>,
    ) -> Option<Action> {
        let mut done = None;
        let mut turns = Vec::new();
        for order in orders {
            let (title, mut lines) = self.in_words(seat, order, in_words::step);
            if let Some(prospect) = prospect {
                lines.push(match prospect.attempt(order) {
                    Ok((action, fact)) => {
                        let fact = fact.map_or(String::new(), |fact| format!(", for {fact}"));
                        let effects = prospect.effects(action);
                        if done.is_some() {
                            format!(
                                "As things stand: possible{fact}, but an earlier alternative is carried out."
                            )
                        } else {
                            done = Some(action);
                            format!("As things stand: carried out{fact}. {effects}")
                        }
                    }
                    Err(reason) => format!("As things stand: passed over, for {reason}."),
                });
            }
            turns.push((title, lines));
        }
        if !turns.is_empty() {
            parts.push(Part::Turns(turns));
        }
        let otherwise =
            if orders.is_empty() { "You have no orders here" } else { "If none of these can be carried out" };
        let words = match prospect {
            Some(prospect) => {
                let (action, default) = prospect.default_action();
                let effects = prospect.effects(action);
                done = done.or(Some(action));
                format!("{otherwise}, the default is: {}. As things stand: {effects}", default.words())
            }
            None => format!(
                "{otherwise}, you move by default, from a square that a hare decides, or from the finish."
            ),
        };
        parts.push(Part::Paragraph(words));
        done
    }

    /// An alternative as it was written, followed by the same in words.
    fn in_words<T: Copy + fmt::Display>(
        &self,
        seat: Seat,
        alternative: &Alternative<T>,
        order: fn(T) -> String,
    ) -> (String, Vec<String>) {
        let names = Names::new(self.called.clone());
        let order = order(alternative.order);
        let words = match &alternative.condition {
            Some(condition) => format!("If {}: {order}.", in_words::condition(condition, seat, &names)),
            None => format!("{}.", capitalized(&order)),
        };
        (format!("`{alternative}`"), vec![words])
    }

    /// The default move of a seat in the current position, in words.
    pub(super) fn default_words(&self, seat: Seat) -> String {
        let now = Prospect::now(self.race, seat, &self.called);
        let (action, default) = now.default_action();
        format!(
            "Without one you move by default: {}. As things stand: {}",
            default.words(),
            now.effects(action)
        )
    }

    /// A sentence about a turn that the seat misses in this round.
    fn missed_words(&self, seat: Seat) -> Option<String> {
        let state = self.race.state();
        let runner = state.runners_of(seat).start;
        let has_missed =
            |happening: &Happening| matches!(happening, Happening::Misses { seat: who, .. } if *who == seat);
        if heard_by(self.race, seat).iter().any(has_missed) {
            return Some(
                "You have already missed your first turn of this round: `first:` has no effect.".to_owned(),
            );
        }
        let misses = state.of(runner).misses || state.missing.contains(seat);
        misses.then(|| "Your runner misses its next turn: `first:` has no effect in this round.".to_owned())
    }
}

/// The address of the latest mail among these files.
fn newest_address(files: &[&Sent]) -> Option<String> {
    let mails = files.iter().filter_map(|sent| sent.mail.as_ref());
    let newest = mails.filter(|mail| mail.address.is_some()).max_by_key(|mail| mail.received)?;
    let address = newest.address.as_ref()?;
    Some(match &newest.from {
        Some(name) => format!("\"{}\" <{address}>", name.replace(['"', '\\'], "")),
        None => address.clone(),
    })
}

/// The faults of a file, each with the line in which it occurs.
fn fault_parts(sent: &Sent, faulty: &UnusableSheet) -> Vec<Part> {
    let text = match &sent.content {
        Content::Text(text) => text.as_str(),
        Content::Unreadable(_) => "",
    };
    let turn = |fault: &OrdersError| {
        let line = fault.place().and_then(|place| text.lines().nth(place.line - 1));
        let line = line.map(str::trim).filter(|line| !line.is_empty());
        (fault.to_string(), line.map(|line| format!("> {line}")).into_iter().collect())
    };
    vec![
        Part::Heading(format!("Faults in {}", sent.file)),
        Part::Paragraph(
            "This sheet does not count. Please correct it and send the whole sheet again.".to_owned(),
        ),
        Part::Turns(faulty.faults.iter().map(turn).collect()),
    ]
}

/// The lines of a mail that were not taken as orders.
fn ignored_lines(sent: &Sent) -> Vec<String> {
    let Content::Text(text) = &sent.content else { return Vec::new() };
    let words = |LeftOut { first, last, is_quoted, beginning }: LeftOut| {
        let lines = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
        let kind = if is_quoted { "quoted, which never counts" } else { "no order" };
        format!("{} {lines}, {kind}: {beginning}", sent.file)
    };
    left_out(text).into_iter().map(words).collect()
}
