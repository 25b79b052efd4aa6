//! Pages for players and the page of the language, as text, Markdown and HTML.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::command_line::{Form, GameArg};
use super::game_file::open;
use super::output::write;
use super::sheets::beside;
use crate::failure::Failure;
use crate::files::Access;
use crate::new_file::{make_folder, replace};
use crate::page::{framed, picture};
use furlong::hare_tortoise::postal::{Document, Part, PostalGame, language, letter};
use furlong::text::{Names, Svg, plain_lines};
use furlong::{Seat, Seats, Text as _};

const STYLE: &str = include_str!("page.css");

/// Writes the pages of all players into a folder, or shows that of one.
pub(super) fn pages(game: &GameArg, player: Option<Seat>, form: Form) -> Result<(), Failure> {
    let postal = open(game.path())?;
    if let Some(seat) = player {
        let page = postal.page(seat).map_err(Failure::failed)?;
        let map = || map_of(&postal).map(|map| picture(&map));
        return write(&in_form(form, &page, map)?);
    }
    let moment = postal.open_round().map_or("end".to_owned(), |round| round.to_string());
    let folder = beside(game.path(), &format!("pages-{moment}"));
    make_folder(&folder)?;
    let map = map_of(&postal)?;
    let mut all = vec![("board.svg".to_owned(), format!("{map}\n"))];
    let map = picture(&map);
    for (seat, _) in Seats::MOST.iter().zip(postal.players()) {
        let page = postal.page(seat).map_err(Failure::failed)?;
        let name = letter(seat);
        all.push((format!("{name}.txt"), page.to_text()));
        all.push((format!("{name}.md"), page.to_markdown()));
        all.push((format!("{name}.html"), html_of(&page, Some(&map))));
    }
    // The list comes last: nobody may read it to its end, and all pages are wanted.
    let mut list = String::new();
    for (name, text) in all {
        let path = folder.join(name);
        replace(&path, Access::Usual, &plain_lines(&text))?;
        let _ = writeln!(list, "{}", path.display());
    }
    write(&list)
}

/// Shows the page of the language of orders.
pub(super) fn show_language(form: Form) -> Result<(), Failure> {
    write(&in_form(form, &language(), || Ok(html! {}))?)
}

/// A document in the form that was asked for.
fn in_form(
    form: Form,
    page: &Document,
    map: impl FnOnce() -> Result<Markup, Failure>,
) -> Result<String, Failure> {
    Ok(if form.html {
        html_of(page, Some(&map()?))
    } else if form.markdown {
        page.to_markdown()
    } else {
        page.to_text()
    })
}

fn map_of(postal: &PostalGame) -> Result<Svg, Failure> {
    let race = postal.race().map_err(Failure::failed)?;
    let round = postal.open_round().unwrap_or(u16::MAX);
    let names: Vec<String> = Seats::MOST
        .iter()
        .zip(postal.players())
        .map(|(seat, player)| player.holder(round).called(seat))
        .collect();
    Ok(race.game().svg(&race.sight(Seat::FIRST), &Names::new(names)))
}

/// A document as a page.
fn html_of(page: &Document, map: Option<&Markup>) -> String {
    let body = html! { @for part in &page.parts { (part_of(part, map)) } };
    framed(&page.title, STYLE, &body) + "\n"
}

fn part_of(part: &Part, map: Option<&Markup>) -> Markup {
    html! {
        @match part {
            Part::Heading(heading) => h2 { (heading) },
            Part::Paragraph(text) => p { (words(text)) },
            Part::List(items) => ul { @for item in items { li { (words(item)) } } },
            Part::Table(head, rows) => table {
                thead { tr { @for cell in head { th { (words(cell)) } } } }
                tbody { @for row in rows { tr { @for cell in row { td { (words(cell)) } } } } }
            },
            Part::Code(lines) => pre { (lines) },
            Part::Board(lines) => @if let Some(map) = map { (map) } @else { pre { (lines) } },
            Part::Turns(turns) => ol {
                @for (name, lines) in turns {
                    li { (words(name)) ul { @for line in lines { li { (words(line)) } } } }
                }
            },
        }
    }
}

/// Words with code between backquotes. Names come from anybody: maud escapes them.
fn words(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    // A single backquote is only a letter.
    let is_paired = parts.len() % 2 == 1;
    html! {
        @if is_paired {
            @for (index, part) in parts.iter().enumerate() {
                @if index % 2 == 1 { code { (part) } } @else { (part) }
            }
        } @else {
            (text)
        }
    }
}
