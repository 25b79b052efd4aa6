//! Wraps texts into lines that fit the screen.

/// The lines of a text wrapped at this width.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let indent = " ".repeat(text.len() - text.trim_start_matches(' ').len() + 2);
    let options = textwrap::Options::new(usize::from(width.max(1))).subsequent_indent(&indent);
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

/// The lines of sentences wrapped at this width, without indentation.
pub(super) fn paragraphs(text: &str, width: u16) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    textwrap::wrap(text, usize::from(width.max(1))).into_iter().map(std::borrow::Cow::into_owned).collect()
}
