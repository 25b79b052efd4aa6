//! Recognizes the lines with which mail programs introduce quoted mail, in many languages.

use super::lines::press_in;

/// The word "wrote" in several languages, as it follows the name of a sender.
const WROTE: &str = "wrote schrieb geschrieben écrit scritto escribió escreveu schreef geschreven skrev skrifaði napisał napisał(a) \
                     napsal napsal(a) kirjoitti írta scris yazdı пишет";
/// The header of the sender.
const FROM: &str = "from von de da van från fra od lähettäjä feladó kimden от";
/// Words of the headers below it.
const BELOW: &str = "to date sent subject cc reply-to gesendet datum an betreff envoyé à a objet inviato data oggetto enviado enviada \
                     fecha para asunto assunto verzonden aan onderwerp skickat till ämne sendt til emne dato wysłano do temat \
                     odesláno komu předmět lähetetty vastaanottaja aihe küldve címzett tárgy дата кому тема";

/// Returns whether a word is one of a list.
fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|listed| listed == word)
}

/// Returns how many lines here introduce an older mail: `On Tuesday Bob wrote:` on one line or two, or header fields.
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
    let is_field = |line: &str| label(line).is_some_and(|label| is_in(BELOW, &label));
    let is_sender = label(first).is_some_and(|label| is_in(FROM, &label));
    let mut below = lines[1..].iter().filter(|line| !line.is_empty()).take(2);
    usize::from(is_sender && below.any(|line| is_field(line)))
}

/// Returns whether one of the words is "wrote".
fn wrote(line: &str) -> bool {
    line.split_whitespace().any(|word| is_in(WROTE, word.trim_end_matches(':')))
}

/// Returns whether a line ends with a colon, possibly after a space, as in French.
fn ends(line: &str) -> bool {
    line.trim_end().ends_with(':')
}

/// The name of a header field in lower case. `\u{c0} : Ann` and `*To:* Ann` are two examples.
fn label(line: &str) -> Option<String> {
    let (label, _) = line.split_once(':')?;
    let words = label.trim_matches(|letter: char| letter == '*' || letter.is_whitespace()).to_lowercase();
    // Some have two, as `enviado el`.
    words.split_whitespace().next().filter(|_| words.split_whitespace().count() < 3).map(str::to_owned)
}
