//! dev
use std::sync::OnceLock;
use crate::animal_race::AnimalRace;
use crate::animal_race::cards::{ANIMALS, Animal, Card, Cards};
use crate::animal_race::event::Action;
use crate::animal_race::state::{Phase, State};
use crate::animal_race::view::View;
use crate::bot::{Bot, BotError};
use crate::fault::Faults;
use crate::seat::Seat;
use crate::streams::Stream;

pub(crate) const NAMES: &[&str] = &["hare","tort","wolf","fox","lamb","rem0","support","scale0","scale1","alpha","pow","hold","deny","fresh","howl","others","bhare","btort","bwolf","bfox","blamb","bown","bhand","bhowl","nowfrac"];
const DEFAULTS: &[f64] = &[1.6, 1.1, 1.2, 1.5, 1.9, 0.0, 0.15, 0.5, 0.25, 2.0, 1.0, 0.3, 0.0, 0.0, 0.5, 1.0, 1.,1.,1.,1.,1., 0.5, 0.3, -0.5, 1.0];
thread_local! { static SET: std::cell::Cell<usize> = const { std::cell::Cell::new(0) }; }
static W: OnceLock<[[f64; 32]; 2]> = OnceLock::new();
fn weights() -> &'static [[f64; 32]; 2] {
    W.get_or_init(|| {
        let mut sets = [[0.0; 32]; 2];
        for (k, var) in ["WA", "WB"].iter().enumerate() {
            sets[k][..DEFAULTS.len()].copy_from_slice(DEFAULTS);
            for pair in std::env::var(var).unwrap_or_default().split(',').filter(|s| !s.is_empty()) {
                let (n, v) = pair.split_once('=').unwrap();
                sets[k][NAMES.iter().position(|x| *x == n).expect("name")] = v.parse().unwrap();
            }
        }
        sets
    })
}
pub(super) fn w(i: usize) -> f64 { weights()[SET.get()][i] }

/// dev
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicBot { pub set: usize }

impl Bot<AnimalRace> for HeuristicBot {
    fn choose(&mut self, game: &AnimalRace, view: &View, actions: &[Action], _rng: &mut Stream) -> Result<Action, BotError> {
        SET.set(self.set);
        let mut faults = Faults::none();
        let mut state = game.read_open(&view.open, &mut faults).ok_or(BotError::NoAction)?;
        state.games = 1; state.game = 1;
        if let Some(Action::Bet(_)) = actions.first() {
            return Ok(best(actions, |a| match a { Action::Bet(c) => bet_value(view, c), _ => 0.0 }));
        }
        let t = Thought::new(game, view, &state);
        Ok(best(actions, |a| t.value(a)))
    }
}
fn best(actions: &[Action], f: impl Fn(Action) -> f64) -> Action {
    let mut b = actions[0]; let mut v = f64::MIN;
    for a in actions { let x = f(*a); if x > v { v = x; b = *a; } }
    b
}
fn bet_value(view: &View, card: Card) -> f64 {
    let animal = card.animal();
    let own = view.bets.dealt.contains(animal);
    w(16 + animal.index()) + if own { w(21) } else { 0.0 } + w(22) * f64::from(view.hand.of(animal)) + if card == Card::Howl { w(23) } else { 0.0 }
}

struct Thought<'a> { game: &'a AnimalRace, state: State, hand: Cards, interest: [f64; ANIMALS], support: [f64; ANIMALS], gain: [f64; ANIMALS], fresh: f64 }

impl<'a> Thought<'a> {
    fn new(game: &'a AnimalRace, view: &View, state: &State) -> Self {
        let mut interest = [0.0; ANIMALS];
        let mut support = [0.0; ANIMALS];
        for a in view.bets.animals() { interest[a.index()] += 1.0; support[a.index()] += 1.0; }
        let n = f64::from(view.open.players.count() - 1);
        for seat in view.open.players.iter().filter(|s| *s != view.seat) {
            let g = guess(view, seat);
            for i in 0..ANIMALS { interest[i] -= w(15) * g[i] / n; support[i] += g[i]; }
        }
        let now = game.prospects(state, &support);
        let val = |p: &[f64; ANIMALS]| -> f64 { (0..ANIMALS).map(|i| p[i] * interest[i]).sum() };
        let base = val(&now);
        let mut gain = [0.0; ANIMALS];
        for a in Animal::ALL {
            if state.races(a) {
                let mut s = state.clone();
                let to = (s.at[a.index()] + 1).min(game.finish() - 1);
                if to > s.at[a.index()] { s.at[a.index()] = to; gain[a.index()] = val(&game.prospects(&s, &support)) - base; }
                else { s.at[a.index()] -= 1; gain[a.index()] = base - val(&game.prospects(&s, &support)); }
            }
        }
        let mut fresh = 0.0;
        let mut t = Self { game, state: state.clone(), hand: view.hand, interest, support, gain, fresh };
        let mut unseen = view.since_shuffle.deck; 
        for c in Card::ALL { unseen[c] = unseen[c].saturating_sub(view.own_drawn[c]); }
        for c in Card::ALL { fresh += f64::from(unseen[c]) * t.keep(c.animal()); }
        fresh /= f64::from(unseen.len().max(1));
        t.fresh = fresh;
        t
    }
    fn keep(&self, a: Animal) -> f64 { let g = self.gain[a.index()]; if g > 0.0 { w(11) * g } else { w(12) * g } }
    fn value(&self, action: Action) -> f64 {
        let mut s = self.state.clone();
        let mut hand = self.hand;
        match action {
            Action::Place(p) => { s.table.put(p.cards()); hand.take(p.cards()); }
            Action::Move(a) => { if let Phase::Moving { seat, moved } = s.phase { self.game.move_chosen(&mut s, seat, moved, a, &mut ()); } }
            Action::Bet(_) => return 0.0,
        }
        let triggered = self.game.is_triggered(s.table);
        let mut v = 0.0;
        let val = |p: &[f64; ANIMALS]| -> f64 { (0..ANIMALS).map(|i| p[i] * self.interest[i]).sum() };
        if !triggered && w(24) < 1.0 { v += (1.0 - w(24)) * val(&self.game.prospects(&s, &self.support)); }
        let f = if triggered { 1.0 } else { w(24) };
        if !matches!(s.phase, Phase::Moving { .. }) && s.phase != Phase::Over { self.game.race(&mut s, &mut ()); }
        while let Phase::Moving { seat, moved } = s.phase {
            let Some(a) = self.game.movable(&s, moved).iter().next() else { break };
            self.game.move_chosen(&mut s, seat, moved, a, &mut ());
        }
        v += f * val(&self.game.prospects(&s, &self.support));
        for (c, n) in hand.iter() { v += f64::from(n) * self.keep(c.animal()); if c == Card::Howl { v += w(14) * f64::from(n); } }
        v += w(13) * self.fresh * f64::from(self.hand.len() - hand.len());
        v
    }
}

fn guess(view: &View, seat: Seat) -> [f64; ANIMALS] {
    let placed = view.since_shuffle.placed[seat];
    let pack = Animal::ALL.map(|a| f64::from(placed.of(a)));
    let mut weight = [0.0; ANIMALS];
    for i in 0..ANIMALS { let x = w(9) + pack[i]; weight[i] = if w(10) > 1.5 { x * x } else { x }; }
    let mut out = [0.0; ANIMALS];
    let open: f64 = Animal::ALL.into_iter().filter(|a| !view.bets.dealt.contains(*a)).map(|a| weight[a.index()]).sum();
    let all: f64 = weight.iter().sum();
    let chosen = f64::from(u8::from(view.bets.chosen.is_some()));
    for a in Animal::ALL { let i = a.index();
        if !view.bets.dealt.contains(a) { out[i] += f64::from(view.starting_bets[seat]) * weight[i] / open; }
        out[i] += chosen * weight[i] / all;
    }
    out
}
