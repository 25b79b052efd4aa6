//! Messages to people who are away from their table: mail through a command of the host, a webhook, and push messages.
//!
//! One thread sends them one after another, so that no table waits for a mail server. Nothing of this is kept: what
//! cannot be sent is logged, without addresses and secrets, and forgotten.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use furlong_tables::{Letter, LetterKind, TurnCall};
use jiff::Timestamp;
use tracing::warn;
use ureq::Agent;

use crate::metrics::Metrics;
use crate::push::PushKey;

/// The maximum number of messages that wait to be sent.
pub(crate) const QUEUE: usize = 1_000;

/// The maximum time for one message.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The time between two requests to confirm an address. Otherwise a stranger could flood it.
pub(crate) const EACH_ADDRESS: Duration = Duration::from_secs(3_600);

/// The maximum number of addresses that are asked to confirm in that time.
pub(crate) const MOST_ADDRESSES: usize = 200;

/// The maximum number of addresses at push services that are known to have ended.
pub(crate) const MOST_ENDED: usize = 10_000;

/// The host's settings for messages to people who are away from their table.
#[derive(Clone, Debug, Default)]
pub struct Outgoing {
    /// The URL to which turns at slow tables are posted.
    pub webhook: Option<String>,
    /// The command that takes a mail on its standard input, with its arguments.
    pub mail_command: Option<String>,
    /// The sender of mails.
    pub mail_from: String,
}

enum Message {
    Letter(Letter),
    Turn(TurnCall),
    /// A push message to this address.
    Push(String),
}

impl Message {
    fn kind(&self) -> &'static str {
        match self {
            Self::Letter(_) => "mail",
            Self::Turn(_) => "webhook",
            Self::Push(_) => "push",
        }
    }
}

/// The queue of messages to people who are away from their table.
#[derive(Clone)]
pub(crate) struct Messenger {
    queue: SyncSender<Message>,
    metrics: Arc<Metrics>,
    has_webhook: bool,
}

impl Messenger {
    /// Starts the thread that sends messages. Their links lead to the page at `home`.
    pub(crate) fn new(
        outgoing: Outgoing,
        home: String,
        push: Option<Arc<PushKey>>,
        metrics: Arc<Metrics>,
    ) -> Self {
        let has_webhook = outgoing.webhook.is_some();
        let (queue, waiting) = sync_channel(QUEUE);
        let own = Arc::clone(&metrics);
        thread::spawn(move || run(&outgoing, &home, push.as_deref(), &waiting, &own));
        Self { queue, metrics, has_webhook }
    }

    /// Sends these messages, after what they are about has been saved.
    pub(crate) fn take(&self, turns: Vec<TurnCall>, letters: Vec<Letter>) {
        let pushes: Vec<Message> =
            turns.iter().flat_map(|turn| turn.push.iter().cloned().map(Message::Push)).collect();
        let turns = turns.into_iter().filter(|turn| self.has_webhook && turn.is_slow).map(Message::Turn);
        for message in turns.chain(pushes).chain(letters.into_iter().map(Message::Letter)) {
            let kind = message.kind();
            if self.queue.try_send(message).is_err() {
                self.metrics.message(kind, "dropped");
                warn!("too many messages to people wait to be sent, so one was dropped");
            }
        }
    }
}

fn run(
    outgoing: &Outgoing,
    home: &str,
    push: Option<&PushKey>,
    waiting: &Receiver<Message>,
    metrics: &Metrics,
) {
    let (mut asked, mut ended) = (HashMap::new(), HashSet::new());
    let agent =
        Agent::config_builder().timeout_global(Some(PATIENCE)).max_redirects(0).http_status_as_error(false);
    let agent = Agent::new_with_config(agent.build());
    for message in waiting {
        let (result, failure) = match &message {
            Message::Letter(letter) if !may_send(letter, &mut asked, Instant::now()) => {
                warn!(
                    "a mail to confirm an address was not sent, because too many were sent in the last hour"
                );
                metrics.message("mail", "dropped");
                continue;
            }
            Message::Letter(letter) => {
                let mail = mail(letter, &outgoing.mail_from, home);
                (send_mail(outgoing, &mail), "a mail could not be sent")
            }
            Message::Turn(turn) => {
                (post_turn(&agent, outgoing, turn, home), "the webhook could not be called")
            }
            // Its browser has gone, or takes no messages any more.
            Message::Push(address) if ended.contains(address) => continue,
            Message::Push(address) => match push.map_or(Ok(true), |key| key.send(&agent, address, home)) {
                Ok(false) => {
                    if ended.len() < MOST_ENDED {
                        ended.insert(address.clone());
                    }
                    metrics.message("push", "dropped");
                    continue;
                }
                sent => (sent.map(drop), "a push message could not be sent"),
            },
        };
        metrics.message(message.kind(), if result.is_ok() { "sent" } else { "failed" });
        if let Err(error) = result {
            warn!(error = format!("{error:#}"), "{failure}");
        }
    }
}

/// Returns whether a mail may be sent, and notes who was asked to confirm an address.
fn may_send(letter: &Letter, asked: &mut HashMap<String, Instant>, now: Instant) -> bool {
    if letter.kind != LetterKind::Confirm {
        return true;
    }
    asked.retain(|_, moment| now.saturating_duration_since(*moment) < EACH_ADDRESS);
    let address = letter.address.to_ascii_lowercase();
    asked.len() < MOST_ADDRESSES && asked.insert(address, now).is_none()
}

/// Writes a mail (RFC 5322). The command adds what is missing, such as the number of the message.
fn mail(letter: &Letter, from: &str, home: &str) -> String {
    let Letter { table, address, secret, heading, player, kind } = letter;
    let [heading, player] = [heading, player].map(|text| one_line(text));
    let stop = format!("{home}#s={table}.{secret}");
    let stops = format!("To get no more mail from this seat, open this link:\n{stop}\n");
    let (subject, text) = match kind {
        LetterKind::Confirm => (
            format!("Your address for {heading}"),
            format!(
                "Somebody who plays as {player} at {heading} has left this address to be reminded of turns.\n\n\
                 If that was you, open this link to confirm it:\n{home}#m={table}.{secret}\n\n\
                 If it was not, you need not do anything: no more mail comes.\n"
            ),
        ),
        LetterKind::Reminder => (
            format!("It is your turn at {heading}"),
            format!("{player}, it is your turn at {heading}.\n\n{home}#t={table}\n\n{stops}"),
        ),
    };
    let date = Timestamp::now().strftime("%a, %d %b %Y %H:%M:%S +0000");
    format!(
        "From: {from}\nTo: {address}\nSubject: {}\nDate: {date}\nAuto-Submitted: auto-generated\n\
         List-Unsubscribe: <{stop}>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
         Content-Transfer-Encoding: 8bit\n\n{text}",
        encoded(&subject)
    )
}

/// A text without line breaks, which nobody may add to a mail.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A text in the head of a mail, in encoded words (RFC 2047) unless it is short and plain.
fn encoded(text: &str) -> String {
    /// The number of bytes in each word, of three characters each: a line has at most 76 with what is around them.
    const LONGEST: usize = 18;
    if text.is_ascii() && text.len() < 70 && !text.contains("=?") {
        return text.to_owned();
    }
    let mut words = vec![String::new()];
    for letter in text.chars() {
        let letter = letter.encode_utf8(&mut [0; 4]).bytes().fold(String::new(), |mut letter, byte| {
            // Writing to a string does not fail.
            _ = write!(letter, "={byte:02X}");
            letter
        });
        match words.last_mut() {
            Some(word) if word.len() + letter.len() <= 3 * LONGEST => word.push_str(&letter),
            _ => words.push(letter),
        }
    }
    words.iter().map(|word| format!("=?utf-8?Q?{word}?=")).collect::<Vec<_>>().join("\n ")
}

/// Hands a mail to the host's command.
fn send_mail(outgoing: &Outgoing, mail: &str) -> anyhow::Result<()> {
    let mut words = outgoing.mail_command.as_deref().unwrap_or_default().split_whitespace();
    let program = words.next().context("there is no command for it")?;
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{program} cannot be started"))?;
    // A mail fits into the buffer of a pipe, so that this does not wait. Then the input ends.
    let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(mail.as_bytes()));
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait()? {
            ensure!(status.success(), "{program} ended with {status}");
            return Ok(written?);
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            bail!("{program} took longer than {} seconds", PATIENCE.as_secs());
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Posts a turn to the host's webhook.
fn post_turn(agent: &Agent, outgoing: &Outgoing, turn: &TurnCall, home: &str) -> anyhow::Result<()> {
    let Some(webhook) = &outgoing.webhook else { return Ok(()) };
    let TurnCall { table, heading, player, .. } = turn;
    let link = format!("{home}#t={table}");
    let text = format!("{player}, it is your turn at {heading}: {link}");
    let body =
        serde_json::json!({ "table": heading, "player": player, "link": link, "text": text }).to_string();
    match agent.post(webhook).header("content-type", "application/json").send(body) {
        Ok(answer) if answer.status().is_success() => Ok(()),
        Ok(answer) => bail!("it answered {}", answer.status()),
        // Its address may be a secret.
        Err(error) => bail!("{}", error.to_string().replace(webhook.as_str(), "its address")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(kind: LetterKind) -> Letter {
        Letter {
            table: "a1".to_owned(),
            address: "ada@example.org".to_owned(),
            secret: "5ec".to_owned(),
            heading: "Für\nBcc: bo@example.org".to_owned(),
            player: "Ada\r\n.\r\n".to_owned(),
            kind,
        }
    }

    #[test]
    fn a_mail_says_whose_turn_it_is_and_nobody_can_add_to_its_head() {
        let text = mail(&letter(LetterKind::Reminder), "furlong@games.example", "https://games.example/");
        let (head, body) = text.split_once("\n\n").expect("a head and a body");
        assert!(
            head.starts_with("From: furlong@games.example\nTo: ada@example.org\nSubject: =?utf-8?Q?=49=74="),
            "{head}"
        );
        assert!(
            head.lines().all(|line| line.len() < 78 && (line.contains(": ") || line.starts_with(" =?"))),
            "{head}"
        );
        assert!(!head.contains("Bcc"), "{head}");
        assert!(head.contains("\nList-Unsubscribe: <https://games.example/#s=a1.5ec>\n"), "{head}");
        assert!(
            body.contains("it is your turn at Für Bcc: bo@example.org.\n\nhttps://games.example/#t=a1\n"),
            "{body}"
        );
        assert!(body.contains("\nhttps://games.example/#s=a1.5ec\n") && !body.contains("#m="), "{body}");
        let text = mail(&letter(LetterKind::Confirm), "furlong@games.example", "https://games.example/");
        assert!(text.contains("\nhttps://games.example/#m=a1.5ec\n"), "{text}");
    }

    #[test]
    fn encoded_words_are_short_and_do_not_part_letters() {
        assert_eq!(encoded("It is your turn"), "It is your turn");
        assert_eq!(encoded("ä =?"), "=?utf-8?Q?=C3=A4=20=3D=3F?=");
        let long = encoded(&"ä€".repeat(30));
        assert!(long.lines().count() > 5 && long.lines().all(|word| word.len() <= 76), "{long}");
        for word in long.lines() {
            let bytes =
                word.trim().trim_start_matches("=?utf-8?Q?").trim_end_matches("?=").split('=').skip(1);
            let bytes: Vec<u8> = bytes.map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect();
            assert!(String::from_utf8(bytes).is_ok(), "{word}");
        }
    }

    #[test]
    fn a_stranger_cannot_flood_an_address() {
        let (start, mut asked) = (Instant::now(), HashMap::new());
        let mut confirm = letter(LetterKind::Confirm);
        assert!(may_send(&confirm, &mut asked, start));
        confirm.address = "ADA@example.org".to_owned();
        assert!(!may_send(&confirm, &mut asked, start));
        assert!(may_send(&letter(LetterKind::Reminder), &mut asked, start), "reminders have their own limit");
        let sent = (0..1_000).filter(|number| {
            confirm.address = format!("{number}@example.org");
            may_send(&confirm, &mut asked, start)
        });
        assert_eq!(sent.count(), MOST_ADDRESSES - 1);
        assert!(may_send(&confirm, &mut asked, start + EACH_ADDRESS));
    }
}
