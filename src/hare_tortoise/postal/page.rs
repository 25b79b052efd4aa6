//! Pages for people: the order language, and for each player what it may know and do in the open round.

use super::super::action::Action;
use super::super::board::Square;
use super::super::game::HareTortoise;
use super::super::policy::OthersCarrots;
use super::super::view::View;
use super::super::words::carrots;
use super::bot::in_turn;
use super::game::PostalGame;
use super::game_error::PostalError;
use super::mail::OWN_SHEET;
use super::orders::{MoveOrder, letter};
use super::report::{Next, Report, letters, standing_part};
use super::round::standing;
use super::sequence::{moves_of, sequence};
use crate::common::seat::Seat;
use crate::game::{RaceGame, list};
use crate::race::Race;
use crate::text::{Canvas, Document, Marks, Names, Part, Text as _, ordinal};

/// The page about the order language, with an example for each form.
pub fn language() -> Document {
    Document::read("The orders of the postal game", include_str!("language.md"))
}

impl PostalGame {
    /// The page of a player for the open round: everything that the seat may know, its legal moves with their
    /// costs, the conditions that it may use, and a blank sheet. After the end of the game, it shows the result.
    ///
    /// ```
    /// use furlong::hare_tortoise::{HareTortoise, postal::PostalGame};
    /// use furlong::{RaceGame, Seat, ruleset};
    ///
    /// let game = HareTortoise::new(ruleset::open("postal")?)?;
    /// let names = ["Ann", "Bob"].map(str::to_owned);
    /// let postal = PostalGame::new("spring", &game, &game.setup(2), &names, 7)?;
    /// assert!(postal.page(Seat::FIRST)?.to_text().contains("player A\nround 1\nfirst:"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such player.
    pub fn page(&self, seat: Seat) -> Result<Document, PostalError> {
        self.check_seat(seat)?;
        let race = self.race()?;
        let view = race.seat_view(seat);
        let round = self.open_round().ok();
        let called = self.roster(round.unwrap_or(u16::MAX)).called;
        let moment = round.map_or("the end".to_owned(), |round| format!("round {round}"));
        let title = format!("{}, {moment}: {}", self.title(), called[seat.index()]);
        let mut parts = Vec::new();
        if round.is_some() {
            parts.push(Part::Paragraph(self.occasion_words(&race, seat)));
        }
        parts.extend(standing_parts(&race, seat, &called));
        parts.extend(self.rounds().last().into_iter().flat_map(|kept| last_round_parts(&kept.report, seat)));
        let moves = moves_of(&sequence(race.game(), race.state()))[seat];
        if let Some(round) = round.filter(|_| moves > 0) {
            parts.extend(move_parts(race.game(), &view));
            parts.push(Part::Heading("Conditions".to_owned()));
            parts.extend(language().below("Conditions").cloned());
            parts.push(Part::Heading(OWN_SHEET.to_owned()));
            parts.push(Part::Paragraph(
                "Fill it in and send it back as it is, or in a mail: one order per line, tried in order."
                    .to_owned(),
            ));
            parts.push(Part::Code(template(seat, round, moves)));
        }
        Ok(Document { title, parts })
    }

    /// The orders that would be legal if it were the seat's turn now, each with what it costs or brings. Empty if
    /// the seat has no move in the open round.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn possible(&self, seat: Seat) -> Result<Vec<(MoveOrder, String)>, PostalError> {
        self.check_seat(seat)?;
        let race = self.race()?;
        let has_move = self.open_round().is_ok() && moves_of(&sequence(race.game(), race.state()))[seat] > 0;
        let now = in_turn(race.game(), race.seat_view(seat).state(), seat);
        Ok(if has_move { possible_orders(race.game(), &View::new(seat, now)) } else { Vec::new() })
    }

    /// A blank order sheet of a seat for the open round; `None` if the seat has no move in it.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn blank_sheet(&self, seat: Seat) -> Result<Option<String>, PostalError> {
        self.check_seat(seat)?;
        let race = self.race()?;
        let moves = moves_of(&sequence(race.game(), race.state()))[seat];
        let round = self.open_round().ok().filter(|_| moves > 0);
        Ok(round.map(|round| template(seat, round, moves)))
    }

    /// Describes the deadline, the sequence of moves, and the seat's part in it.
    fn occasion_words(&self, race: &Race<HareTortoise>, seat: Seat) -> String {
        let sequence = sequence(race.game(), race.state());
        let numbers: Vec<String> = (1_u16..)
            .zip(&sequence)
            .filter(|(_, mover)| **mover == seat)
            .map(|(number, _)| ordinal(number))
            .collect();
        let own = if numbers.is_empty() {
            "You have no move in this round.".to_owned()
        } else {
            format!("You move {}.", numbers.join(" and "))
        };
        let due = self.due_words().map_or(String::new(), |due| format!(" Orders are due by {due}."));
        format!("Sequence: {}. {own}{due}", letters(&sequence))
    }
}

/// The board and the runners, as far as the seat may see them.
fn standing_parts(race: &Race<HareTortoise>, seat: Seat, called: &[String]) -> Vec<Part> {
    let game = race.game();
    let is_hidden = game.ruleset().screen.others_carrots == OthersCarrots::Hidden;
    let is_open = |of: Seat| !is_hidden || of == seat;
    // Below the track are its legend and a line for each player, which the table repeats.
    let picture =
        game.draw(&race.seat_view(seat), &Marks::NONE, &Names::new(called.to_vec()), &Canvas::PLAIN);
    let (track, below) = picture.split_once("\n\n").unwrap_or((&picture, ""));
    let legend = below.lines().next().and_then(|line| line.split_once("; ")).map_or("", |(_, legend)| legend);
    vec![
        Part::Heading("The race".to_owned()),
        standing_part(&standing(race), |seat| called[seat.index()].clone(), is_open),
        Part::Board(format!("{track}\n\n{legend}")),
    ]
}

/// The parts about the orders and moves of the previous round.
fn last_round_parts(report: &Report, reader: Seat) -> Vec<Part> {
    let mut parts = vec![
        Part::Heading(format!("Round {}", report.round)),
        Part::List(report.receipts()),
        Part::Turns(report.turns()),
    ];
    parts.extend(report.press_parts(|press| press.is_for(reader)));
    parts.extend(report.votes.map(|votes| Part::Paragraph(votes.words())));
    match &report.next {
        Next::Round { already, .. } if !already.is_empty() => {
            parts.push(Part::Paragraph("Since then, and included above:".to_owned()));
            parts.push(Part::List(already.clone()));
        }
        Next::Round { .. } | Next::Hare { .. } => {}
        Next::Over(_) => {
            parts.push(Part::Heading("The race is over".to_owned()));
            parts.push(Part::List(report.places()));
        }
    }
    parts
}

/// The legal moves with their costs and gains, as if it were the seat's turn now.
fn move_parts(game: &HareTortoise, view: &View) -> Vec<Part> {
    let now = in_turn(game, view.state(), view.seat());
    let actions: Vec<Action> = list(|into| game.actions(&now, into));
    let held = now.carrots[view.seat()];
    let now = View::new(view.seat(), now);
    let finish = finish_words(game, &now, &actions);
    let chart = game.hare_chart(&now);
    let row = |(order, remark): (MoveOrder, String)| vec![format!("`{order}`"), remark];
    let intro = format!(
        "These would be legal if it were your turn now, with {}. Moves of the others before yours can change that.",
        carrots(held)
    );
    vec![
        Part::Heading("Your moves".to_owned()),
        Part::Paragraph(intro),
        Part::Table(
            ["order", "costs or brings"].map(str::to_owned).to_vec(),
            possible_orders(game, &now).into_iter().map(row).collect(),
        ),
        Part::Paragraph(finish),
        Part::Heading("The hare".to_owned()),
        Part::List(
            chart.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect(),
        ),
    ]
}

/// The legal moves of the seat to move, written as orders, each with what it costs or brings.
fn possible_orders(game: &HareTortoise, now: &View) -> Vec<(MoveOrder, String)> {
    let actions: Vec<Action> = list(|into| game.actions(now.state(), into));
    let remark = |action| game.remark(now, action).unwrap_or_else(|| game.label(now, action));
    actions.into_iter().map(|action| (MoveOrder::of(action), remark(action))).collect()
}

/// Why the finish is not among the moves, and the number of carrots allowed there.
fn finish_words(game: &HareTortoise, now: &View, actions: &[Action]) -> String {
    let (state, finish) = (now.state(), Action::To(Square::FINISH));
    let limit = u16::try_from(game.finish_limit(state, state.runner));
    let limit = limit.map_or(String::new(), |most| {
        format!(" The next to arrive may have at most {} left.", carrots(most))
    });
    let reason = if actions.contains(&finish) {
        "`to finish` is possible.".to_owned()
    } else {
        format!("`to finish` is not possible now: {}.", game.objection(state, finish))
    };
    format!("{reason}{limit}")
}

/// A blank order sheet.
fn template(seat: Seat, round: u16, moves: u8) -> String {
    let second = if moves > 1 { "second:   # your last move of the round\n" } else { "" };
    format!(
        "player {}\nround {round}\nfirst:    # your move\n{second}chew:     # if a hare lets you chew a carrot: draw or pay\n\
         again:    # if a hare gives you another move\n",
        letter(seat)
    )
}
