//! Pages for players and the page of the language, as text, Markdown and HTML.

use std::fmt::Write as _;

use super::command_line::{Form, GameArg};
use super::game_file::open;
use super::output::write;
use super::sheets::beside;
use crate::failure::Failure;
use crate::files::Access;
use crate::new_file::{make_folder, replace};
use crate::page::document_page;
use furlong::hare_tortoise::postal::{PostalGame, language, letter};
use furlong::text::{Document, Marks, Names, Part, Svg, plain_lines};
use furlong::{Seat, Seats, Text as _};

/// Writes the pages of all players into a folder, or shows the page of one player.
pub(super) fn pages(game: &GameArg, player: Option<Seat>, form: Form) -> Result<(), Failure> {
    let postal = open(game.path())?;
    if let Some(seat) = player {
        let page = postal.page(seat).map_err(Failure::failed)?;
        return write(&in_form(form, &page, || map_of(&postal).map(Some))?);
    }
    let moment = postal.open_round().map_or("end".to_owned(), |round| round.to_string());
    let folder = beside(game.path(), &format!("pages-{moment}"));
    make_folder(&folder)?;
    let map = map_of(&postal)?;
    let mut all = vec![("board.svg".to_owned(), format!("{map}\n"))];
    for (seat, _) in Seats::MOST.iter().zip(postal.players()) {
        let page = postal.page(seat).map_err(Failure::failed)?;
        let name = letter(seat);
        all.push((format!("{name}.txt"), page.to_text()));
        all.push((format!("{name}.md"), page.to_markdown()));
        all.push((format!("{name}.html"), document_page(&page, Some(&map))));
    }
    all.push(("public.json".to_owned(), postal.public().to_json()));
    // The list comes last: nobody may read it to its end, and all pages are wanted.
    let mut list = String::new();
    for (name, text) in all {
        let path = folder.join(name);
        replace(&path, Access::Usual, &plain_lines(&text))?;
        let _ = writeln!(list, "{}", path.display());
    }
    write(&list)
}

/// Shows the page about the language of orders.
pub(super) fn show_language(form: Form) -> Result<(), Failure> {
    write(&in_form(form, &language(), || Ok(None))?)
}

/// Writes a document in the requested form. In HTML, `map` replaces the board.
fn in_form(
    form: Form,
    document: &Document,
    map: impl FnOnce() -> Result<Option<Svg>, Failure>,
) -> Result<String, Failure> {
    Ok(if form.html {
        document_page(document, map()?.as_ref())
    } else if form.markdown {
        document.to_markdown()
    } else {
        document.to_text()
    })
}

/// Writes reports in the requested form, one below another; in HTML they form one page.
pub(super) fn reports_in_form(form: Form, reports: Vec<Document>) -> Result<String, Failure> {
    if !form.html {
        let texts = reports.iter().map(|report| in_form(form, report, || Ok(None)));
        return Ok(texts.collect::<Result<Vec<_>, _>>()?.join("\n"));
    }
    let whole = reports.into_iter().reduce(|mut whole, next| {
        whole.parts.push(Part::Heading(next.title));
        whole.parts.extend(next.parts);
        whole
    });
    whole.map_or_else(|| Ok(String::new()), |whole| in_form(form, &whole, || Ok(None)))
}

fn map_of(postal: &PostalGame) -> Result<Svg, Failure> {
    let race = postal.race().map_err(Failure::failed)?;
    let round = postal.open_round().unwrap_or(u16::MAX);
    let names: Vec<String> = Seats::MOST
        .iter()
        .zip(postal.players())
        .map(|(seat, player)| player.holder(round).called(seat))
        .collect();
    Ok(race.game().svg(&race.seat_view(Seat::FIRST), &Marks::NONE, &Names::new(names)))
}
