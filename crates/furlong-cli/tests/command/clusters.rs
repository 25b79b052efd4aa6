//! The ready files for many machines: each runs here as its engine would run it, and a part whose machine fails is played
//! again. `tests/clusters/run` does the same with the engines themselves.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::run::{ended, finished, folder, printed, project, text, wait_for};

const FILES: [(&str, &str); 5] = [
    ("part.sh", "sh"),
    ("slurm.sh", "sh"),
    ("parallel.sh", "sh"),
    ("on_hyperqueue.py", "python"),
    ("kubernetes.yaml", "yaml"),
];

fn ready(file: &str) -> String {
    let path = project().join("examples/clusters").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A bot that takes the first action. Where there is no file `failed`, it makes it at its thirtieth decision, and does not
/// answer any more.
const BOT: &str = r#"exec:seconds=3000 count=0; while read line; do case $line in
    *'"hello"'*) echo '{"protocol": "furlong-bot", "version": 2}';;
    *decide*) count=$((count + 1))
        if [ $count -ge 30 ] && ! [ -e failed ]; then echo > failed; while read line; do :; done; exit; fi
        echo '{"action": 0}';;
    esac; done"#;

/// The runs, each with the bot above among its bots, which does not fail in a folder in which it has failed before.
const RUNS: [&[&str]; 4] = [
    &["simulate", "animal-race", "--bot", "random", "--bot", BOT, "--players", "2", "--games", "12"],
    &["compare", "animal-race", "classic", "apprentice", "--bot", BOT, "--players", "2", "--games", "6"],
    &[
        "vary",
        "animal-race",
        "--bot",
        BOT,
        "--players",
        "2",
        "--games",
        "2",
        "--fields",
        "hand",
        "track.streams",
    ],
    &[
        "ladder",
        "animal-race",
        "--bot",
        "random",
        "--bot",
        BOT,
        "--players",
        "2",
        "--deals",
        "24",
        "--no-times",
    ],
];

/// Puts the ready files into a folder, for this run in `parts` parts.
fn prepare(folder: &Path, run: &[&str], parts: u32) {
    for (file, _) in FILES {
        let text = ready(file).replace("64", &parts.to_string());
        let text = if file == "part.sh" {
            let quoted: Vec<String> =
                run.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect();
            let (before, exec) = text.split_once("exec furlong ").expect("a command");
            let (_, after) = exec.split_once("\\\n").expect("a second line");
            format!("{before}exec furlong {} --seed 1 \\\n{after}", quoted.join(" "))
        } else {
            text
        };
        fs::write(folder.join(file), text).expect("written");
    }
}

/// Starts a command of a ready file in the folder, with the variables that the engine sets.
fn start(folder: &Path, command: &[&str], variable: (&str, u32)) -> Child {
    let bin = Path::new(env!("CARGO_BIN_EXE_furlong")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").expect("a path"));
    Command::new(command[0])
        .args(&command[1..])
        .current_dir(folder)
        .env("PATH", path)
        .env("SLURM_CPUS_PER_TASK", "1")
        .env(variable.0, variable.1.to_string())
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn must_end_well(child: Child) {
    let output = finished(child);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// The command of the container.
fn in_kubernetes(file: &str) -> Vec<String> {
    let line = file.lines().find_map(|line| line.trim().strip_prefix("command: ")).expect("a command");
    serde_json::from_str(line).expect("a list, which is written as JSON writes it")
}

#[test]
fn a_part_whose_machine_fails_is_played_again_and_the_whole_is_that_of_one_machine() {
    for run in RUNS {
        let folder = folder();
        let folder = folder.path();
        prepare(folder, run, 2);
        let slurm = |part| start(folder, &["sh", "slurm.sh"], ("SLURM_ARRAY_TASK_ID", part));
        let mut failing = slurm(1);
        wait_for(&mut failing, || folder.join("failed").exists());
        let group = format!("-{}", failing.id());
        assert!(Command::new("kill").args(["-s", "KILL", "--", &group]).status().expect("kill").success());
        assert!(!ended(&mut failing).success());
        assert_eq!(
            fs::read_dir(folder.join("parts")).expect("a folder").count(),
            0,
            "a part is whole or not there"
        );
        must_end_well(slurm(2));
        must_end_well(slurm(1));
        let whole = [run, &["--seed", "1"]].concat();
        assert_eq!(printed(folder, &["merge", "parts"]), printed(folder, &whole));
        let json = |asked: &[&str]| printed(folder, &[asked, &["--json"]].concat());
        assert_eq!(json(&["merge", "parts"]), json(&whole));
        // Everything can be started again: what is there stays.
        let written =
            || fs::metadata(folder.join("parts/2.json")).and_then(|data| data.modified()).expect("a file");
        let before = written();
        must_end_well(slurm(2));
        assert_eq!(written(), before);
    }
}

#[test]
fn the_command_of_the_container_plays_the_part_of_its_index() {
    let folder = folder();
    let folder = folder.path();
    let run = ["simulate", "gotham", "--bot", "random", "--games", "30"];
    prepare(folder, &run, 3);
    let command = in_kubernetes(&fs::read_to_string(folder.join("kubernetes.yaml")).expect("written"));
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    for index in 0..3 {
        must_end_well(start(folder, &command, ("JOB_COMPLETION_INDEX", index)));
    }
    assert_eq!(printed(folder, &["merge", "parts"]), printed(folder, &[&run[..], &["--seed", "1"]].concat()));
}

#[test]
fn all_ready_files_have_the_same_number_of_parts_and_stand_in_the_documentation() {
    let path = project().join("docs/many_machines.md");
    let page = fs::read_to_string(path).expect("the page");
    for (file, language) in FILES {
        let text = ready(file);
        assert!(text.contains("64"), "{file} has another number of parts");
        let shown = format!("```{language}\n{text}```\n");
        assert!(page.contains(&shown), "docs/many_machines.md does not show {file} as it is:\n{shown}");
    }
    let folder = project().join("examples/clusters");
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), FILES.len(), "every file is looked at");
}
