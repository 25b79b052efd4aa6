//! Converts HTML pages to text. Quotations are marked with `>`, once for each level.

use furlong::hare_tortoise::postal::own_sheet;
use html2text::config;
use html2text::render::TextDecorator;

/// The maximum size of a page, in bytes.
const MOST_BYTES: usize = 1 << 19;
/// The maximum number of tags in a page, because the time to lay it out grows with their square.
const MOST_TAGS: usize = 10_000;
/// The maximum width of a line, in characters. It is longer than any order or letter of press.
const WIDEST: usize = 5_000;
/// Markup of struck-out words that would not be visible in the text.
const STRIKES: [&str; 4] = ["line-through", "<del>", "<del ", "<strike"];
/// The character that strikes out the one before it.
const STRUCK: char = '\u{336}';

/// The text of a page.
pub(crate) struct Page {
    pub(crate) text: String,
    /// Whether words of the page may be struck out.
    pub(crate) is_struck: bool,
}

/// Reads a page as a browser would show it; the error is the reason why that is impossible.
pub(crate) fn page(source: &str) -> Result<Page, &'static str> {
    if source.len() > MOST_BYTES || source.matches('<').count() > MOST_TAGS {
        return Err("it is a page that is too large");
    }
    // A rule would fill its line; here it only ends one.
    let source = source.replace("<hr", "<br").replace("<HR", "<br");
    let drawn = |is_raw: bool| {
        let config = config::with_decorator(Bare).use_doc_css().no_table_borders().link_footnotes(false);
        let text = config.raw_mode(is_raw).string_from_read(source.as_bytes(), WIDEST);
        text.map_err(|_| "it is a page that cannot be read")
    };
    // A table has a line for each row, and its cells beside each other. Where it only places the text, its cells are read
    // one after the other.
    let text = drawn(false)?;
    let text = if own_sheet(&text).is_none() {
        Some(drawn(true)?).filter(|raw| own_sheet(raw).is_some()).unwrap_or(text)
    } else {
        text
    };
    let mut own = text.lines().filter(|line| !line.starts_with('>'));
    let lower = source.to_ascii_lowercase();
    let is_struck = own.any(|line| line.contains(STRUCK)) || STRIKES.iter().any(|mark| lower.contains(mark));
    Ok(Page { text: text.replace(STRUCK, ""), is_struck })
}

/// Plain text with quotation marks as the only markup.
#[derive(Clone, Debug)]
struct Bare;

impl TextDecorator for Bare {
    type Annotation = ();

    fn decorate_link_start(&mut self, _: &str) -> (String, ()) {
        Default::default()
    }
    fn decorate_link_end(&mut self) -> String {
        String::new()
    }
    fn decorate_em_start(&self) -> (String, ()) {
        Default::default()
    }
    fn decorate_em_end(&self) -> String {
        String::new()
    }
    fn decorate_strong_start(&self) -> (String, ()) {
        Default::default()
    }
    fn decorate_strong_end(&self) -> String {
        String::new()
    }
    fn decorate_strikeout_start(&self) -> (String, ()) {
        (STRUCK.to_string(), ())
    }
    fn decorate_strikeout_end(&self) -> String {
        String::new()
    }
    fn decorate_code_start(&self) -> (String, ()) {
        Default::default()
    }
    fn decorate_code_end(&self) -> String {
        String::new()
    }
    fn decorate_preformat_first(&self) {}
    fn decorate_preformat_cont(&self) {}
    fn decorate_image(&mut self, _: &str, _: &str) -> (String, ()) {
        Default::default()
    }
    fn header_prefix(&self, _: usize) -> String {
        String::new()
    }
    fn quote_prefix(&self) -> String {
        "> ".to_owned()
    }
    fn unordered_item_prefix(&self) -> String {
        String::new()
    }
    fn ordered_item_prefix(&self, _: i64) -> String {
        String::new()
    }
    fn make_subblock_decorator(&self) -> Self {
        self.clone()
    }
}
