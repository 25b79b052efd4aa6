//! Inputs that nobody has written: every format that is read from outside gets thousands that are nearly right. None may
//! panic, hang, or take memory without bounds, and whatever is accepted must hold together ([`readers`]).
//!
//! `docs/trust.md` has the command for campaigns. An input that finds something is kept in `tests/findings`.

pub(crate) mod mutate;
mod readers;
mod seeds;
mod sheets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use furlong::Stream;
use furlong::common::StableHasher;
use rand::{RngExt, SeedableRng};

use mutate::mutated;
use readers::READERS;

/// The most bytes on the heap while one input is read.
const MOST_HEAP: u64 = 64 << 20;

/// The findings of many inputs of one format.
#[derive(Debug, Default)]
struct Findings {
    inputs: u64,
    accepted: u64,
    most_heap: u64,
    longest: Duration,
    /// The inputs that broke something, with their numbers and what broke.
    broken: Vec<(u64, Vec<u8>, String)>,
}

/// The input with this number. Equal numbers give equal inputs.
fn input(format: &str, seeds: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut rng = Stream::seed_from_u64(StableHasher::of(&(format, number)));
    if format != "sheets" {
        return mutated(seeds, &mut rng);
    }
    let fresh = sheets::sheet(&mut rng).into_bytes();
    if rng.random_range(0..3) == 0 { fresh } else { mutated(&[fresh, seeds[0].clone()], &mut rng) }
}

/// Reads one input; the error is the message of a panic, or of too much memory.
fn attempt(read: fn(&[u8]) -> bool, input: &[u8], findings: &mut Findings) -> Result<(), String> {
    let mut outcome = Ok(false);
    let start = Instant::now();
    let heap = allocation_counter::measure(|| {
        outcome = catch_unwind(AssertUnwindSafe(|| read(input)));
    });
    findings.longest = findings.longest.max(start.elapsed());
    findings.most_heap = findings.most_heap.max(heap.bytes_max);
    findings.inputs += 1;
    match outcome {
        Err(panic) => {
            let words = panic.downcast_ref::<String>().cloned();
            Err(words
                .or_else(|| panic.downcast_ref().map(|words: &&str| (*words).to_owned()))
                .unwrap_or_default())
        }
        Ok(_) if heap.bytes_max > MOST_HEAP => Err(format!("{} bytes on the heap", heap.bytes_max)),
        Ok(is_accepted) => {
            findings.accepted += u64::from(is_accepted);
            Ok(())
        }
    }
}

/// Reads inputs with the numbers below `count`, until some have broken something.
fn search(format: &str, read: fn(&[u8]) -> bool, count: u64, begun: &mut dyn FnMut(u64)) -> Findings {
    const MOST_BROKEN: usize = 20;
    let seeds = seeds::of(format);
    let mut findings = Findings::default();
    for number in 0..count {
        begun(number);
        let input = input(format, &seeds, number);
        if let Err(words) = attempt(read, &input, &mut findings) {
            findings.broken.push((number, input, words));
            if findings.broken.len() == MOST_BROKEN {
                break;
            }
        }
    }
    findings
}

#[test]
fn valid_inputs_are_accepted() {
    for (format, read) in READERS {
        for seed in seeds::of(format) {
            // Sheets by the grammar may be too deep or in the wrong game, and files of goals have faults on purpose.
            let text = String::from_utf8_lossy(&seed);
            assert!(
                read(&seed) || ["sheets", "goals", "typed", "words", "moves", "setups"].contains(&format),
                "{format}: {text}"
            );
        }
    }
}

#[test]
fn inputs_that_are_nearly_right_are_accepted_or_refused() {
    for (format, read) in READERS {
        let count = if format == "sheets" { 5_000 } else { 500 };
        let findings = search(format, read, count, &mut |_| ());
        let broken: Vec<_> = findings.broken.iter().map(|(number, _, words)| (number, words)).collect();
        assert!(broken.is_empty(), "{format}: {broken:?}");
        assert!((1..count).contains(&findings.accepted), "{format}: both happens: {findings:?}");
    }
}

#[test]
fn inputs_that_once_broke_something_are_accepted_or_refused() {
    for folder in fs::read_dir("tests/findings").expect("a folder for each format") {
        let folder = folder.expect("a folder").path();
        let name = folder.file_name().and_then(|name| name.to_str()).expect("text").to_owned();
        let read = readers::reader(&name).expect("named after a format");
        for file in fs::read_dir(folder).expect("a folder") {
            let path = file.expect("a file").path();
            let outcome = attempt(read, &fs::read(&path).expect("a file"), &mut Findings::default());
            assert_eq!(outcome, Ok(()), "{}", path.display());
        }
    }
}

/// A campaign: `FUZZ_INPUTS` inputs of each format, and ten times as many order sheets. `FUZZ_FORMATS` names some formats.
/// A watch ends it when one input takes longer than a minute.
#[test]
#[ignore = "takes hours: see docs/trust.md"]
#[allow(clippy::print_stdout, reason = "reports on formats as they end")]
fn campaign() {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::mpsc::{RecvTimeoutError, channel};
    const PATIENCE: Duration = Duration::from_secs(60);
    let inputs: u64 = std::env::var("FUZZ_INPUTS").map_or(100_000, |text| text.parse().expect("a number"));
    let wanted = std::env::var("FUZZ_FORMATS").unwrap_or_default();
    let mut broken = 0;
    for (format, read) in READERS {
        if !wanted.is_empty() && !wanted.split(',').any(|wanted| wanted == format) {
            continue;
        }
        let current = AtomicU64::new(0);
        let start = Instant::now();
        let findings = std::thread::scope(|scope| {
            let (end, ended) = channel::<()>();
            let current = &current;
            scope.spawn(move || {
                let mut last = u64::MAX;
                while ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    let now = current.load(Ordering::Relaxed);
                    if now == last {
                        println!("{format}: input {now} takes longer than {PATIENCE:?}");
                        std::process::abort();
                    }
                    last = now;
                }
            });
            let count = if format == "sheets" { 10 * inputs } else { inputs };
            let findings =
                search(format, read, count, &mut |number| current.store(number, Ordering::Relaxed));
            drop(end);
            findings
        });
        let Findings { inputs, accepted, most_heap, longest, .. } = findings;
        println!(
            "{format}: {inputs} inputs, {accepted} accepted, {} broken; the longest took {:.1} ms, the most on the heap \
             was {} KiB; {:.0} s",
            findings.broken.len(),
            longest.as_secs_f64() * 1e3,
            most_heap / 1024,
            start.elapsed().as_secs_f64()
        );
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("findings").join(format);
        for (number, input, words) in &findings.broken {
            fs::create_dir_all(&folder).expect("a folder");
            let path = folder.join(number.to_string());
            fs::write(&path, input).expect("written");
            println!("  {}: {words}", path.display());
        }
        broken += findings.broken.len();
    }
    assert_eq!(broken, 0, "inputs that broke something");
}
