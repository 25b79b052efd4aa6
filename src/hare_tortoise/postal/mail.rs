//! Finds order sheets inside mails, which may have a greeting before the sheet and a signature and older mails
//! after it. Quoted text never counts.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::error::OrdersError;
use super::lines::{
    Line, is_added, is_bare_section, is_order, is_part, is_rule, is_section, may_be_order, press_in, stray,
};
use super::press::{Letter, press_between, press_lines};
use super::quoting::introduction;

/// The heading of the sheet on a player's page, because players may send the whole page back.
pub(super) const OWN_SHEET: &str = "Your sheet";

/// A text reduced to its sheet.
#[derive(Debug)]
pub(super) struct Found<'a> {
    /// The text with everything else blanked out, so that faults have the same places as in the mail.
    pub(super) text: Cow<'a, str>,
    /// The first and last lines of the sheet, from 1, if the text contains anything else.
    pub(super) lines: Option<(usize, usize)>,
    /// The numbers of lines that may or may not be orders, from 1. If they cannot be read, their writer has to say.
    pub(super) doubtful: Vec<usize>,
    /// The texts of press, which are not orders.
    pub(super) letters: Vec<Letter>,
    /// Orders in places where they do not count: in quoted text, above the sheet, or below a signature.
    pub(super) faults: Vec<OrdersError>,
}

/// The lines of the sender's own sheet in a text, including press; `None` if there is none, or only a quoted one.
pub fn own_sheet(text: &str) -> Option<String> {
    let lines: Vec<Line<'_>> = text.lines().map(Line::of).collect();
    header(&lines[..older_mail(&lines)]).filter(|(begin, _)| lines[*begin].depth == 0)?;
    let found = sheet_in(text);
    let is_press = press_lines(&found.letters, lines.len());
    let kept =
        found.text.lines().zip(is_press).zip(&lines).filter(|((kept, press), _)| *press || !kept.is_empty());
    Some(kept.map(|(_, line)| line.body).collect::<Vec<_>>().join("\n"))
}

/// Returns whether a text is a letter: it has no sheet, and no line that may be an order.
pub fn is_letter(text: &str) -> bool {
    let lines: Vec<Line<'_>> = text.lines().map(Line::of).collect();
    let may_be_order = |line: &Line<'_>| {
        line.is_own() && (is_section(line.body) || may_be_order(line.body) || is_order(line.body))
    };
    header(&lines).is_none() && !lines[..older_mail(&lines)].iter().any(may_be_order)
}

/// Lines of a mail that do not belong to its sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// The first line, from 1.
    pub(super) first: usize,
    /// The last line.
    pub(super) last: usize,
    /// Whether they are quoted or belong to an older mail.
    pub(super) is_quoted: bool,
    /// The first words of these lines.
    pub(super) beginning: String,
}

/// The maximum number of characters shown of lines that are left out.
const MOST_SHOWN: usize = 40;

/// The lines of a text that do not belong to its sheet, in order. Consecutive lines of one kind form one part.
pub(super) fn left_out(text: &str) -> Vec<LeftOut> {
    let found = sheet_in(text);
    if found.lines.is_none() {
        return Vec::new();
    }
    let lines: Vec<Line<'_>> = text.trim_start_matches('\u{feff}').lines().map(Line::of).collect();
    let older = older_mail(&lines);
    let mut parts: Vec<LeftOut> = Vec::new();
    let is_press = press_lines(&found.letters, lines.len());
    for (index, (line, kept)) in lines.iter().zip(found.text.lines()).enumerate() {
        if line.is_empty() || !kept.is_empty() || is_press[index] {
            continue;
        }
        let (number, is_quoted) = (index + 1, line.depth > 0 || index >= older);
        let is_next = |part: &&mut LeftOut| {
            part.is_quoted == is_quoted && lines[part.last..index].iter().all(Line::is_empty)
        };
        if let Some(part) = parts.last_mut().filter(is_next) {
            part.last = number;
        } else {
            let mut beginning: String = line.body.chars().take(MOST_SHOWN).collect();
            if beginning.len() < line.body.len() {
                beginning.push_str("...");
            }
            parts.push(LeftOut { first: number, last: number, is_quoted, beginning });
        }
    }
    parts
}

/// Finds the sheet in a text. It begins with a `player` line followed by a `round` line, or by an order if the round
/// was forgotten. If there are several, the first of the least quoted ones counts. Without any, the whole text is the
/// sheet, whatever its faults.
pub(super) fn sheet_in(text: &str) -> Found<'_> {
    let lines: Vec<Line<'_>> = text.trim_start_matches('\u{feff}').lines().map(Line::of).collect();
    let older = older_mail(&lines);
    let Some((begin, round)) = header(&lines[..older]) else {
        let quoted = header(&lines).map(|(begin, _)| {
            let problem = format!(
                "this sheet is in an older mail, which begins in line {}; quoted text never counts",
                older + 1
            );
            stray(&lines, begin, problem)
        });
        let faults = quoted.into_iter().collect();
        return Found {
            text: Cow::Borrowed(text),
            lines: None,
            doubtful: Vec::new(),
            letters: Vec::new(),
            faults,
        };
    };
    let mut faults = Vec::new();
    let lines_of_mail = &lines[..older];
    let (letters, endless) = press_between(&lines, round, older);
    faults.extend(endless);
    let press = press_lines(&letters, lines.len());
    let is_press = |index: usize| press[index];
    let is_mark = |index: &usize| !is_press(*index) && is_signature(&lines_of_mail[*index]);
    let signature = (round..older).find(is_mark).unwrap_or(older);
    let introduces = introducing(&lines);
    let belongs = |index: &usize| {
        let line = &lines[*index];
        if is_press(*index) || (*index > round && (introduces[*index] || is_added(line.body))) {
            return false;
        }
        line.is_own() || *index == begin || *index == round || is_template(line, lines[begin].depth)
    };
    let is_order_here = |index: &usize| belongs(index) && is_order(lines[*index].body);
    let last_order = (round..signature).rfind(is_order_here).unwrap_or(round);
    // An empty line ends the orders. Words directly below them stay, because they may be misspelled orders.
    let end = (last_order + 1..signature).find(|index| !belongs(index)).unwrap_or(signature);
    let is_doubtful = |index: &usize| {
        *index >= end && !is_press(*index) && lines[*index].is_own() && may_be_order(lines[*index].body)
    };
    let doubtful: BTreeSet<usize> = (end..signature).filter(is_doubtful).collect();
    let is_sheet =
        |index: &usize| ((begin..end).contains(index) && belongs(index)) || doubtful.contains(index);
    faults.extend(strays(lines_of_mail, begin, signature, is_press));
    faults.extend(second_sheet(lines_of_mail, begin, is_press));
    let last = (begin..signature).rfind(is_sheet).unwrap_or(round);
    let is_all = (0..lines.len()).all(|index| is_sheet(&index) || is_press(index) || lines[index].is_empty());
    Found {
        text: Cow::Owned(only(&lines, is_sheet)),
        lines: (!is_all).then_some((begin + 1, last + 1)),
        doubtful: doubtful.iter().map(|index| index + 1).collect(),
        letters,
        faults,
    }
}

/// The lines of a sheet, with empty lines in place of all others.
fn only(lines: &[Line<'_>], is_sheet: impl Fn(&usize) -> bool) -> String {
    let mut sheet = String::new();
    for (index, line) in lines.iter().enumerate() {
        if is_sheet(&index) {
            sheet.extend(std::iter::repeat_n(' ', line.margin));
            // Of a press letter, only the list of readers is part of the order language.
            let readers = press_in(line.body).and_then(|_| line.body.split_inclusive(':').next());
            sheet.push_str(readers.filter(|_| line.depth == 0).unwrap_or(line.body));
        }
        sheet.push('\n');
    }
    sheet
}

/// Finds the `player` line, and below it the `round` line or an order.
fn header(lines: &[Line<'_>]) -> Option<(usize, usize)> {
    let header = |is_next: fn(&Line<'_>) -> bool| {
        let headers = (0..lines.len()).filter_map(|begin| Some((begin, line_after(lines, begin, is_next)?)));
        headers.min_by_key(|(begin, _)| (lines[*begin].depth, *begin))
    };
    let is_round = |line: &Line<'_>| line.first_word() == "round";
    let is_round_forgotten = !lines.iter().any(is_round);
    header(is_round).or_else(|| header(|line| is_order(line.body)).filter(|_| is_round_forgotten))
}

/// The line after a `player` line, if `is_looked_for` accepts it.
fn line_after(lines: &[Line<'_>], begin: usize, is_looked_for: fn(&Line<'_>) -> bool) -> Option<usize> {
    let header = &lines[begin];
    if header.first_word() != "player" {
        return None;
    }
    let is_next = |index: &usize| lines[*index].depth <= header.depth && !lines[*index].is_empty();
    let next = (begin + 1..lines.len()).find(is_next)?;
    is_looked_for(&lines[next]).then_some(next)
}

/// Returns whether a quoted line is a section name, which belongs to a quoted sheet that is answered between its
/// lines.
fn is_template(line: &Line<'_>, depth: usize) -> bool {
    depth > 0 && line.depth == depth && is_bare_section(line.body)
}

/// Orders in places where they do not count, but that somebody may have meant to count.
fn strays(
    lines: &[Line<'_>],
    begin: usize,
    signature: usize,
    is_press: impl Fn(usize) -> bool,
) -> Vec<OrdersError> {
    let depth = lines[begin].depth;
    let is_quoted = |index: &usize| {
        let line = &lines[*index];
        let is_quoted = depth > 0 && line.depth > 0 && line.depth <= depth;
        is_quoted
            && !is_bare_section(line.body)
            && !is_part(line.body)
            && (is_order(line.body) || may_be_order(line.body))
    };
    let quoted = (begin..signature).filter(|index| !is_press(*index)).find(is_quoted).map(|index| {
        let problem = "this order is quoted, and quoted text never counts: send the sheet without `>`";
        stray(lines, index, problem.to_owned())
    });
    // A page that comes back whole has much above its sheet that looks like orders.
    let page = (0..begin).rfind(|index| lines[*index].body == OWN_SHEET).map_or(0, |heading| heading + 1);
    let is_above = |index: &usize| {
        lines[*index].is_own() && (is_section(lines[*index].body) || may_be_order(lines[*index].body))
    };
    let above = (page..begin).filter(is_above).map(|index| {
        let problem = "this may be an order, and orders go below `player` and `round`; if it is not one, begin the \
        line with `#`";
        stray(lines, index, problem.to_owned())
    });
    // A signature may contain anything, but lines below a rule may have been meant to count.
    let is_ruled = lines.get(signature).is_some_and(|line| is_rule(line.body));
    let (below_what, is_below): (&str, fn(&str) -> bool) = if is_ruled {
        ("rule", |body| is_section(body) || is_order(body))
    } else {
        ("signature", is_section)
    };
    let is_below = |index: &usize| lines[*index].is_own() && is_below(lines[*index].body);
    let below = (signature + 1..lines.len()).filter(is_below).map(|index| {
        let problem = format!(
            "this order is below the {below_what} of line {}, where it does not count",
            signature + 1
        );
        stray(lines, index, problem)
    });
    quoted.into_iter().chain(above).chain(below).collect()
}

/// The fault of a second sheet by the sender: only the sender knows which of them should count.
fn second_sheet(lines: &[Line<'_>], begin: usize, is_press: impl Fn(usize) -> bool) -> Option<OrdersError> {
    let is_header = |index: &usize| {
        let next = line_after(lines, *index, |line| line.first_word() == "round");
        !is_press(*index) && lines[*index].depth == 0 && next.is_some()
    };
    let second = (begin + 1..lines.len()).find(is_header).filter(|_| lines[begin].depth == 0)?;
    let problem = "a second sheet begins here: send one sheet, so it is clear what counts";
    Some(stray(lines, second, problem.to_owned()))
}

/// Returns whether a line is the mark of a signature (RFC 3676), also as word processors write it, or a rule, as mailing
/// lists write it above their own lines.
fn is_signature(line: &Line<'_>) -> bool {
    line.depth == 0 && (matches!(line.body, "--" | "\u{2014}") || is_rule(line.body))
}

/// The line where an older mail without quotation marks begins, or the end of the text.
fn older_mail(lines: &[Line<'_>]) -> usize {
    let introduces = introducing(lines);
    let mut index = 0;
    while index < lines.len() {
        let begin = index;
        while introduces.get(index) == Some(&true) {
            index += 1;
        }
        let next = lines[index..].iter().find(|line| !line.is_empty());
        if index > begin && lines[begin].is_own() && next.is_none_or(Line::is_own) {
            return begin;
        }
        index += 1;
    }
    lines.len()
}

/// The lines that introduce an older mail.
fn introducing(lines: &[Line<'_>]) -> Vec<bool> {
    let mut introduces = vec![false; lines.len()];
    let bodies: Vec<&str> = lines.iter().map(|line| line.body).collect();
    for index in 0..lines.len() {
        let length = introduction(&bodies[index..]);
        introduces[index..index + length].fill(true);
    }
    introduces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of the sheet found in the text, without empty ones.
    fn found(text: &str) -> Vec<String> {
        let sheet = sheet_in(text).text.into_owned();
        sheet.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    }

    const SHEET: [&str; 4] = ["player B", "round 3", "first: if A on 21: to 22", "to 17"];

    #[test]
    fn a_mail_without_a_round_has_only_that_fault() {
        let mail = "Hi all,\n\nmy orders:\n\nplayer Ann\nfirst: to 10\n\nCheers,\nAnn\n";
        assert_eq!(found(mail), ["player Ann", "first: to 10"]);
        assert_eq!(found("A player I know.\nto 10\n"), ["A player I know.", "to 10"], "no sheet begins here");
    }

    #[test]
    fn greeting_and_signature_are_left_out_and_places_stay() {
        let mail = "Hello Ann,\nhere are my orders. Player, beware!\n\nplayer B\nround 3\n\n\
                    first: if A on 21: to 22\n       to 17\n\nSee you back on Monday,\nTom\n-- \nto 99\n";
        assert_eq!(found(mail), SHEET);
        let sheet = sheet_in(mail);
        assert_eq!(sheet.lines, Some((4, 8)));
        assert_eq!(sheet.text.lines().nth(7), Some("       to 17"));
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
        // A template from the master's mail, filled in between its lines.
        let answered = "> player B\n> round 3\n> first:\nif A on 21: to 22\nto 17\n> second:\n\nBob";
        assert_eq!(found(answered)[3..], ["if A on 21: to 22", "to 17", "second:"]);
    }

    #[test]
    fn the_player_may_stand_above_the_round_with_an_empty_line_between() {
        let sheet = ["player B", "round 3", "first: to 10"];
        assert_eq!(found("Hello!\n\nplayer B\n\nround 3\nfirst: to 10\n\nBob"), sheet);
        assert_eq!(
            found("> player B\n>> an older answer\n> round 3\n> first:\nto 10")[2..],
            ["first:", "to 10"]
        );
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
        // Directly below the orders, everything stays and is a fault.
        assert_eq!(found("player B\nround 3\nfirst: to 22\nTom").len(), 4);
    }

    #[test]
    fn the_line_that_introduces_a_quotation_is_no_order_also_right_below_the_orders() {
        let mail = "player B\nround 3\nfirst: if A on 21: to 22\nto 17\nOn Tuesday Ann wrote:\n> player B\n> round 3\n> first:";
        assert_eq!(found(mail)[..4], SHEET);
        assert!(!found(mail).iter().any(|line| line.contains("wrote")));
    }

    #[test]
    fn a_text_without_a_header_is_left_as_it_is() {
        for text in ["", "hello", "player B\nfirst: back\nround 3", "> player B\n"] {
            assert!(matches!(sheet_in(text).text, Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn quoted_orders_never_count() {
        let faults = |text: &str| {
            let faults = sheet_in(text).faults;
            faults.into_iter().map(|fault| fault.to_string()).collect::<Vec<_>>()
        };
        let bob = "player Bob\nround 3\nfirst: to 8";
        let marked =
            bob.replace("player", "> player").replace("round", "> round").replace("first", "> first");
        for quoted in [
            format!("Nice!\n\nOn Tuesday Bob wrote:\n{marked}"),
            format!("{marked}\n\nI agree.\n"),
            format!("> {}", marked.replace('\n', "\n> ")),
        ] {
            let faults = faults(&quoted);
            assert!(faults[0].contains("this order is quoted"), "{quoted}: {faults:?}");
        }
        for begin in [
            "On Tuesday, Bob <bob@example.org> wrote:",
            "-----Original Message-----",
            "---------- Forwarded message ---------",
            "Begin forwarded message:",
            "From: Bob\nSent: Tuesday",
        ] {
            let faults = faults(&format!("Nice!\n\n{begin}\n\n{bob}"));
            assert!(faults[0].contains("in an older mail, which begins in line 3"), "{begin}: {faults:?}");
            let own = format!("player Ann\nround 3\nfirst: to 5\n\n{begin}\n{bob}");
            assert_eq!(found(&own), ["player Ann", "round 3", "first: to 5"], "{begin}");
            assert!(sheet_in(&own).faults.is_empty());
        }
        // The master's template, with its line of introduction, answered between its lines.
        let answered = "On Monday Zoe wrote:\n> player B\n> round 3\n> first: # your move\nto 22\n> second:";
        assert_eq!(found(answered)[3..], ["to 22", "second:"]);
        assert!(sheet_in(answered).faults.is_empty());
    }

    #[test]
    fn what_stands_above_a_sheet_or_below_a_signature_is_not_lost_without_a_word() {
        let sheet = SHEET.join("\n");
        for (mail, fault) in [
            (format!("EDIT: first: to 6\n\n{sheet}"), "line 1, column 1: this may be an order"),
            (format!("first: to 6\n\n{sheet}"), "line 1, column 1: this may be an order"),
            (
                format!("{sheet}\n--\n second: to 6"),
                "line 6, column 2: this order is below the signature of line 5",
            ),
        ] {
            assert!(sheet_in(&mail).faults[0].to_string().starts_with(fault), "{mail}");
        }
        for below in ["second: to 8", "to 8"] {
            let ruled = format!("{sheet}\n\n----------\n{below}");
            let fault = sheet_in(&ruled).faults[0].to_string();
            assert!(fault.contains("this order is below the rule of line 6"), "{fault}");
        }
        assert!(sheet_in(&format!("{sheet}\n__________\nA mailing list for 8 people")).faults.is_empty());
        assert!(
            sheet_in(&format!("Move 5, my page:\n\nto 5\n\nYour sheet\n---\n\n{sheet}")).faults.is_empty()
        );
    }
}
