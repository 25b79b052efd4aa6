//! Pages. Each is one file that contains its charts, and is readable without scripts and without a network.

mod axis;
mod chart;
mod curves;
mod diff;
mod document;
mod game;
mod parts;
mod ruleset;
mod sheet;
mod table;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use furlong::text::plain_lines;

pub(super) use self::chart::{ChartRow, Point, aim, intervals};
pub(super) use self::curves::Doubling;
pub(super) use self::diff::diff_page;
pub(super) use self::document::document_page;
pub(super) use self::game::game_page;
pub(super) use self::parts::{
    board, by_players, distributions, effect_row, legend, picture, players_legend, row, seat_rows,
};
pub(super) use self::ruleset::{Against, RulesetPage, TypicalGame, endings};
pub(super) use self::sheet::sheet_page;
pub(super) use self::table::{cell, table, words_table};

/// A self-contained page that needs neither scripts nor a network.
pub(super) fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    };
    // Names may come from files: maud escapes markup, and invisible characters are made visible here.
    plain_lines(&page.into_string()).into_owned()
}

/// The style sheet, light or dark as the reader's browser prefers.
const STYLE: &str = include_str!("style.css");
