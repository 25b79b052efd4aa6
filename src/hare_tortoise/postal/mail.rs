//! Order sheets inside mails: a greeting before the sheet, marks of quotation at its lines, a signature and older mails
//! after it.

use std::borrow::Cow;

use crate::ruleset::nearest::nearest;

/// The sections of a sheet.
pub(super) const SECTIONS: [&str; 4] = ["first", "second", "chew", "again"];

/// A text in which only the sheet is left.
#[derive(Debug)]
pub(super) struct Found<'a> {
    /// The text with everything else blanked out, so that the places of faults are those in the mail.
    pub(super) text: Cow<'a, str>,
    /// The first and the last line of the sheet, from 1, when there was anything else.
    pub(super) lines: Option<(usize, usize)>,
}

/// A line without its marks of quotation.
struct Line<'a> {
    /// The number of `>` before it.
    depth: usize,
    /// The letters that these take.
    margin: usize,
    body: &'a str,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Self {
        let body = line.trim_start_matches(|letter: char| letter == '>' || letter.is_whitespace());
        // A line without marks keeps its indent as it is.
        let prefix = &line[..line.len() - body.len()];
        Self { depth: prefix.matches('>').count(), margin: prefix.chars().count(), body: body.trim_end() }
    }

    fn first_word(&self) -> String {
        first_word(self.body).to_lowercase()
    }
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start_matches(is_ornament);
    let end = text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

/// Returns whether a letter marks words as quoted, as code or as important, and means nothing in a sheet.
pub(super) fn is_ornament(letter: char) -> bool {
    matches!(letter, '"' | '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '`' | '*')
}

/// The sheet in a text. It begins with a line of `player` that one of `round` follows, or else an order, when the round
/// was forgotten; of several the first of those that are quoted least counts. Without one the whole text is the sheet,
/// whatever its faults.
pub(super) fn sheet_in(text: &str) -> Found<'_> {
    let lines: Vec<Line<'_>> = text.trim_start_matches('\u{feff}').lines().map(Line::of).collect();
    let header = |is_next: fn(&Line<'_>) -> bool| {
        let headers = (0..lines.len()).filter_map(|begin| Some((begin, line_after(&lines, begin, is_next)?)));
        headers.min_by_key(|(begin, _)| (lines[*begin].depth, *begin))
    };
    let is_round = |line: &Line<'_>| line.first_word() == "round";
    let is_round_forgotten = !lines.iter().any(is_round);
    let found =
        header(is_round).or_else(|| header(|line| is_order(line.body)).filter(|_| is_round_forgotten));
    let Some((begin, round)) = found else {
        return Found { text: Cow::Borrowed(text), lines: None };
    };
    let depth = lines[begin].depth;
    // Lines that are quoted more are an older mail; those quoted less are answers to the quoted sheet.
    let belongs = |index: &usize| lines[*index].depth <= depth && !lines[*index].body.is_empty();
    let end = (round..lines.len()).find(|index| is_separator(lines[*index].body)).unwrap_or(lines.len());
    let last_order =
        (round..end).rfind(|index| belongs(index) && is_order(lines[*index].body)).unwrap_or(round);
    // An empty line ends the orders. Words right below them may be orders misspelt, and stay.
    let end = (last_order + 1..end).find(|index| !belongs(index)).unwrap_or(end);
    let last = (begin..end).rfind(belongs).unwrap_or(round);
    let is_sheet = |index: &usize| (begin..=last).contains(index) && belongs(index);
    let mut sheet = String::with_capacity(text.len());
    for (index, line) in lines.iter().enumerate() {
        if is_sheet(&index) {
            sheet.extend(std::iter::repeat_n(' ', line.margin));
            sheet.push_str(line.body);
        }
        sheet.push('\n');
    }
    let is_all = (0..lines.len()).all(|index| is_sheet(&index) || lines[index].body.is_empty());
    Found { text: Cow::Owned(sheet), lines: (!is_all).then_some((begin + 1, last + 1)) }
}

/// The line after a line of `player`, when it is of the kind that is looked for.
fn line_after(lines: &[Line<'_>], begin: usize, is_looked_for: fn(&Line<'_>) -> bool) -> Option<usize> {
    let header = &lines[begin];
    if header.first_word() != "player" {
        return None;
    }
    let is_next = |index: &usize| lines[*index].depth <= header.depth && !lines[*index].body.is_empty();
    let next = (begin + 1..lines.len()).find(is_next)?;
    is_looked_for(&lines[next]).then_some(next)
}

/// Returns whether a line ends what the sender has written: a signature or an older mail comes next.
fn is_separator(body: &str) -> bool {
    let starts = ["-----", "_____", "From:", "Sent from my "];
    matches!(body, "--" | "\u{2014}")
        || body.ends_with("wrote:")
        || starts.iter().any(|start| body.starts_with(start))
}

/// Returns whether a line is an order, as it is written or misspelt, and no sentence.
fn is_order(body: &str) -> bool {
    // The marks and numbers of lists are left out here: what stands behind them may be an order.
    let body = body.trim_start_matches(|letter: char| !letter.is_alphabetic()).to_lowercase();
    let word = first_word(&body);
    let rest = body[word.len()..].trim_start_matches(is_ornament).trim();
    let is_like = |words: &[&str]| nearest(word, words.iter().copied()).is_some();
    let is_over = |rest: &str| rest.trim_end_matches(is_ornament).is_empty() || rest.starts_with([';', '#']);
    let has_square = rest.starts_with(|letter: char| letter.is_ascii_digit())
        || ["start", "finish"].iter().any(|square| rest.strip_prefix(square).is_some_and(is_over));
    match word {
        "if" => body.contains(':'),
        "stay" => is_over(rest) || rest.starts_with("and "),
        "back" | "chew" | "draw" | "pay" | "neither" if is_over(rest) => true,
        _ if rest.starts_with(':') => is_like(&SECTIONS),
        _ => has_square && is_like(&["to", "forward"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of the sheet that is found, without empty ones.
    fn found(text: &str) -> Vec<String> {
        let sheet = sheet_in(text).text.into_owned();
        sheet.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    }

    const SHEET: [&str; 4] = ["player B", "round 3", "first: if A on 21: to 22", "to 17"];

    #[test]
    fn a_mail_without_a_round_has_only_that_fault() {
        let mail = "Hi all,\n\nmy orders:\n\n> player Ann\n> first: to 10\n\nCheers,\nAnn\n";
        assert_eq!(found(mail), ["player Ann", "first: to 10"]);
        assert_eq!(found("A player I know.\nto 10\n"), ["A player I know.", "to 10"], "no sheet begins here");
    }

    #[test]
    fn greeting_quotation_and_signature_are_left_out_and_places_stay() {
        let mail = "Hello Ann,\nhere are my orders. Player, beware!\n\n> player B\n> round 3\n>\n\
                    > first: if A on 21: to 22\n>        to 17\n\nSee you back on Monday,\nTom\n-- \nto 99\n";
        assert_eq!(found(mail), SHEET);
        let sheet = sheet_in(mail);
        assert_eq!(sheet.lines, Some((4, 8)));
        assert_eq!(sheet.text.lines().nth(7), Some("         to 17"));
    }

    #[test]
    fn of_a_sheet_and_older_mails_the_newest_words_count() {
        let sheet = SHEET.join("\n");
        let older = "> player B\n> round 2\n> first: back";
        for mail in [
            format!("{sheet}\n\nOn Tuesday Ann wrote:\n{older}\n"),
            format!("{older}\n\nBetter so:\n{sheet}\n\nBest,\nBob"),
            format!("{sheet}\n{older}"),
            format!("{sheet}\n\n-----Original Message-----\nplayer B\nround 2\nfirst: back"),
        ] {
            assert_eq!(found(&mail), SHEET, "{mail}");
        }
        // A template that came in the master's mail, filled in between its lines.
        let answered = "> player B\n> round 3\n> first:\nif A on 21: to 22\nto 17\n> second:\n\nBob";
        assert_eq!(found(answered)[3..], ["if A on 21: to 22", "to 17", "second:"]);
    }

    #[test]
    fn the_player_may_stand_above_the_round_with_an_empty_line_between() {
        let sheet = ["player B", "round 3", "first: to 10"];
        assert_eq!(found("Hello!\n\nplayer B\n\nround 3\nfirst: to 10\n\nBob"), sheet);
        assert_eq!(found("> player B\n>> an older answer\n> round 3\n> first: to 10"), sheet);
    }

    #[test]
    fn what_may_be_an_order_misspelt_is_never_left_out() {
        for order in [
            "frist: back",
            "foward 3",
            "to 5",
            "stay and pay",
            "back",
            "chew; back",
            "if A on 3 to: 5",
            "tp 5",
            "- to 5",
            "1. to 5",
        ] {
            let mail = format!("player B\nround 3\nfirst: to 22\n\n{order}\n\nBob");
            assert_eq!(found(&mail).last().map(String::as_str), Some(order), "{order}");
        }
        for words in [
            "Tom",
            "Back soon!",
            "To all: have fun",
            "PS: sorry",
            "If I am late, wait.",
            "Stay well",
            "Pay up, 5",
        ] {
            let mail = format!("player B\nround 3\nfirst: to 22\n\n{words}");
            assert_eq!(found(&mail).last().map(String::as_str), Some("first: to 22"), "{words}");
        }
        // Right below the orders everything stays, and is a fault.
        assert_eq!(found("player B\nround 3\nfirst: to 22\nTom").len(), 4);
    }

    #[test]
    fn a_text_without_a_header_is_left_as_it_is() {
        for text in ["", "hello", "player B\nfirst: back\nround 3", "> player B\n"] {
            assert!(matches!(sheet_in(text).text, Cow::Borrowed(same) if same == text), "{text}");
        }
    }
}
