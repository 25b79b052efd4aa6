//! Recognizes the lines with which mail programs introduce quoted mail, in many languages.

use super::lines::press_in;

/// The word "wrote", as it follows the name of a sender.
const WROTE: [&str; 20] = [
    "wrote",
    "schrieb",
    "geschrieben",
    "\u{e9}crit",
    "scritto",
    "escribi\u{f3}",
    "escreveu",
    "schreef",
    "geschreven",
    "skrev",
    "skrifa\u{f0}i",
    "napisa\u{142}",
    "napisa\u{142}(a)",
    "napsal",
    "napsal(a)",
    "kirjoitti",
    "\u{ed}rta",
    "scris",
    "yazd\u{131}",
    "\u{43f}\u{438}\u{448}\u{435}\u{442}",
];
/// The header field of the sender.
const FROM: [&str; 12] = [
    "from",
    "von",
    "de",
    "da",
    "van",
    "fr\u{e5}n",
    "fra",
    "od",
    "l\u{e4}hett\u{e4}j\u{e4}",
    "felad\u{f3}",
    "kimden",
    "\u{43e}\u{442}",
];
/// The header fields that follow the sender's.
const BELOW: [&str; 50] = [
    "to",
    "date",
    "sent",
    "subject",
    "cc",
    "reply-to",
    "gesendet",
    "datum",
    "an",
    "betreff",
    "envoy\u{e9}",
    "date",
    "\u{e0}",
    "a",
    "objet",
    "inviato",
    "data",
    "oggetto",
    "enviado",
    "enviada em",
    "enviado el",
    "fecha",
    "para",
    "asunto",
    "assunto",
    "verzonden",
    "aan",
    "onderwerp",
    "skickat",
    "till",
    "\u{e4}mne",
    "sendt",
    "til",
    "emne",
    "dato",
    "wys\u{142}ano",
    "do",
    "temat",
    "odesl\u{e1}no",
    "komu",
    "p\u{159}edm\u{11b}t",
    "l\u{e4}hetetty",
    "vastaanottaja",
    "aihe",
    "k\u{fc}ldve",
    "c\u{ed}mzett",
    "t\u{e1}rgy",
    "\u{434}\u{430}\u{442}\u{430}",
    "\u{43a}\u{43e}\u{43c}\u{443}",
    "\u{442}\u{435}\u{43c}\u{430}",
];

/// The number of lines that introduce an older mail here: `On Tuesday Bob wrote:`, on one line or two, or header
/// fields.
pub(super) fn introduction(lines: &[&str]) -> usize {
    let Some(first) = lines.first() else { return 0 };
    let words = first.trim_matches(|letter: char| matches!(letter, '-' | '_' | '*' | ' ')).to_lowercase();
    if press_in(first).is_some() {
        return 0;
    }
    let titles = ["original message", "forwarded message", "begin forwarded message"];
    if titles.contains(&words.trim_end_matches(':')) || (wrote(&words) && ends(&words)) {
        return 1;
    }
    if wrote(&words)
        && words.contains(|letter: char| letter.is_ascii_digit())
        && lines.get(1).is_some_and(|next| ends(next))
    {
        return 2;
    }
    let is_field = |line: &&&str| label(line).is_some_and(|label| BELOW.contains(&&*label));
    let is_sender = label(first).is_some_and(|label| FROM.contains(&&*label));
    if is_sender && lines[1..].iter().filter(|line| !line.is_empty()).take(2).any(|line| is_field(&line)) {
        1
    } else {
        0
    }
}

/// Returns whether one of the words is "wrote".
fn wrote(line: &str) -> bool {
    line.split_whitespace().any(|word| WROTE.contains(&word.trim_end_matches(':')))
}

/// Returns whether a line ends with a colon, possibly after a space, as in French.
fn ends(line: &str) -> bool {
    line.trim_end().ends_with(':')
}

/// The name of a header field in lower case. `\u{c0} : Ann` and `*To:* Ann` are two examples.
fn label(line: &str) -> Option<String> {
    let (label, _) = line.split_once(':')?;
    Some(label.trim_matches(|letter: char| letter == '*' || letter.is_whitespace()).to_lowercase())
}
