//! Boards in pages.

use maud::{Markup, PreEscaped, html};

use crate::seat::Seat;
use crate::text::{Names, Svg, Text};

/// The board of a state with what lies open on it, as a part of a page.
pub(in crate::terminal) fn board<G: Text>(game: &G, state: &G::State, names: &Names) -> Markup {
    picture(&game.svg(&game.view(state, Seat::FIRST), names))
}

/// A picture as a part of a page.
pub(in crate::terminal) fn picture(svg: &Svg) -> Markup {
    html! { figure { (PreEscaped(svg.within_page())) } }
}
