//! A record that is read replays or is refused, and what replays can be written and read again.
#![no_main]

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Race, RaceGame, Record};
use libfuzzer_sys::fuzz_target;

fn read<G: RaceGame>(text: &str) {
    let Ok(record) = Record::<G>::from_json(text) else { return };
    let Ok(race) = Race::resume(record) else { return };
    let again = Record::<G>::from_json(&race.record().to_json()).expect("a record that was written");
    assert_eq!(again.to_json(), race.record().to_json());
}

fuzz_target!(|text: &str| {
    read::<AnimalRace>(text);
    read::<HareTortoise>(text);
    read::<Gotham>(text);
});
