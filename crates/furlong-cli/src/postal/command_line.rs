//! The command line of `furlong postal`.

use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Command, Subcommand};

use crate::args::{OwnOptions, SeedArg, filled, whole};
use furlong::Seat;
use furlong::any::Offer;
use furlong::hare_tortoise::{
    HareTortoise,
    postal::{Zone, letter},
};

/// The command line of `furlong postal`.
pub(super) fn postal_command() -> Command {
    let game = Offer::of::<HareTortoise>();
    let command = Postal::augment_subcommands(Command::new("postal"));
    // The game adds its options; that of one name alone would go to the end of the list.
    let with_options = |command: Command| match command.get_name() {
        "new" => command.args(OwnOptions::of(&game)),
        _ => command,
    };
    filled(command.mut_subcommands(with_options), &[])
}

/// A request of a master of a postal game.
#[derive(Debug, Subcommand)]
#[command(about = "Run a postal game of Hare & Tortoise")]
#[command(subcommand_required = true, disable_help_subcommand = true, subcommand_value_name = "WHAT")]
pub(super) enum Postal {
    /// Begin a postal game
    New(New),
    /// Show the open round, its order of moves, its deadline, and the orders that are in or missing
    Status(Status),
    /// Check order sheets without showing them, and name all faults: exit code 0 if there are none, else 1
    Check(Check),
    /// Adjudicate the open round from a folder of order sheets, and report
    Adjudicate(Adjudicate),
    /// Show the report that `adjudicate` would give now, up to the first hare whose die has not fallen, and keep nothing
    Preview(Preview),
    /// Show the report of a round
    Report(ReportArgs),
    /// Adjudicate every round again from its sheets: exit code 0 if every report comes out the same, else 1
    Replay {
        #[command(flatten)]
        game: GameArg,
        /// Write the record of the race to this file, for `furlong replay`
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
    },
    /// Let another person play a seat from the open round on
    Replace {
        /// The person
        #[arg(long, required = true, value_parser = NonEmptyStringValueParser::new())]
        name: String,
        #[command(flatten)]
        act: ActArgs,
        #[command(flatten)]
        player: PlayerArg,
    },
    /// A player drops out and plays by default from the open round on
    Drop {
        #[command(flatten)]
        act: ActArgs,
        #[command(flatten)]
        player: PlayerArg,
    },
    /// A player will be away: the seat plays by default and its orders do not count as missing
    Absence(Absence),
    /// Make the address known from which a player sends mails: from the open round on mails from others do not count
    Address(Address),
    /// Set the deadline of the open round
    Deadline(Deadline),
    /// Write a text that asks for the orders that are missing
    Reminder(SheetArgs),
    /// Show the hash by which the dice are promised; the seed is opened in the last report
    Dice {
        #[command(flatten)]
        game: GameArg,
        /// Draw every die again and check the promise: exit code 0 if all is right, else 1. A player can do this with the public
        /// part of a game that is over
        #[arg(long)]
        check: bool,
    },
    /// Show what the master has done, when, and why
    Log(GameArg),
    /// Let a bot write order sheets for the open round
    Orders {
        #[command(flatten)]
        sheets: SheetArgs,
        /// The player, by letter [default: all whose orders are not in]
        #[arg(long, value_name = "LETTER", value_parser = seat_of)]
        player: Option<Seat>,
        /// A bot writes them
        #[arg(long, required = true)]
        bot: bool,
    },
    /// Write a page for each player, with its legal moves and a sheet to fill in, to the folder pages-N, and public.json, the
    /// part of the game that everybody may see
    #[command(mut_arg("markdown", |form| form.requires("player")))]
    #[command(mut_arg("html", |form| form.requires("player")))]
    Pages {
        #[command(flatten)]
        game: GameArg,
        /// Show the page of this player only
        #[arg(long, value_name = "LETTER", value_parser = seat_of)]
        player: Option<Seat>,
        #[command(flatten)]
        form: Form,
    },
    /// Explain the language of orders, with an example for each form
    Language(Form),
}

/// The game.
#[derive(Args, Debug)]
pub(super) struct GameArg {
    /// The file of the game [default: postal.json]
    #[arg(id = "game", long = "game", short = 'g', value_name = "FILE")]
    named: Option<PathBuf>,
}

impl GameArg {
    pub(super) fn path(&self) -> &Path {
        self.named.as_deref().unwrap_or(Path::new("postal.json"))
    }

    pub(super) fn is_named(&self) -> bool {
        self.named.is_some()
    }
}

/// The game, and the sheets of its open round.
#[derive(Args, Debug)]
pub(super) struct SheetArgs {
    #[command(flatten)]
    pub(super) game: GameArg,
    /// The folder of this round's order sheets, or a mailbox (mbox) [default: round-N next to the game]
    #[arg(value_name = "ORDERS")]
    pub(super) folder: Option<PathBuf>,
}

/// The game that is changed, and the words for its log.
#[derive(Args, Debug)]
pub(super) struct ActArgs {
    #[command(flatten)]
    pub(super) game: GameArg,
    /// The reason, for the log
    #[arg(long, value_name = "REASON")]
    pub(super) why: Option<String>,
}

/// The player.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct PlayerArg {
    /// The player, by letter
    #[arg(id = "player", long = "player", value_name = "LETTER", value_parser = seat_of)]
    pub(super) seat: Seat,
}

/// The form of a text for people.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Form {
    /// Write it as Markdown
    #[arg(long)]
    pub(super) markdown: bool,
    /// Write it as a page (HTML)
    #[arg(long, conflicts_with = "markdown")]
    pub(super) html: bool,
}

/// A game that begins.
#[derive(Args, Debug)]
pub(super) struct New {
    #[command(flatten)]
    pub(super) game: GameArg,
    /// The players in the order of seats, as Ann,Bob,Cleo,Dan: the first is A
    #[arg(long, required = true, value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub(super) names: Vec<String>,
    /// The title of the game [default: the name of its file]
    #[arg(long)]
    pub(super) title: Option<String>,
    /// The rules: a name, or the path of a file
    #[arg(long, short, value_name = "NAME|PATH", default_value = "postal")]
    pub(super) ruleset: String,
    #[command(flatten)]
    pub(super) seed: SeedArg,
    #[command(flatten)]
    pub(super) options: OwnOptions,
}

/// The state of one game or of many.
#[derive(Args, Debug)]
pub(super) struct Status {
    #[command(flatten)]
    pub(super) sheets: SheetArgs,
    /// Show a line for each game in this folder and those below it
    #[arg(long, value_name = "FOLDER", conflicts_with = "folder")]
    pub(super) under: Option<PathBuf>,
}

/// Sheets that are looked at.
#[derive(Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) game: GameArg,
    /// Order sheets, folders of them, or mailboxes
    #[arg(value_name = "ORDERS", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Write an answer to each player, with the orders in words and what each would do, to the folder replies-N; for a single
    /// sheet show it. A player can do this with the public part of the game
    #[arg(long)]
    pub(super) reply: bool,
}

/// An adjudication from a folder of sheets.
#[derive(Args, Debug)]
pub(super) struct Adjudication {
    #[command(flatten)]
    pub(super) sheets: SheetArgs,
    /// A die rolled by hand, one for each hare in the order of the round [default: drawn from the game's seed]
    #[arg(id = "die", long = "die", value_name = "N", value_delimiter = ',', value_parser = whole(1..=6_u8))]
    pub(super) dice: Vec<u8>,
    #[command(flatten)]
    pub(super) form: Form,
}

/// An adjudication that is only looked at.
#[derive(Args, Debug)]
pub(super) struct Preview {
    #[command(flatten)]
    pub(super) how: Adjudication,
    /// Show the dice to come as well
    #[arg(long)]
    pub(super) spoil: bool,
}

/// An adjudication that is kept.
#[derive(Args, Debug)]
pub(super) struct Adjudicate {
    #[command(flatten)]
    pub(super) how: Adjudication,
    /// Adjudicate this round again: the sheets in the folder take the place of those of the same name; the old report is
    /// kept
    #[arg(long, value_name = "ROUND", value_parser = whole(1..=u16::MAX))]
    pub(super) again: Option<u16>,
    /// With --again: a sheet of the round that no longer counts
    #[arg(long, value_name = "FILE", requires = "again")]
    pub(super) withdraw: Vec<String>,
    /// With --again: adjudicate the later rounds again too, from their own sheets and dice
    #[arg(long, requires = "again")]
    pub(super) through: bool,
    /// Move by default for missing players without a question at the terminal
    #[arg(long)]
    pub(super) yes: bool,
    /// Bind each address that is not known yet to the player for whom it writes, without a question at the terminal
    #[arg(long)]
    pub(super) bind: bool,
    /// The reason, for the log
    #[arg(long, value_name = "REASON")]
    pub(super) why: Option<String>,
}

/// A report that is shown again.
#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    pub(super) game: GameArg,
    /// The round [default: the latest]
    #[arg(value_name = "ROUND", value_parser = whole(1..=u16::MAX))]
    pub(super) round: Option<u16>,
    /// Show the reports that corrections have replaced
    #[arg(long)]
    pub(super) old: bool,
    #[command(flatten)]
    pub(super) form: Form,
}

/// A player who is away.
#[derive(Args, Debug)]
pub(super) struct Absence {
    #[command(flatten)]
    pub(super) act: ActArgs,
    #[command(flatten)]
    pub(super) player: PlayerArg,
    /// The number of rounds, the open one first; 0 when the player is back
    #[arg(long, value_name = "N", value_parser = whole(0..=u16::MAX))]
    pub(super) rounds: u16,
    /// A bot plays instead of the defaults
    #[arg(long)]
    pub(super) bot: bool,
}

/// The address of a player.
#[derive(Args, Debug)]
pub(super) struct Address {
    #[command(flatten)]
    pub(super) act: ActArgs,
    #[command(flatten)]
    pub(super) player: PlayerArg,
    /// The address, as ann@example.org
    #[arg(id = "address", value_name = "ADDRESS")]
    pub(super) written: String,
    /// It is no longer the player's
    #[arg(long)]
    pub(super) remove: bool,
}

/// The deadline of the open round.
#[derive(Args, Debug)]
pub(super) struct Deadline {
    #[command(flatten)]
    pub(super) act: ActArgs,
    /// A day or a moment: 2026-12-01, or 2026-12-01 20:00, with a zone behind it if it is not that of the game
    #[arg(value_name = "TIME", num_args = 1..=3, required_unless_present = "days")]
    pub(super) time: Vec<String>,
    /// The hours behind it in which mails still count, and are marked as late
    #[arg(long, value_name = "HOURS", default_value_t = 0, value_parser = whole(0..=1000_u32))]
    pub(super) grace: u32,
    /// The time zone of the game from now on, with its daylight saving: Europe/Berlin [default: UTC]
    #[arg(long, value_name = "NAME")]
    pub(super) zone: Option<Zone>,
    /// This number of days from now
    #[arg(long, value_name = "N", value_parser = whole(0..=u16::MAX), conflicts_with = "time")]
    pub(super) days: Option<u16>,
}

fn seat_of(typed: &str) -> Result<Seat, String> {
    let mut letters = (0..6).filter_map(Seat::new);
    let is_typed = |seat: &Seat| typed.trim().eq_ignore_ascii_case(&letter(*seat).to_string());
    letters.find(is_typed).ok_or_else(|| "players are A to F".to_owned())
}
