//! Every way in which a ruleset can be wrong, tested on a toy; merging, describing and writing.

mod toy;

use std::fs;
use std::path::PathBuf;

use furlong::Ruleset as _;
use furlong::common::Faults;
use furlong::ruleset::{Loaded, MOST_BYTES, Source, describe, list, open, schema_faults, starter, to_toml};
use proptest::prelude::*;

use self::toy::{LongestStep, Nap, Toy};

/// A folder for the files of one test, deleted at its end.
struct Files(PathBuf);

impl Files {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("furlong-ruleset-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory for temporary files");
        Self(path)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it is in a directory")).expect("the directory can be made");
        fs::write(&path, content).expect("the file can be written");
        path
    }

    /// The error of this file, with paths relative to this folder.
    fn error(&self, name: &str) -> String {
        let error = open::<Toy>(Source::File(&self.0.join(name))).expect_err("the file is wrong");
        error.to_string().replace(&format!("{}{}", self.0.display(), std::path::MAIN_SEPARATOR), "")
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn classic() -> Toy {
    open::<Toy>("classic").expect("the embedded ruleset is right")
}

fn error(text: &str) -> String {
    open::<Toy>(Source::Text(text)).expect_err("the text is wrong").to_string()
}

/// The faults of a text that extends `classic`; the given lines begin at line 4.
fn faults_of(lines: &str) -> Vec<String> {
    let text = format!("{lines}\n[ruleset]\nname = \"mine\"\nextends = \"classic\"\n");
    error(&text).lines().map(str::to_owned).collect()
}

#[test]
fn the_toy_agrees_with_its_schema() {
    assert_eq!(schema_faults::<Toy>(), Faults::none());
}

#[test]
fn a_ruleset_takes_from_its_base_what_it_does_not_give() {
    let mine = open::<Toy>(Source::Text(
        "laps = 1\n[ruleset]\nname = \"mine\"\nextends = \"quick\"\n[movement]\nlongest-step = 3\n\
         tracks = [[1]]\n[carrots]\nat-start.3 = 90\n",
    ))
    .expect("the text is right");
    assert_eq!((mine.laps, mine.movement.hare, mine.movement.longest_step), (1, 4, LongestStep::Squares(3)));
    assert_eq!(mine.movement.nap, Nap::AnimalsOnTrack);
    assert_eq!(mine.movement.tracks, [[1]], "a list is replaced whole");
    assert_eq!(mine.carrots.at_start, [(2, 65), (3, 90), (10, 100)].into(), "a table is filled up");
}

#[test]
fn a_changed_ruleset_has_a_title_of_its_own_and_keeps_the_reconstructions() {
    let files = Files::new("title");
    let path = files.write("My Rules.toml", "[ruleset]\nextends = \"classic\"\n");
    let title = open::<Toy>(Source::File(&path)).expect("the file is right").ruleset;
    assert_eq!(title.name, "my-rules");
    assert_eq!(title.about, "A variant of `classic`.");
    assert_eq!(title.reconstructed, ["the tracks"]);

    let own = "[ruleset]\nname = \"own\"\nextends = \"classic\"\nabout = \"Mine.\"\nreconstructed = []\n";
    let title = open::<Toy>(Source::Text(own)).expect("the text is right").ruleset;
    assert_eq!((title.about.as_str(), title.reconstructed.len()), ("Mine.", 0));
}

#[test]
fn a_text_needs_a_name_in_kebab_case() {
    assert!(
        error("[ruleset]\nextends = \"classic\"").starts_with("text:1: ruleset.name: is missing: the name")
    );
    assert_eq!(
        error("[ruleset]\nextends = \"classic\"\nname = \"My Own\""),
        "text:3: ruleset.name: must have only lower-case letters, digits and single hyphens, as in `my-rules`"
    );
}

#[test]
fn a_path_is_seen_from_the_file_that_names_it_and_lines_are_those_of_the_chain() {
    let files = Files::new("chain");
    files.write("base/lower.toml", "[ruleset]\nextends = \"classic\"\n[movement]\nhare = 3\n");
    let upper = files.write("upper.toml", "laps = 1\n[ruleset]\nextends = \"base/lower.toml\"\n");
    let loaded = Loaded::<Toy>::open(Source::File(&upper)).expect("the files are right");
    assert_eq!(loaded.rules().movement.hare, 3);
    let place = |field| loaded.place(field).to_string();
    assert!(place("movement.hare").ends_with("lower.toml:4"), "{}", place("movement.hare"));
    assert!(place("laps").ends_with("upper.toml:1"));
    assert_eq!(place("movement.tracks[1][2]"), "ruleset classic:14");
    assert_eq!(place("movement.nap.no.such.thing"), "ruleset classic:11");
    assert_eq!(loaded.chain().len(), 3);

    files.write("base/lower.toml", "[ruleset]\nextends = \"classic\"\n[movement]\nhare = 30\n");
    files.write("upper.toml", "laps = 9\n[ruleset]\nextends = \"base/lower.toml\"\n");
    assert_eq!(
        files.error("upper.toml"),
        "upper.toml:1: laps: must be a whole number from 1 to 3, not 9\n\
         base/lower.toml:4: movement.hare: must be a whole number from 1 to 6, not 30"
    );
}

#[test]
fn an_unknown_ruleset_is_told_with_those_that_there_are() {
    let known = "there are `classic` and `quick`, and a file is named by a path that ends in .toml";
    assert_eq!(
        open::<Toy>("clasic").expect_err("no such ruleset").to_string(),
        format!("there is no ruleset `clasic` of toy; did you mean `classic`?; {known}")
    );
    assert_eq!(
        error("[ruleset]\n\nextends = \"postal\""),
        format!("text:3: there is no ruleset `postal` of toy; {known}")
    );
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let files = Files::new("unreadable");
    assert!(files.error("none.toml").starts_with("the ruleset none.toml cannot be read: "));
    files.write("upper.toml", "[ruleset]\nextends = \"./none.toml\"");
    assert!(files.error("upper.toml").starts_with("upper.toml:2: the ruleset ./none.toml cannot be read: "));
    files.write("binary.toml", b"laps = 1\n# \xff\n");
    assert_eq!(files.error("binary.toml"), "binary.toml:2: not UTF-8 text: save the file in UTF-8");
    files.write("long.toml", " ".repeat(MOST_BYTES + 1));
    assert_eq!(files.error("long.toml"), "long.toml: longer than 262144 bytes, more than any ruleset needs");
    assert!(error(&" ".repeat(MOST_BYTES + 1)).starts_with("text: longer than"));
}

#[test]
fn syntax_stops_with_line_and_column() {
    let message = error("laps = 1\n[movement\nhare = 2\n");
    assert!(message.starts_with("text:2:10: not TOML: "), "{message}");
    assert_eq!(message.lines().count(), 1);
    assert!(error("laps = 1\nlaps = 2").starts_with("text:2:1: not TOML: duplicate key"));
}

#[test]
fn a_circle_of_extends_is_told_with_its_chain() {
    let files = Files::new("circle");
    files.write("a.toml", "[ruleset]\nextends = \"b.toml\"");
    files.write("b.toml", "[ruleset]\n\nextends = \"./c.toml\"");
    files.write("c.toml", "[ruleset]\nextends = \"b.toml\"");
    let message = files.error("a.toml").replace("./", "");
    assert_eq!(message, "c.toml:2: `extends` forms a cycle: b.toml -> c.toml -> b.toml");
}

#[test]
fn only_a_file_can_extend_a_file() {
    assert_eq!(
        error("[ruleset]\nextends = \"a.toml\""),
        "text:2: `extends = \"a.toml\"`: only a file can extend another file; this can extend `classic` and `quick`"
    );
    assert_eq!(
        error("[ruleset]\nextends = 3"),
        "text:2: ruleset.extends: must be the name of a ruleset or the path of a file, in quotes"
    );
}

#[test]
fn all_faults_of_values_are_told_at_once_each_with_its_line() {
    let faults = faults_of(
        "laps = \"two\"\nlap = 3\n[movement]\nhare = 7\nnap = \"nevr\"\nlongest-step = \"some\"\n\
         tracks = [[1, 2,\n 10], [], [1], 4]\n[carrots]\nat-start = { 4 = 1 }\nboard = [\"x\"]\nhare = 1\n\
         [carots]\n",
    );
    let expected = [
        "text:1: laps: must be a whole number from 1 to 3, not `two`",
        "text:2: lap: there is no such field; did you mean `laps`?; at the top there are `ruleset`, `movement`, \
         `laps` and `carrots`",
        "text:4: movement.hare: must be a whole number from 1 to 6, not 7",
        "text:5: movement.nap: must be one of `animals-on-track` and `never`, not `nevr`; did you mean `never`?",
        "text:6: movement.longest-step: must be `none`, or a whole number from 0 to 9, not `some`",
        "text:7: movement.tracks: must have 1 to 3 values, not 4",
        "text:8: movement.tracks[0][2]: must be a whole number from 0 to 9, not 10",
        "text:8: movement.tracks[1]: must have 1 to 40 values, not 0",
        "text:8: movement.tracks[3]: must be a list of 1 to 40 values, each a whole number from 0 to 9, not 4",
        "text:10: carrots.at-start.4: there is no such key; there may be `2`, `3` and `10`",
        "text:11: carrots.board: must be a text, not a list of 1 value",
        "text:12: carrots.hare: there is no such field; did you mean `movement.hare`?; [carrots] has `at-start` \
         and `board`",
        "text:13: carots: there is no such field; did you mean `carrots`?; at the top there are `ruleset`, \
         `movement`, `laps` and `carrots`",
    ];
    for (index, fault) in faults.iter().enumerate() {
        assert_eq!(Some(&fault.as_str()), expected.get(index), "fault {index}");
    }
    assert_eq!(faults.len(), expected.len());
}

/// A server validates texts from strangers: however many faults they have, the refusal is short.
#[test]
fn of_many_faults_twenty_are_told_and_the_others_counted() {
    let sections = (0..25_000).map(|number| format!("[a{number}]")).collect::<Vec<_>>().join("\n");
    let told = error(&sections);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 21);
    assert!(lines[0].starts_with("text:1: a0: there is no such field"), "{}", lines[0]);
    assert!(lines[19].starts_with("text:20: a19: there is no such field"), "{}", lines[19]);
    // Besides, all fields are missing, which is one fault.
    assert_eq!(lines[20], "and 24981 more");

    let list = "'x', ".repeat(30_000);
    let long = "x".repeat(100_000);
    for text in [
        format!("[ruleset]\nreconstructed = [{}]", "1, ".repeat(60_000)),
        format!("[ruleset]\nname = 'mine'\nextends = '{long}'"),
        format!("[ruleset]\nname = 'mine'\nextends = '{long}.toml'"),
        format!("[ruleset]\nname = 'mine'\nextends = 'classic'\n[movement]\ntracks = [{list}]"),
        format!("[ruleset]\nname = 'mine'\nextends = 'classic'\n[{long}.{long}]\na = 1"),
        format!("laps = '{long}'\nhare = {{ {long} = 1 }}\n[ruleset]\nname = '{long} '\nextends = 'classic'"),
        format!("a = 1 {long}"),
    ] {
        let told = error(&text);
        assert!(told.len() < 10_000 && told.lines().count() <= 21, "{}: {}", told.len(), &told[..1_000]);
    }
}

#[test]
fn faults_between_values_are_told_beside_the_faults_of_values() {
    let faults = faults_of("laps = 3\n[movement]\nhare = 5\nhares = 1\ntracks = [\n  [1],\n  [2,\n   7]]");
    assert!(faults[1].starts_with("text:4: movement.hares: there is no such field; did you mean `hare`?"));
    assert_eq!(faults[0], "text:3: movement.hare.speed: 5 squares tire the hare in 3 laps");
    assert_eq!(faults[2], "text:8: movement.tracks[1][1]: 7 brings bad luck");
    assert_eq!(faults.len(), 3);
}

#[test]
fn an_inherited_value_that_no_longer_fits_is_told_where_the_value_stands_that_unfits_it() {
    let files = Files::new("inherited");
    files.write("base.toml", "laps = 3\n[ruleset]\nextends = \"classic\"\n[movement]\nhare = 4\n");
    files.write("mine.toml", "[ruleset]\nextends = \"base.toml\"\n[movement]\nnap = \"never\"\nhare = 5\n");
    assert_eq!(
        files.error("mine.toml"),
        "mine.toml:5: movement.hare.speed: 5 squares tire the hare in 3 laps",
        "a value of the file itself"
    );
    files.write("base.toml", "[ruleset]\nextends = \"classic\"\n[movement]\nhare = 5\n");
    files.write("mine.toml", "laps = 3\n[ruleset]\nextends = \"base.toml\"\n[movement]\nnap = \"never\"\n");
    assert_eq!(
        files.error("mine.toml"),
        "mine.toml:1: laps: conflicts with `movement.hare.speed`, inherited from base.toml:4: \
         5 squares tire the hare in 3 laps"
    );
    files.write("mine.toml", "[ruleset]\nextends = \"base.toml\"\n");
    files.write("base.toml", "laps = 3\n[ruleset]\nextends = \"classic\"\n[movement]\nhare = 5\n");
    assert!(files.error("mine.toml").starts_with("base.toml:5: movement.hare.speed: 5 squares tire"));
}

#[test]
fn a_text_that_the_game_refuses_is_told_with_field_and_line() {
    let faults = faults_of("[carrots]\n\nboard = \"L?\"");
    assert_eq!(faults, ["text:3: carrots.board: `?` is no square"]);
}

#[test]
fn what_should_be_a_table_is_told_and_its_fields_are_not_missed() {
    let faults = faults_of("carrots = 3");
    assert_eq!(faults, ["text:1: carrots: must be a table with `at-start` and `board`, not 3"]);
}

#[test]
fn missing_fields_are_told_one_by_one_or_with_the_way_out_when_they_are_many() {
    let complete = to_toml(&classic()).expect("it can be written");
    let without =
        |key: &str| complete.split_inclusive('\n').filter(|line| !line.starts_with(key)).collect::<String>();
    assert_eq!(
        error(&without("hare")),
        "text:8: movement.hare: is missing: how far the hare runs, in squares; it must be a whole number from 1 to 6"
    );
    let at_start = complete.replace("at-start = { 2 = 65, 3 = 95, 10 = 100 }", "at-start = { 3 = 95 }");
    assert!(
        error(&at_start).ends_with(
            "carrots.at-start: lacks a value for `2` and `10`; it needs one for each of `2`, `3` and `10`"
        ),
        "{}",
        error(&at_start)
    );
    let message = error("[ruleset]\nname = \"bare\"");
    assert!(message.starts_with("text: 7 fields are missing (`movement.hare`, "), "{message}");
    assert!(
        message.ends_with("write `extends = \"classic\"` in [ruleset] (there are `classic` and `quick`)")
    );
}

#[test]
fn the_list_tells_the_rulesets_of_the_library() {
    let titles = list::<Toy>().expect("they are right");
    let told: Vec<_> = titles.iter().map(|title| (title.name.as_str(), title.about.as_str())).collect();
    assert_eq!(told, [("classic", "The toy as it was first made."), ("quick", "A variant of `classic`.")]);
}

#[test]
fn a_description_has_values_meanings_places_and_the_rules_in_words() {
    let loaded = Loaded::<Toy>::open("quick").expect("it is right");
    let text = describe(&loaded).expect("it can be written").to_string();
    for part in [
        "quick: A variant of `classic`.\nread from ruleset quick, which extends ruleset classic\n\n",
        "\n\n[movement]\n",
        "hare = 4\n    how far the hare runs, in squares (TO-01)\n    \
         may be a whole number from 1 to 6; set in ruleset quick:6\n",
        "      never: it does not nap\n",
        "at-start = { 2 = 65, 3 = 95, 10 = 100 }\n",
        "rules in force\n- The hare runs 4 squares.\n- TO-02: the longest step, in squares: no limit.\n- TO-03: those that \
         the hare must lead to nap: those that still run.\n- TO-05: ",
        "reconstructed: no source states it\n- the tracks\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn a_ruleset_is_the_same_after_writing_and_reading() {
    for embedded in Toy::EMBEDDED {
        let rules = open::<Toy>(embedded.name).expect("it is right");
        let text = to_toml(&rules).expect("it can be written");
        assert_eq!(open::<Toy>(Source::Text(&text)).expect("what is written is right"), rules, "{text}");
    }
}

#[test]
fn a_starter_file_loads_as_it_stands_and_with_every_line_uncommented() {
    let base = Loaded::<Toy>::open("quick").expect("it is right");
    let text = starter(base.rules(), "quick", "my-toy").expect("it can be written");
    let uncommented: String =
        text.split_inclusive('\n').map(|line| line.strip_prefix("# ").unwrap_or(line)).collect();
    assert!(uncommented.contains("\nhare = 4\n") && !text.contains("\nhare = 4\n"), "{text}");
    for text in [text, uncommented] {
        let rules = open::<Toy>(Source::Text(&text)).expect("the starter file is right");
        assert_eq!(rules.ruleset.name, "my-toy");
        let same_title = Toy { ruleset: base.rules().ruleset.clone(), ..rules };
        assert_eq!(&same_title, base.rules(), "{text}");
    }
}

/// Texts that are almost rulesets: lines of the toy, shuffled, cut and mixed with others.
fn nearly_a_ruleset() -> impl Strategy<Value = String> {
    let lines: Vec<String> = include_str!("classic.toml").lines().map(str::to_owned).collect();
    let line = prop_oneof![
        4 => proptest::sample::select(lines),
        1 => Just("extends = \"quick\"".to_owned()),
        1 => "[a-z.]{1,9} = (-?[0-9]{1,20}|\"\\PC{0,5}\"|\\[\\[.{0,3}\\]|\\{ ?\\}|[0-9.e-]{1,8})",
        1 => "\\PC{0,12}",
    ];
    proptest::collection::vec(line, 0..30).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![nearly_a_ruleset(), ".{0,200}"]) {
        match open::<Toy>(Source::Text(&text)) {
            Ok(rules) => prop_assert_eq!(open::<Toy>(Source::Text(&to_toml(&rules).expect("it can be written"))).ok(), Some(rules)),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn any_text_can_stand_in_a_ruleset(board in "[^?]{0,60}", about in ".{0,20}") {
        let mut rules = classic();
        rules.carrots.board.0 = board;
        rules.ruleset.about = about;
        let base = Loaded::<Toy>::open(Source::Text(&to_toml(&rules).expect("it can be written"))).expect("it can be read");
        prop_assert_eq!(base.rules(), &rules);
        let text = starter(base.rules(), "classic", "mine").expect("it can be written");
        prop_assert!(open::<Toy>(Source::Text(&text)).is_ok(), "{}", text);
    }
}
