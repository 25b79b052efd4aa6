//! Texts of others made fit to be shown: names, titles and bots' words come from files and programs, and may
//! hold what a terminal obeys, what breaks lines, what turns the direction of reading, or what Markdown marks.
//!
//! Data keep such texts as they are; they are cleaned where they are shown.

use std::borrow::Cow;

/// Stands for a character that would not show as what it is.
const SHOWN_INSTEAD: char = '\u{fffd}';

/// The text as one line: each character that cannot be seen for what it is becomes a mark of its own, line
/// ends and tabs become spaces.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    cleaned(text, |letter| if is_gap(letter) { ' ' } else { SHOWN_INSTEAD })
}

#[cfg(feature = "cli")]
/// The text with the lines that it has, otherwise as by [`plain`].
pub(crate) fn plain_lines(text: &str) -> Cow<'_, str> {
    cleaned(text, |letter| match letter {
        '\n' => '\n',
        letter if is_gap(letter) => ' ',
        _ => SHOWN_INSTEAD,
    })
}

/// The text as by [`plain`], with the marks of Markdown made letters; what stands between backquotes stays code.
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
            // Even code ends a cell of a table.
            written.push_str(&part.replace('|', "\\|"));
        } else {
            escape(part, &mut written);
        }
    }
    escape_block(written)
}

/// Escapes what marks words within a line.
fn escape(text: &str, into: &mut String) {
    for letter in text.chars() {
        if matches!(letter, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&') {
            into.push('\\');
        }
        into.push(letter);
    }
}

/// Escapes what at the beginning of a line makes it a heading or an item.
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

/// Line ends and tabs, in all their forms.
fn is_gap(letter: char) -> bool {
    matches!(letter, '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Controls, and the characters of Unicode that take no room or change how others are read: those that hide,
/// join or turn text, and tags.
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

    #[cfg(feature = "cli")]
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
