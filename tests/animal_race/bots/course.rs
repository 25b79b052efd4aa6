//! The bot of the course; `tests/cases/animal-race/course-bot.toml` holds it to AB-01 to AB-04.

use furlong::animal_race::AnimalRace;
use furlong::{BotSpec, Bots, RaceGame};

use crate::animal_race::kit::{game, names};

#[test]
fn it_plays_whole_games_of_every_ruleset() {
    for name in names() {
        let game = game(name);
        for players in game.players() {
            let mut race = furlong::Race::new(game.clone(), &game.setup(players), 11).expect("they may play");
            let mut bots: Vec<_> = (0..players)
                .map(|_| AnimalRace::bot(&BotSpec::named("course")).expect("the game has this bot"))
                .collect();
            race.play_out(&mut bots, 5_000).expect("the bot's choices are legal");
        }
    }
}
