//! The animal race in words and pictures.

use std::fmt::{self, Write as _};

use strum::VariantNames;

use super::cards::{Animal, Card, Cards};
use super::event::{Action, Bets, Chance, Happening, Placement};
use super::ruleset::{MovementMode, SecondBet};
use super::state::Phase;
use super::view::View;
use super::{AnimalRace, IllegalAction};
use crate::game::RaceGame;
use crate::seat::{Seat, SeatList};
use crate::standings::{Ending, Standings};
use crate::text::{Canvas, Ink, Misread, Names, Text, capitalized, counted, listed};

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartingBet(animal) => animal.fmt(f),
            Self::Stream(tile) | Self::Turbo(tile) => write!(f, "tile {tile}"),
            Self::Card(card) => card.fmt(f),
            Self::FirstPlayer(seat) => write!(f, "seat {seat}"),
        }
    }
}

impl Text for AnimalRace {
    const TITLE: &'static str = "The animal race (Gary Kim's Tales & Games: The Hare & the Tortoise)";

    fn introduction(&self) -> String {
        let rules = self.ruleset();
        let second_bet = match rules.second_bet {
            SecondBet::FromHand => " You add one more bet from your first hand.",
            SecondBet::None => "",
        };
        let movement = match rules.movement.mode {
            MovementMode::ByAnimal => "each in its own way, as far as its cards there allow",
            MovementMode::ByPlayers => {
                "the players in turn choose one, and it moves as many tiles as its cards there"
            }
        };
        format!(
            "Hare, tortoise, wolf, fox and lamb run a race, and nobody owns them: you bet on them in secret. You \
             hold starting bets that the others do not know.{second_bet} In your turn place 1 to {} cards of one \
             animal. As soon as {} cards lie on the table, or {} of one animal, the animals run, {movement}. Bets on \
             the first animals score {} points; the most points win.",
            rules.table.placement,
            rules.table.cards,
            rules.table.of_one_animal,
            listed(&rules.end.points.iter().map(u8::to_string).collect::<Vec<_>>()),
        )
    }

    fn label(&self, _view: &View, action: Action) -> String {
        match action {
            Action::Bet(card) => card.to_string(),
            Action::Place(placement) => placement.cards().to_string(),
            Action::Move(animal) => animal.to_string(),
        }
    }

    fn remark(&self, view: &View, action: Action) -> Option<String> {
        match action {
            Action::Place(placement) => {
                let table = view.open.table.checked_add(placement.cards())?;
                self.is_triggered(table).then(|| "the race goes on".to_owned())
            }
            Action::Move(animal) => {
                let cards = usize::from(view.open.table.of(animal));
                let tiles = self.ruleset().movement.steps[animal].get(cards)?;
                Some(counted(*tiles, "tile", "tiles"))
            }
            Action::Bet(_) => None,
        }
    }

    fn read_action(&self, view: &View, actions: &[Action], typed: &str) -> Result<Action, Misread> {
        let cards = read_cards(typed)?;
        let action = match view.open.phase {
            Phase::SecondBet(_) => Action::Bet(read_bet(&cards)?),
            Phase::Moving { .. } => Action::Move(read_bet(&cards)?.animal()),
            _ => Action::Place(read_placement(&cards)?),
        };
        if actions.contains(&action) {
            return Ok(action);
        }
        let reason = match action {
            Action::Bet(card) => IllegalAction::NotInHand(card),
            Action::Move(animal) => IllegalAction::CannotMove(animal),
            Action::Place(placement) => self
                .check_placement(view.hand, view.open.table, placement)
                .err()
                .unwrap_or(IllegalAction::NobodysTurn),
        };
        Err(Misread(capitalized(&format!("{reason}."))))
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        narrate(self, happening, names)
    }

    fn narrate_all(&self, happenings: &[Happening], names: &Names) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = happenings;
        while let Some(first) = rest.first() {
            // The cards that a seat draws in a row are one line.
            let (seat, drawn, count) = drawn_in_a_row(rest);
            if count > 1 {
                lines.push(format!("{} {drawn}.", names.does(seat, "draw", "draws")));
            } else {
                lines.extend(self.narrate(first, names));
            }
            rest = &rest[count.max(1)..];
        }
        lines
    }

    fn question(&self, view: &View) -> String {
        match view.open.phase {
            Phase::SecondBet(_) => "Which card do you set aside as your second bet?".to_owned(),
            Phase::Moving { .. } => "Which animal moves next?".to_owned(),
            _ => "Which cards do you place?".to_owned(),
        }
    }

    fn draw(&self, view: &View, names: &Names, canvas: &Canvas) -> String {
        let mut picture = String::new();
        self.draw_track(&mut picture, view, canvas);
        self.draw_table(&mut picture, view, names, canvas);
        draw_own(&mut picture, view, canvas);
        picture
    }
}

/// The seen cards that the happenings begin with, all drawn by one seat, and how many happenings tell of them.
fn drawn_in_a_row(happenings: &[Happening]) -> (Seat, Cards, usize) {
    let mut drawn = Cards::NONE;
    let mut drawer = Seat::FIRST;
    let mut count = 0;
    for happening in happenings {
        match happening {
            Happening::CardDrawn { seat, card: Some(card) } if count == 0 || *seat == drawer => {
                drawer = *seat;
                drawn[*card] += 1;
                count += 1;
            }
            _ => break,
        }
    }
    (drawer, drawn, count)
}

/// The cards that were typed: `2 hare`, `wolf howl wolf`, `hare and hare`.
fn read_cards(typed: &str) -> Result<Vec<(Card, u8)>, Misread> {
    let mut cards = Vec::new();
    let mut count = None;
    for word in typed.split(|letter: char| letter.is_whitespace() || ",+".contains(letter)) {
        let word = word.to_lowercase();
        if word.is_empty()
            || ["place", "play", "bet", "move", "and", "on", "the", "x"].contains(&word.as_str())
        {
            continue;
        }
        if let Ok(number) = word.parse::<u8>() {
            if count.replace(number).is_some() {
                return Err(Misread(format!("Two numbers in a row in `{typed}`: write `2 hare`.")));
            }
            continue;
        }
        cards.push((read_card(&word)?, count.take().unwrap_or(1)));
    }
    match (count, cards.is_empty()) {
        (Some(number), _) => Err(Misread(format!("{number} of which card? Write `{number} hare`."))),
        (None, true) => Err(Misread("Name a card, such as `2 hare`.".to_owned())),
        (None, false) => Ok(cards),
    }
}

/// A kind of card by its name, or by the beginning of it when no other begins so.
fn read_card(word: &str) -> Result<Card, Misread> {
    let singular = word.strip_suffix('s').unwrap_or(word).replace("wolve", "wolf");
    let fits = |card: &Card| card.to_string().starts_with(&singular);
    let fitting: Vec<Card> = Card::ALL.into_iter().filter(fits).collect();
    match fitting[..] {
        [card] => Ok(card),
        [] => {
            Err(Misread(format!("There is no card `{word}`; the cards are {}.", Card::VARIANTS.join(", "))))
        }
        [..] => {
            let names: Vec<String> = fitting.iter().map(Card::to_string).collect();
            Err(Misread(format!("`{word}` can be {}.", names.join(" or "))))
        }
    }
}

fn read_bet(cards: &[(Card, u8)]) -> Result<Card, Misread> {
    match cards {
        [(card, 1)] => Ok(*card),
        _ => Err(Misread("Name just one.".to_owned())),
    }
}

fn read_placement(cards: &[(Card, u8)]) -> Result<Placement, Misread> {
    let animal = cards[0].0.animal();
    let mut placement = Placement { animal, plain: 0, howls: 0 };
    for (card, count) in cards {
        if card.animal() != animal {
            return Err(Misread("All cards of a turn must show the same animal.".to_owned()));
        }
        let sum = if *card == Card::Howl { &mut placement.howls } else { &mut placement.plain };
        *sum = sum.saturating_add(*count);
    }
    Ok(placement)
}

/// A set of bets in words: `hare and fox, and wolf from the hand`.
fn bets_in_words(bets: Bets) -> String {
    let dealt: Vec<String> = bets.dealt.iter().map(|animal| animal.to_string()).collect();
    match (dealt.is_empty(), bets.chosen) {
        (_, None) => listed(&dealt),
        (true, Some(card)) => card.animal().to_string(),
        (false, Some(card)) => format!("{}, and {} from the hand", listed(&dealt), card.animal()),
    }
}

const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

fn ordinal(place: u8) -> &'static str {
    ORDINALS.get(usize::from(place).wrapping_sub(1)).copied().unwrap_or("last")
}

fn narrate(game: &AnimalRace, happening: &Happening, names: &Names) -> Option<String> {
    let finish = game.finish();
    let tile = |tile: u8| match tile {
        0 => "the start line".to_owned(),
        tile if tile >= finish => "the finish line".to_owned(),
        tile => format!("tile {tile}"),
    };
    Some(match happening {
        Happening::GameBegins { game } => format!("Game {game} begins."),
        Happening::StartingBet { animal: None, .. }
        | Happening::TurnBegins { .. }
        | Happening::TurnEnds { .. } => {
            return None;
        }
        Happening::StartingBet { seat, animal: Some(animal) } => {
            format!("{} a starting bet on the {animal}.", names.does(*seat, "are dealt", "is dealt"))
        }
        Happening::StreamLaid { tile } => format!("Tile {tile} shows a stream."),
        Happening::TurboLaid { animal, tile } => format!("The {animal}'s turbo token lies on tile {tile}."),
        Happening::CardDrawn { seat, card: Some(card) } => {
            format!("{} 1 {card}.", names.does(*seat, "draw", "draws"))
        }
        Happening::CardDrawn { card: None, .. } => return None,
        Happening::SecondBet { seat, card: Some(card) } => {
            format!("{} a {card} card aside as the second bet.", names.does(*seat, "set", "sets"))
        }
        Happening::SecondBet { seat, card: None } => {
            format!("{} a second bet aside.", names.does(*seat, "set", "sets"))
        }
        Happening::FirstPlayer { seat } => format!("{} first.", names.does(*seat, "play", "plays")),
        Happening::Placed { seat, cards } => {
            format!("{} {}.", names.does(*seat, "place", "places"), cards.cards())
        }
        Happening::Reshuffled { deck } => format!("The discard is shuffled into a new deck: {deck}."),
        Happening::RacingPhase { table, howl } => {
            let howled = if *howl { " The wolf howls, and no other animal dares to move." } else { "" };
            format!("The race goes on with {table}.{howled}")
        }
        Happening::Chosen { seat, animal } => {
            format!("{} the {animal}.", names.does(*seat, "choose", "chooses"))
        }
        Happening::Napped { tile: at } => format!("The hare takes a nap on {}.", tile(*at)),
        Happening::Moved { animal, to, stream: Some(_), .. } => {
            format!("The {animal} stops to drink on {}.", tile(*to))
        }
        Happening::Moved { animal, from, to, stream: None } => {
            let moved = counted(to.saturating_sub(*from), "tile", "tiles");
            format!("The {animal} runs {moved} to {}.", tile(*to))
        }
        Happening::Turbo { animal } => format!("The {animal} finds its turbo token."),
        Happening::Arrived { animal, place } => {
            format!("The {animal} crosses the finish line as the {}.", ordinal(*place))
        }
        Happening::RoundEnds { first } => {
            format!("The round is over; {} the first-player token.", names.does(*first, "hold", "holds"))
        }
        Happening::GameEnds { bets, points, .. } => bets_revealed(bets, points, names),
        Happening::Over { standings } => result(standings, names),
    })
}

fn bets_revealed(bets: &SeatList<Bets, 5>, points: &SeatList<u16, 5>, names: &Names) -> String {
    let mut text = String::from("The bets are revealed.");
    for (number, (bets, points)) in bets.iter().zip(points.iter()).enumerate() {
        let Some(seat) = Seat::new(number as u8) else { continue };
        let had = names.does(seat, "bet on", "bet on");
        let _ = write!(text, " {had} {}: {}.", bets_in_words(*bets), counted(*points, "point", "points"));
    }
    text
}

fn result(standings: &Standings, names: &Names) -> String {
    let leaders: Vec<Seat> = standings.leaders().collect();
    let score = leaders.first().map_or(0, |seat| standings.rows[*seat].score);
    let with = format!("with {}", counted(score, "point", "points"));
    let who: Vec<String> = leaders.iter().map(|seat| names.of(*seat)).collect();
    match (standings.ending, leaders.first()) {
        (Ending::Won, Some(seat)) => format!("{} {with}.", names.does(*seat, "win", "wins")),
        (Ending::Shared, _) => format!("{} share the win {with}.", capitalized(&listed(&who))),
        (Ending::Tie, _) => format!("{} are tied {with}: play again!", capitalized(&listed(&who))),
        _ => "The race is not over.".to_owned(),
    }
}

impl AnimalRace {
    fn draw_track(&self, picture: &mut String, view: &View, canvas: &Canvas) {
        let open = &view.open;
        if open.games > 1 {
            let _ = writeln!(picture, "Game {} of {}", open.game, open.games);
        }
        let tiles = self.finish() - 1;
        let cell = 3;
        let margin = 10;
        // Long tracks and narrow screens get one line an animal, without a picture.
        let fits = margin + (usize::from(tiles) + 2) * cell <= canvas.width;
        if fits {
            let _ = write!(picture, "{:margin$}{:>cell$}", "", "S");
            for tile in 1..=tiles {
                let _ = write!(picture, "{tile:>cell$}");
            }
            let _ = writeln!(picture, "{:>cell$}", "F");
        }
        for animal in Animal::ALL {
            let place = open.podium.iter().position(|other| *other == animal);
            let at = place.map_or(open.animals.of(animal).unwrap_or(0), |_| self.finish());
            let _ = write!(picture, "{}", canvas.paint(&format!("{animal:margin$}"), ink(animal)));
            if !fits {
                let _ = writeln!(picture, "{}", self.place_in_words(at, place));
                continue;
            }
            for tile in 0..=tiles {
                let mark = if tile == at {
                    canvas.paint(&format!("{:>cell$}", initial(animal)), ink(animal))
                } else if open.streams.contains(tile) {
                    canvas.paint("  ~", Ink::Blue)
                } else if tile > 0 && open.turbo[animal] == tile {
                    canvas.paint(" +2", Ink::Yellow)
                } else {
                    canvas.paint("  .", Ink::Faint)
                };
                picture.push_str(&mark);
            }
            let arrived = place.map_or_else(|| "|".to_owned(), |place| (place + 1).to_string());
            let _ = writeln!(picture, "{arrived:>cell$}");
        }
        if !fits {
            let streams: Vec<String> = open.streams.iter().map(|tile| tile.to_string()).collect();
            if !streams.is_empty() {
                let _ = writeln!(picture, "Streams on tiles {}.", listed(&streams));
            }
        } else if !open.streams.is_empty() {
            let _ = writeln!(picture, "{}", canvas.paint("S start, F finish, ~ stream", Ink::Faint));
        }
    }

    fn place_in_words(&self, at: u8, place: Option<usize>) -> String {
        match (at, place) {
            (_, Some(place)) => format!("{} on the podium", ordinal(place as u8 + 1)),
            (0, None) => "start line".to_owned(),
            (tile, None) => format!("tile {tile} of {}", self.finish() - 1),
        }
    }

    fn draw_table(&self, picture: &mut String, view: &View, names: &Names, canvas: &Canvas) {
        let open = &view.open;
        let podium: Vec<String> = open
            .podium
            .iter()
            .enumerate()
            .map(|(place, animal)| {
                format!("{} {}", ordinal(place as u8 + 1), canvas.paint(&animal.to_string(), ink(*animal)))
            })
            .collect();
        if !podium.is_empty() {
            let _ = writeln!(picture, "Podium   {}", podium.join(", "));
        }
        let limits = &self.ruleset().table;
        let _ = writeln!(
            picture,
            "Table    {} ({} of {} cards; {} of one animal at most)",
            heap(open.table, canvas),
            open.table.len(),
            limits.cards,
            limits.of_one_animal
        );
        let _ = writeln!(
            picture,
            "Deck     {}; discard {}",
            counted(view.deck, "card", "cards"),
            view.discard.len()
        );
        let seats: Vec<String> = open
            .players
            .iter()
            .take(view.hands.len())
            .map(|seat| {
                let token = if seat == open.first { "*" } else { "" };
                let total =
                    if open.games > 1 { format!(", {} points", open.totals[seat]) } else { String::new() };
                format!("{}{token} ({}{total})", names.of(seat), counted(view.hands[seat], "card", "cards"))
            })
            .collect();
        let _ = writeln!(picture, "Players  {}", seats.join(", "));
    }
}

fn draw_own(picture: &mut String, view: &View, canvas: &Canvas) {
    let bets = if view.bets == Bets::default() { "none yet".to_owned() } else { bets_in_words(view.bets) };
    let _ = writeln!(picture, "{}  {}", canvas.paint("Your bets", Ink::Bold), bets);
    let _ = writeln!(picture, "{}  {}", canvas.paint("Your hand", Ink::Bold), heap(view.hand, canvas));
}

fn heap(cards: Cards, canvas: &Canvas) -> String {
    if cards.is_empty() {
        return "no cards".to_owned();
    }
    let parts: Vec<String> = cards
        .iter()
        .map(|(card, count)| canvas.paint(&format!("{count} {card}"), ink(card.animal())))
        .collect();
    parts.join(", ")
}

fn initial(animal: Animal) -> char {
    match animal {
        Animal::Hare => 'H',
        Animal::Tortoise => 'T',
        Animal::Wolf => 'W',
        Animal::Fox => 'F',
        Animal::Lamb => 'L',
    }
}

fn ink(animal: Animal) -> Ink {
    match animal {
        Animal::Hare => Ink::Magenta,
        Animal::Tortoise => Ink::Green,
        Animal::Wolf => Ink::Cyan,
        Animal::Fox => Ink::Red,
        Animal::Lamb => Ink::Blue,
    }
}
