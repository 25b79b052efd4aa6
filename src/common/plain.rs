//! Makes external text safe to show. Names, titles and bots' messages come from files and programs, and may contain
//! terminal commands, line breaks, changes of reading direction, or Markdown.
//!
//! Data keep the text unchanged; it is cleaned when it is shown.

use std::borrow::Cow;

/// The replacement for a character that would not be visible.
const SHOWN_INSTEAD: char = '\u{fffd}';

/// Returns the text as one line: invisible characters are replaced, and line ends and tabs become spaces.
pub fn plain(text: &str) -> Cow<'_, str> {
    cleaned(text, |letter| if is_gap(letter) { ' ' } else { SHOWN_INSTEAD })
}

/// Cleans a text as [`plain`] does, but keeps its lines.
pub fn plain_lines(text: &str) -> Cow<'_, str> {
    cleaned(text, |letter| match letter {
        '\n' => '\n',
        letter if is_gap(letter) => ' ',
        _ => SHOWN_INSTEAD,
    })
}

/// Cleans a text as [`plain`] does, and escapes Markdown. Text between backquotes stays code.
pub(crate) fn markdown(text: &str) -> String {
    let text = plain(text);
    let parts: Vec<&str> = text.split('`').collect();
    let is_paired = parts.len() % 2 == 1;
    let mut written = String::with_capacity(text.len());
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            written.push_str(if is_paired { "`" } else { "\\`" });
        }
        if is_paired && index % 2 == 1 {
            // A `|` ends a table cell even in code.
            written.push_str(&part.replace('|', "\\|"));
        } else {
            escape(part, &mut written);
        }
    }
    escape_block(written)
}

/// Escapes the characters of inline Markdown.
fn escape(text: &str, into: &mut String) {
    for letter in text.chars() {
        if matches!(letter, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&') {
            into.push('\\');
        }
        into.push(letter);
    }
}

/// Escapes a character at the beginning of a line that would make it a heading or a list item.
fn escape_block(line: String) -> String {
    let body = line.trim_start();
    let digits = body.len() - body.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let is_mark =
        body.starts_with(['#', '-', '+', '=']) || (digits > 0 && body[digits..].starts_with(['.', ')']));
    if !is_mark {
        return line;
    }
    let (before, after) = body.split_at(digits);
    format!("{before}\\{after}")
}

fn cleaned(text: &str, shown: impl Fn(char) -> char) -> Cow<'_, str> {
    if text.chars().any(is_unseen) {
        text.chars().map(|letter| if is_unseen(letter) { shown(letter) } else { letter }).collect()
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns whether the character is a line end or a tab, in any variant.
fn is_gap(letter: char) -> bool {
    matches!(letter, '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns whether the character is a control character, or a Unicode character that has no width or that changes
/// others: hidden, joining, directional and tag characters.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_marked_and_what_can_stays() {
        assert_eq!(plain("\u{1b}]0;title\u{7}Ada"), "\u{fffd}]0;title\u{fffd}Ada");
        assert_eq!(plain("A\u{1b}[2Jda"), "A\u{fffd}[2Jda");
        assert_eq!(plain("Ada\nThe game\tis over.\r\u{2028}"), "Ada The game is over.  ");
        assert_eq!(plain("\u{202e}adA\u{200b}\u{feff}\u{9b}2J"), "\u{fffd}adA\u{fffd}\u{fffd}\u{fffd}2J");
        for seen in ["Ada Lovelace", "Zoë", "Jose\u{301}", "Анна", "王", "عائشة", "🐇", "a  b"] {
            assert!(matches!(plain(seen), Cow::Borrowed(same) if same == seen), "{seen}");
        }
    }

    #[test]
    fn lines_stay_where_there_may_be_several() {
        assert_eq!(plain_lines("hare\n\u{1b}[31mfox\r\n"), "hare\n\u{fffd}[31mfox \n");
    }

    #[test]
    fn marks_of_markdown_become_letters() {
        assert_eq!(markdown("**Ada** _x_ [a](b) <i>|~&\\"), r"\*\*Ada\*\* \_x\_ \[a\](b) \<i\>\|\~\&\\");
        assert_eq!(markdown("line one\n# two"), "line one # two");
        for (line, written) in
            [("# Ada", "\\# Ada"), ("- Ada", "\\- Ada"), ("1. Ada", "1\\. Ada"), ("2nd Ada", "2nd Ada")]
        {
            assert_eq!(markdown(line), written);
        }
    }

    #[test]
    fn code_stays_code_and_nothing_gets_out_of_it() {
        assert_eq!(markdown("expected `to 22`, found `a_b`"), "expected `to 22`, found `a_b`");
        assert_eq!(markdown("found `a` <b> `c`"), "found `a` \\<b\\> `c`");
        assert_eq!(markdown("a ` <b>"), "a \\` \\<b\\>");
        assert_eq!(markdown("`a|b`"), "`a\\|b`");
    }
}
