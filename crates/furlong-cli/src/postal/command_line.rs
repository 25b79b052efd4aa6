//! The command line of `furlong postal`.

use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Command, Subcommand};

use crate::args::{OwnOptions, SeedArg, filled, whole};
use furlong::Seat;
use furlong::any::CatalogueEntry;
use furlong::hare_tortoise::{
    HareTortoise,
    postal::{Zone, letter},
};

/// The command line of `furlong postal`.
pub(super) fn postal_command() -> Command {
    let game = CatalogueEntry::of::<HareTortoise>();
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
    /// Show the open round: order of moves, deadline, missing orders
    Status(Status),
    /// Check order sheets without showing them; exit code 1 for errors
    Check(Check),
    /// Adjudicate the open round from a folder of order sheets
    Adjudicate(Adjudicate),
    /// Show the report that `adjudicate` would give, and change nothing
    ///
    /// The report ends at the first hare whose die has not been rolled
    Preview(Preview),
    /// Show the report of a round
    Report(ReportArgs),
    /// Adjudicate every round again; exit code 1 if a report differs
    Replay {
        #[command(flatten)]
        game: GameArg,
        /// Write the record of the race, for `furlong replay`
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
    },
    /// Let another person take over a seat from the open round on
    Replace {
        /// The person
        #[arg(long, required = true, value_parser = NonEmptyStringValueParser::new())]
        name: String,
        #[command(flatten)]
        act: ActArgs,
        #[command(flatten)]
        player: PlayerArg,
    },
    /// Remove a player: the seat plays by default from the open round on
    Drop {
        #[command(flatten)]
        act: ActArgs,
        #[command(flatten)]
        player: PlayerArg,
    },
    /// Mark a player as away: the seat plays by default
    Absence(Absence),
    /// Set a player's mail address; mails from others no longer count
    Address(Address),
    /// Set the deadline of the open round
    Deadline(Deadline),
    /// Write a reminder of the missing orders
    Reminder(SheetArgs),
    /// Show the hash that commits to the dice, or check the dice
    Dice {
        #[command(flatten)]
        game: GameArg,
        /// Draw all dice again; exit code 1 if one differs
        ///
        /// A player can do this with public.json when the game is over
        #[arg(long)]
        check: bool,
    },
    /// Show what the master did, when and why
    Log(GameArg),
    /// Let a bot write order sheets for the open round
    Orders {
        #[command(flatten)]
        sheets: SheetArgs,
        /// A player's letter [default: all with missing orders]
        #[arg(long, value_name = "LETTER", value_parser = seat_of)]
        player: Option<Seat>,
        /// A bot writes them
        #[arg(long, required = true)]
        bot: bool,
    },
    /// Write a page for each player, with legal moves and an order sheet
    ///
    /// The pages are in the folder pages-N. public.json is the part of the game that everybody may see
    #[command(mut_arg("markdown", |form| form.requires("player")))]
    #[command(mut_arg("html", |form| form.requires("player")))]
    Pages {
        #[command(flatten)]
        game: GameArg,
        /// Show only this player's page
        #[arg(long, value_name = "LETTER", value_parser = seat_of)]
        player: Option<Seat>,
        #[command(flatten)]
        form: Form,
    },
    /// Explain the language of orders, with examples
    Language(Form),
}

/// The game.
#[derive(Args, Debug)]
pub(super) struct GameArg {
    /// The game file [default: postal.json]
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
    /// A folder of order sheets, or a mailbox [default: round-N]
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
    /// The player's letter
    #[arg(id = "player", long = "player", value_name = "LETTER", value_parser = seat_of)]
    pub(super) seat: Seat,
}

/// The form of a text for people.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Form {
    /// Write it as Markdown
    #[arg(long)]
    pub(super) markdown: bool,
    /// Write it as HTML
    #[arg(long, conflicts_with = "markdown")]
    pub(super) html: bool,
}

/// A game that begins.
#[derive(Args, Debug)]
pub(super) struct New {
    #[command(flatten)]
    pub(super) game: GameArg,
    /// Players in seat order: Ann,Bob,Cleo,Dan
    #[arg(long, required = true, value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub(super) names: Vec<String>,
    /// The title [default: the file name]
    #[arg(long)]
    pub(super) title: Option<String>,
    /// A ruleset or its path
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
    /// Show a line for each game in this folder and its subfolders
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
    /// Write a reply to each player in the folder replies-N
    ///
    /// A reply explains the orders in words, and what each would do. The reply to a single sheet is shown instead. A player can
    /// do this with public.json
    #[arg(long)]
    pub(super) reply: bool,
}

/// An adjudication from a folder of sheets.
#[derive(Args, Debug)]
pub(super) struct Adjudication {
    #[command(flatten)]
    pub(super) sheets: SheetArgs,
    /// Dice rolled by hand, in the order of the hares
    ///
    /// One for each hare, in the order of the round [default: drawn from the game's seed]
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
    /// Also show the dice to come
    #[arg(long)]
    pub(super) spoil: bool,
}

/// An adjudication that is kept.
#[derive(Args, Debug)]
pub(super) struct Adjudicate {
    #[command(flatten)]
    pub(super) how: Adjudication,
    /// Adjudicate an earlier round again
    ///
    /// The sheets in the folder replace those of the same name. The old report is kept
    #[arg(long, value_name = "ROUND", value_parser = whole(1..=u16::MAX))]
    pub(super) again: Option<u16>,
    /// With --again: withdraw this sheet
    #[arg(long, value_name = "FILE", requires = "again")]
    pub(super) withdraw: Vec<String>,
    /// With --again: later rounds too
    ///
    /// The later rounds are adjudicated again from their own sheets and dice
    #[arg(long, requires = "again")]
    pub(super) through: bool,
    /// Play defaults for missing players without asking
    #[arg(long)]
    pub(super) yes: bool,
    /// Accept new mail addresses without asking
    ///
    /// Each becomes the address of the player whose orders it sends
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
    /// Show the reports that were replaced by corrections
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
    /// Rounds from the open one on; 0 if the player is back
    #[arg(long, value_name = "N", value_parser = whole(0..=u16::MAX))]
    pub(super) rounds: u16,
    /// Let a bot play instead
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
    /// The address, such as ann@example.org
    #[arg(id = "address", value_name = "ADDRESS")]
    pub(super) written: String,
    /// Remove the address
    #[arg(long)]
    pub(super) remove: bool,
}

/// The deadline of the open round.
#[derive(Args, Debug)]
pub(super) struct Deadline {
    #[command(flatten)]
    pub(super) act: ActArgs,
    /// A date or a time: 2026-12-01, or 2026-12-01 20:00
    ///
    /// A time zone may follow; otherwise it is the zone of the game
    #[arg(value_name = "TIME", num_args = 1..=3, required_unless_present = "days")]
    pub(super) time: Vec<String>,
    /// Hours after it in which late mails count
    #[arg(long, value_name = "HOURS", default_value_t = 0, value_parser = whole(0..=1000_u32))]
    pub(super) grace: u32,
    /// The time zone of the game, such as Europe/Berlin [default: UTC]
    #[arg(long, value_name = "NAME")]
    pub(super) zone: Option<Zone>,
    /// In N days from now
    #[arg(long, value_name = "N", value_parser = whole(0..=u16::MAX), conflicts_with = "time")]
    pub(super) days: Option<u16>,
}

fn seat_of(typed: &str) -> Result<Seat, String> {
    let mut letters = (0..6).filter_map(Seat::new);
    let is_typed = |seat: &Seat| typed.trim().eq_ignore_ascii_case(&letter(*seat).to_string());
    letters.find(is_typed).ok_or_else(|| "players are A to F".to_owned())
}
