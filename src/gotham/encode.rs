//! Gotham as numbers: its action vocabulary, and the features of views and actions.

use strum::VariantArray as _;

use super::action::Action;
use super::card_index::Kind;
use super::cards::{Animal, Card, Effect, Rank};
use super::effect_forms::{FORMS, form};
use super::game::Gotham;
use super::hand::FULL_HAND;
use super::policy::{
    Backwards, Drawing, EmptyDeck, EquallyFar, OnTheSign, OwnLocation, OwnerlessFurthest, Recycling,
};
use super::schema::MOST_STEP;
use super::state::{Deposited, Phase, State};
use super::track::{FIGURES, Figure, Track};
use super::view::View;
use crate::encoding::{Encoded, flag, one_of, words};

/// The number of step lengths, and the number of other ranks that an effect can name.
const STEPS: usize = MOST_STEP as usize;
const OTHER_RANKS: usize = Rank::ALL.len() - 1;
const ANIMAL_COUNT: usize = 5;
/// The first index of each form among the cards of one back, and their total number.
const FIRST_OF_FORM: [usize; FORMS.len()] = [
    0,
    1,
    1 + STEPS,
    1 + 2 * STEPS,
    1 + (2 + OTHER_RANKS) * STEPS,
    1 + (2 + 2 * OTHER_RANKS) * STEPS,
    1 + (2 + 2 * OTHER_RANKS) * STEPS + OTHER_RANKS,
];
const OF_BACK: usize = FIRST_OF_FORM[FORMS.len() - 1] + ANIMAL_COUNT;
/// The number of actions. In ascending order: draws, then the cards of each back.
const ACTIONS: usize = Rank::ALL.len() * (1 + OF_BACK);

const RANKS: [&str; 4] = ["1st", "2nd", "3rd", "4th"];
const ANIMALS: [&str; ANIMAL_COUNT] = ["fish", "hedgehog", "tortoise", "snail", "sheep"];
const PHASES: [&str; 3] = ["choose-deck", "place", "other"];
const CARDS: [&str; FULL_HAND] = ["card-1", "card-2", "card-3", "card-4", "card-5"];
/// The other figures in clockwise order from the viewer's own, including ownerless ones.
const OTHERS: [&str; FIGURES - 1] = ["left-1", "left-2", "left-3"];
/// All figures in clockwise order, starting with the viewer's own.
const ALL: [&str; FIGURES] = ["own", "left-1", "left-2", "left-3"];
const EQUALLY_FAR: [&str; EquallyFar::ALL.len()] = words!(EquallyFar);

crate::features! {
    /// The features of a view of gotham. *Alone* means carried out as the only card, on the positions as they are.
    pub struct ViewFeatures {
        phase: [f32; PHASES] = "the pending decision; `other` when chance is next or the race is over" (yes);
        is_to_move: f32 = "the viewer is to move" (yes);
        round: f32 = "rounds so far" ("rounds" / 20.0);
        acted: f32 = "figures that have acted in this pass of the round" ("figures" / 4.0);
        sign: [f32; ANIMALS] = "the animal that the sign stands at" (yes);
        animals: [f32; ANIMALS] = "spaces from the sign to the animal" (signed "tracks" / 1.0);
        way: [f32; ALL] = "spaces from the figure forward to the sign" (signed "tracks" / 1.0);
        near: [f32; ALL] = "the same, finer" (signed "spaces" / 12.0);
        near_backwards: [f32; ALL] = "spaces from the figure backward to the sign" (signed "spaces" / 12.0);
        from_start: [f32; ALL] = "spaces from the start" (signed "tracks" / 1.0);
        lane: [f32; ALL] = "lanes further inside that are taken" ("lanes" / 3.0);
        rank: [f32; ALL, RANKS] = "the rank of the figure" (yes);
        is_beyond: [f32; ALL] = "the figure is beyond the sign" (yes);
        has_acted: [f32; ALL] = "the figure has acted in this pass of the round" (yes);
        acts: [f32; ALL] = "the figure acts now" (yes);
        drew: [f32; ALL, RANKS] = "its player has drawn from this deck in this round" (yes);
        laid: [f32; ALL, RANKS] = "a card with this back lies on the deposit for it" (yes);
        backs: [f32; ALL, RANKS] = "cards with this back in the hand" ("cards" / 3.0);
        own_laid_way: f32 = "spaces from the own figure to the sign after the own card on the deposit, alone" (signed "tracks" / 1.0);
        hand: [f32; CARDS] = "there is this card in the own hand, ascending" (yes);
        hand_back: [f32; CARDS, RANKS] = "its back" (yes);
        hand_form: [f32; CARDS, FORMS] = "its effect" (yes);
        hand_moves_own: [f32; CARDS] = "spaces that it moves the own figure, alone" (signed "spaces" / 10.0);
        hand_way: [f32; CARDS] = "spaces from the own figure forward to the sign after it, alone" (signed "spaces" / 12.0);
        hand_rival: [f32; CARDS] = "the least such spaces of the others" (signed "spaces" / 12.0);
        is_player: [f32; OTHERS] = "the figure has a player" (yes);
        deck: [f32; RANKS] = "cards left in the deck" ("cards" / 14.0);
        carried_out: [f32; RANKS] = "cards of the deck that wait to be recycled" ("cards" / 14.0);
        unseen: [f32; RANKS, FORMS] = "unseen cards of this effect in the upper layer: in the deck, in hands, on the deposit" ("cards" / 8.0);
        rule_players: f32 = "players" ("players" / 4.0);
        rule_spaces: f32 = "spaces of the track" ("spaces" / 60.0);
        rule_cards: [f32; RANKS, FORMS] = "cards of this effect in the full deck" ("cards" / 8.0);
        rule_all_draw_first: f32 = "all draw before anybody places" (yes);
        rule_recycles_first: f32 = "cards are recycled before an ownerless figure gets none" (yes);
        rule_recycles_every_round: f32 = "cards are recycled after every round" (yes);
        rule_outermost_lane: f32 = "a move onto the own location leads to the outermost lane" (yes);
        rule_sign_is_beyond: f32 = "the sign's own space is beyond it" (yes);
        rule_equally_far: [f32; EQUALLY_FAR] = "the winner when both sides are equally far beyond" (yes);
        rule_outer_lane_wins: f32 = "backwards, the outer lane of a location wins" (yes);
        rule_passes_over: f32 = "ownerless figures beyond the sign do not count" (yes);
    }
}

const KINDS_OF_ACTION: [&str; 2] = ["draw", "place"];

crate::features! {
    /// The features of an action of gotham. *Alone* means carried out as the only card, on the positions as they are; for
    /// a deck these are means over the unseen cards of its upper layer.
    pub struct ActionFeatures {
        kind: [f32; KINDS_OF_ACTION] = "the kind of the action" (yes);
        back: [f32; RANKS] = "the back of the card, or the deck" (yes);
        form: [f32; FORMS] = "the effect of the card, or the part of the unseen cards with this effect" ("certainties" / 1.0);
        spaces: f32 = "spaces that the card names" ("spaces" / 8.0);
        other: [f32; RANKS] = "the other rank that the card names" (yes);
        animal: [f32; ANIMALS] = "the animal that the card names" (yes);
        is_own_rank: f32 = "the card acts on the rank of the own figure" (yes);
        names_own_rank: f32 = "the card names the rank of the own figure" (yes);
        cards: f32 = "cards left in the deck" ("cards" / 14.0);
        held: f32 = "equal cards in the own hand" ("cards" / 3.0);
        of_back: f32 = "cards with this back in the own hand" ("cards" / 3.0);
        acted: f32 = "cards that are carried out before it" ("cards" / 3.0);
        moved: [f32; ALL] = "spaces that the figure moves, alone" (signed "spaces" / 10.0);
        way: [f32; ALL] = "spaces from the figure forward to the sign afterwards, alone" (signed "tracks" / 1.0);
        near: [f32; ALL] = "the same, finer" (signed "spaces" / 12.0);
        gained: [f32; ALL] = "how much nearer the figure comes to the sign, alone" (signed "spaces" / 10.0);
        rank: [f32; RANKS] = "rank of the own figure afterwards, alone" ("certainties" / 1.0);
        wins: f32 = "the viewer's share of the win, if the race then ends, alone" ("certainties" / 1.0);
        loses: f32 = "the race then ends and the viewer does not win, alone" ("certainties" / 1.0);
    }
}

impl Encoded for Gotham {
    const VERSION: u32 = 1;
    const ACTIONS: usize = ACTIONS;

    type ViewFeatures = ViewFeatures;
    type ActionFeatures = ActionFeatures;

    #[inline]
    fn index_of(action: Action) -> Option<usize> {
        let card = match action {
            Action::Draw(back) => return Some(back.index()),
            Action::Place(card) => card,
        };
        let (back, effect) = (card.back(), card.effect());
        let step = |spaces: u8| usize::from(spaces).checked_sub(1).filter(|step| *step < STEPS);
        // A card never refers to its own rank.
        let other = |rank: Rank| (rank != back).then_some(rank.index() - usize::from(rank > back));
        let place = match effect {
            Effect::ToStart => 0,
            Effect::Back(spaces) | Effect::Forward(spaces) => step(spaces)?,
            Effect::InFrontOf(spaces, rank) | Effect::Behind(spaces, rank) => {
                OTHER_RANKS * step(spaces)? + other(rank)?
            }
            Effect::SwapWith(rank) => other(rank)?,
            Effect::FinishTo(animal) => animal as usize,
        };
        Some(RANKS.len() + back.index() * OF_BACK + FIRST_OF_FORM[form(effect)] + place)
    }

    fn action_at(index: usize) -> Option<Action> {
        let Some(card) = index.checked_sub(RANKS.len()) else { return Some(Action::Draw(Rank::ALL[index])) };
        let (back, place) = (*Rank::ALL.get(card / OF_BACK)?, card % OF_BACK);
        let form = FIRST_OF_FORM.iter().rposition(|first| *first <= place)?;
        let place = place - FIRST_OF_FORM[form];
        let other = |place: usize| Rank::ALL[place + usize::from(place >= back.index())];
        let spaces = |step: usize| step as u8 + 1;
        let effect = match form {
            0 => Effect::ToStart,
            1 => Effect::Back(spaces(place)),
            2 => Effect::Forward(spaces(place)),
            3 => Effect::InFrontOf(spaces(place / OTHER_RANKS), other(place % OTHER_RANKS)),
            4 => Effect::Behind(spaces(place / OTHER_RANKS), other(place % OTHER_RANKS)),
            5 => Effect::SwapWith(other(place)),
            _ => Effect::FinishTo(Animal::VARIANTS[place]),
        };
        Some(Action::Place(Card::new(back, effect)))
    }

    #[expect(clippy::too_many_lines, reason = "one value for each feature")]
    fn view_features(&self, view: &View) -> ViewFeatures {
        let state = &view.state;
        let figures = figures(view);
        let now = self.positions_of(&state.track, state.sign, figures[0]);
        let (rules, spaces) = (&self.ruleset.rules, f32::from(self.ruleset.track.spaces));
        let phase = match state.phase {
            Phase::ChooseDeck => 0,
            Phase::Place => 1,
            _ => 2,
        };
        let acting = state.acting.filter(|_| state.phase.is_in_round());
        // GO-10: figures act from the last to the first, and none moves while cards are placed.
        let to_act = if state.phase.is_in_round() { FIGURES - usize::from(state.acted) } else { FIGURES };
        let laid = |figure: Figure| state.deposit.cards().iter().find(|laid| laid.figure == figure);
        let back_of = |back: Option<Rank>| back.map_or([0.0; RANKS.len()], |back| one_of(back.index()));
        let own_laid = laid(figures[0]).filter(|_| figures[0].owner(state.players).is_some());
        let own_laid = own_laid.filter(|laid: &&Deposited| laid.kind != Kind::hidden(laid.kind.back()));
        let after = |kind: Kind| {
            let (mut track, mut sign) = (state.track, state.sign);
            self.change(&mut track, &mut sign, kind);
            self.positions_of(&track, sign, figures[0])
        };
        let hand = state.hands.get(view.seat.index()).copied().unwrap_or_default();
        let mut features = ViewFeatures {
            phase: one_of(phase),
            is_to_move: flag(phase < 2 && acting == Some(figures[0])),
            round: state.round.into(),
            acted: state.acted.into(),
            sign: one_of(state.sign as usize),
            animals: std::array::from_fn(|animal| {
                let space = |animal| f32::from(self.ruleset.track.animals.space(animal));
                (space(Animal::VARIANTS[animal]) - space(state.sign)) / spaces
            }),
            way: now.way.map(|way| way / spaces),
            near: now.way,
            near_backwards: now.way.map(|way| spaces - way),
            from_start: now.at.map(|at| at / spaces),
            lane: now.ranks.map(|rank| f32::from(state.track.lane(rank) - 1)),
            rank: now.ranks.map(|rank| one_of(rank.index())),
            is_beyond: now
                .ranks
                .map(|rank| flag(self.crossing(state.sign, state.track.at_rank(rank)).is_some())),
            has_acted: now.ranks.map(|rank| flag(rank.index() >= to_act)),
            acts: figures.map(|figure| flag(acting == Some(figure))),
            drew: figures.map(|figure| back_of(state.drew[figure.index()])),
            laid: figures.map(|figure| back_of(laid(figure).map(|laid| laid.kind.back()))),
            backs: figures.map(|figure| state.hands[figure.index()].backs().map(f32::from)),
            own_laid_way: own_laid.map_or(now.way[0], |laid| after(laid.kind).way[0]) / spaces,
            hand: [0.0; CARDS.len()],
            hand_back: [[0.0; RANKS.len()]; CARDS.len()],
            hand_form: [[0.0; FORMS.len()]; CARDS.len()],
            hand_moves_own: [0.0; CARDS.len()],
            hand_way: [0.0; CARDS.len()],
            hand_rival: [0.0; CARDS.len()],
            is_player: std::array::from_fn(|other| flag(figures[other + 1].owner(state.players).is_some())),
            deck: view.all_left().map(f32::from),
            carried_out: Rank::ALL.map(|back| state.decks.carried_out_count(back) as f32),
            unseen: self.forms.counts(state.decks.tops),
            rule_players: state.players.into(),
            rule_spaces: spaces,
            rule_cards: self.forms.of_decks,
            rule_all_draw_first: flag(rules.drawing == Drawing::AllBeforePlacing),
            rule_recycles_first: flag(rules.empty_deck_for_ownerless == EmptyDeck::RecycleFirst),
            rule_recycles_every_round: flag(rules.recycling == Recycling::EveryRound),
            rule_outermost_lane: flag(rules.onto_own_location == OwnLocation::OutermostLane),
            rule_sign_is_beyond: flag(rules.on_the_sign == OnTheSign::Beyond),
            rule_equally_far: one_of(rules.equally_far as usize),
            rule_outer_lane_wins: flag(rules.backwards_on_one_location == Backwards::OuterLane),
            rule_passes_over: flag(rules.ownerless_furthest == OwnerlessFurthest::PassedOver),
        };
        for (slot, kind) in hand.cards().iter().enumerate().take(CARDS.len()) {
            let then = after(kind);
            features.hand[slot] = 1.0;
            features.hand_back[slot] = one_of(kind.back().index());
            features.hand_form[slot] = one_of(self.forms.of(kind));
            features.hand_moves_own[slot] = then.at[0] - now.at[0];
            features.hand_way[slot] = then.way[0];
            let [_, others @ ..] = then.way;
            features.hand_rival[slot] = others.into_iter().fold(f32::MAX, f32::min);
        }
        features
    }

    fn action_features(&self, view: &View, action: Action) -> ActionFeatures {
        let state = &view.state;
        let figures = figures(view);
        let now = self.positions_of(&state.track, state.sign, figures[0]);
        let spaces = f32::from(self.ruleset.track.spaces);
        let hand = state.hands.get(view.seat.index()).copied().unwrap_or_default();
        let (back, effect) = match action {
            Action::Draw(back) => (back, None),
            Action::Place(card) => (card.back(), Some(card.effect())),
        };
        let kind = match action {
            Action::Draw(_) => None,
            Action::Place(card) => self.card_index.kind(card),
        };
        let unseen = state.decks.tops[back.index()];
        let (mut means, mut after) = (Means::default(), *state);
        if let Some(kind) = kind {
            self.add_outcome(&mut means, &mut after, figures, kind);
        } else {
            let cards = self.card_index.set(back, unseen);
            cards.for_each(|kind| self.add_outcome(&mut means, &mut after, figures, kind));
        }
        let Means { way, at, rank, wins, loses, .. } = means.of_one(&now);
        let form = match effect {
            Some(effect) => one_of(form(effect)),
            None => self.forms.counts(state.decks.tops)[back.index()]
                .map(|count| count / unseen.count_ones().max(1) as f32),
        };
        let own_rank = now.ranks[0];
        ActionFeatures {
            kind: one_of(usize::from(effect.is_some())),
            back: one_of(back.index()),
            form,
            spaces: effect.and_then(Effect::spaces).unwrap_or(0).into(),
            other: effect.and_then(Effect::other).map_or([0.0; RANKS.len()], |other| one_of(other.index())),
            animal: match effect {
                Some(Effect::FinishTo(animal)) => one_of(animal as usize),
                _ => [0.0; ANIMALS.len()],
            },
            is_own_rank: flag(back == own_rank),
            names_own_rank: flag(effect.and_then(Effect::other) == Some(own_rank)),
            cards: view.left(back).into(),
            held: kind.map_or(0.0, |kind| hand.cards().iter().filter(|held| *held == kind).count() as f32),
            of_back: hand.count_of(back) as f32,
            acted: state.deposit.cards().len() as f32,
            moved: std::array::from_fn(|figure| at[figure] - now.at[figure]),
            way: way.map(|way| way / spaces),
            near: way,
            gained: std::array::from_fn(|figure| now.way[figure] - way[figure]),
            rank,
            wins,
            loses,
        }
    }
}

/// The positions of the figures, starting with the viewer's.
struct Positions {
    at: [f32; FIGURES],
    /// Spaces forward to the sign, for each figure.
    way: [f32; FIGURES],
    ranks: [Rank; FIGURES],
}

/// Sums over the cards that may be drawn.
#[derive(Default)]
struct Means {
    cards: f32,
    at: [f32; FIGURES],
    way: [f32; FIGURES],
    rank: [f32; FIGURES],
    wins: f32,
    loses: f32,
}

impl Means {
    /// The means over all cards, or the current values if no card can be drawn.
    fn of_one(self, now: &Positions) -> Self {
        if self.cards == 0.0 {
            return Self { at: now.at, way: now.way, rank: one_of(now.ranks[0].index()), ..self };
        }
        let mean = |sum: f32| sum / self.cards;
        Self {
            cards: 1.0,
            at: self.at.map(mean),
            way: self.way.map(mean),
            rank: self.rank.map(mean),
            wins: mean(self.wins),
            loses: mean(self.loses),
        }
    }
}

impl Gotham {
    /// The positions of the figures, starting with the viewer's own.
    #[inline]
    fn positions_of(&self, track: &Track, sign: Animal, own: Figure) -> Positions {
        let sign = f32::from(self.ruleset.track.animals.space(sign));
        let mut positions = Positions { at: [0.0; FIGURES], way: [0.0; FIGURES], ranks: Rank::ALL };
        // Goes from rank to figure instead of searching for each figure, because the end of a search cannot be
        // predicted.
        for rank in Rank::ALL {
            let stand = track.at_rank(rank);
            let place = (stand.figure.index() + FIGURES - own.index()) % FIGURES;
            let at = f32::from(stand.at);
            positions.at[place] = at;
            positions.way[place] = sign - at;
            positions.ranks[place] = rank;
        }
        positions
    }

    /// Adds what one card does on its own.
    fn add_outcome(&self, means: &mut Means, after: &mut State, figures: [Figure; FIGURES], kind: Kind) {
        let State { track, sign, .. } = *after;
        self.carry_out(after, kind);
        let then = self.positions_of(&after.track, after.sign, figures[0]);
        means.cards += 1.0;
        for figure in 0..FIGURES {
            means.at[figure] += then.at[figure];
            means.way[figure] += then.way[figure];
        }
        means.rank[then.ranks[0].index()] += 1.0;
        if self.is_over(after) {
            let winners = self.winners(after);
            let own = figures[0].owner(after.players);
            if winners.clone().any(|winner| Some(winner) == own) {
                means.wins += 1.0 / winners.count() as f32;
            } else {
                means.loses += 1.0;
            }
        }
        (after.track, after.sign) = (track, sign);
    }
}

/// The figures in clockwise order, starting with the viewer's (GO-01).
#[inline]
fn figures(view: &View) -> [Figure; FIGURES] {
    std::array::from_fn(|step| Figure::ALL[(view.seat.index() + step) % FIGURES])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{Bot, RandomBot};
    use crate::race::Race;
    use crate::{RaceGame as _, ruleset};

    #[test]
    fn a_figure_is_marked_as_beyond_the_sign_in_either_direction() {
        let game = Gotham::new(ruleset::open("standard").expect("embedded")).expect("playable");
        let setup = game.setup(4);
        let mut beyond = [0; 2];
        for seed in 0..60 {
            let mut race = Race::new(game.clone(), &setup, seed).expect("four may play");
            let mut bots: Vec<Box<dyn Bot<Gotham>>> = (0..4).map(|_| Box::new(RandomBot) as _).collect();
            race.play_out(&mut bots, 5_000).expect("random bots play legal actions");
            let (state, seat) = (race.state(), race.seats().iter().next().expect("four seats"));
            let marked = game.view_features(&game.view(state, seat)).is_beyond;
            let sign = i32::from(game.ruleset().track.animals.space(state.sign));
            for stand in state.track.stands() {
                // GO-31, GO-32: further than the sign, or more than a lap of 36 spaces behind it.
                let [ahead, behind] = [i32::from(stand.at) > sign, i32::from(stand.at) < sign - 36];
                assert_eq!(marked[stand.figure.index()] > 0.5, ahead || behind, "seed {seed}, {stand:?}");
                beyond[0] += u32::from(ahead);
                beyond[1] += u32::from(behind);
            }
        }
        assert!(beyond.iter().all(|count| *count > 5), "{beyond:?} figures forwards and backwards");
    }
}
