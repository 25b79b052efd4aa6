//! Hare & Tortoise as numbers: its action vocabulary, and the features of views and actions.

use super::action::Action;
use super::board::{FINISH, RUNNERS, Square, SquareKind};
use super::bots::fewest_turns;
use super::game::HareTortoise;
use super::movement::{BUNCH, cost, reach};
use super::policy::{
    AnotherMove, AnotherMoveStuck, BackAtStart, ChewCarrot, DropBackToStart, Effect, FinishLimit,
    FoursWithThree, JuggedLettuce, LettuceOwner, LimitBinds, Mechanism, MissBinds, MoveUpToFinish,
    PoolEmptyFor, PutOnHare, RaceEnds, RunnerChoice, StuckTrigger, TakenCarrotSquare, TooFewToGive,
    TooFewToPay, TurnOrder, WithoutLettuces,
};
use super::ruleset::CARDS;
use super::state::{Duty, Phase, State};
use super::view::View;
use crate::encoding::{Encoded, flag, one_of, words};

/// The maximum number of runners of one player: two players share six runners.
const OWN: usize = RUNNERS / 2;
/// The actions of the vocabulary in ascending order: choosing a runner, actions without a square, back, forward.
const PLAIN: [Action; 5] = [Action::Chew, Action::Draw, Action::Pay, Action::Stay, Action::ToStart];
const FIRST_BACK: usize = OWN + PLAIN.len();
const FIRST_TO: usize = FIRST_BACK + FINISH as usize - 1;
const ACTIONS: usize = FIRST_TO + FINISH as usize;

const OWN_RUNNERS: [&str; OWN] = ["own-1", "own-2", "own-3"];
const OTHER_RUNNERS: [&str; RUNNERS - 1] = ["other-1", "other-2", "other-3", "other-4", "other-5"];
const PHASES: [&str; 6] = ["runner", "move", "move-off", "chew-carrot", "another-move", "other"];
const EFFECTS: [&str; Effect::ALL.len()] = words!(Effect);
const MECHANISMS: [&str; Mechanism::ALL.len()] = words!(Mechanism);
const FOURS: [&str; FoursWithThree::ALL.len()] = words!(FoursWithThree);
const KINDS: [&str; SquareKind::ALL.len()] =
    ["carrot", "lettuce", "hare", "tortoise", "number-2", "number-3", "number-4", "flag"];
/// The kinds of squares, and the two ends of the track.
const PLACES: [&str; KINDS.len() + 2] =
    ["carrot", "lettuce", "hare", "tortoise", "number-2", "number-3", "number-4", "flag", "start", "finish"];
/// The numbers of steps in which a runner could come home.
const STEPS: [&str; 2] = ["1-step", "2-steps"];
const KINDS_OF_ACTION: [&str; 8] = ["runner", "chew", "draw", "pay", "stay", "to-start", "back", "to"];

crate::features! {
    /// The features of a view of Hare & Tortoise. Those of rules that change nothing at this table are 0.
    ///
    /// *The runner* is the one that has the turn, if it is the viewer's, and otherwise the viewer's first one that races.
    pub struct ViewFeatures {
        phase: [f32; PHASES] = "the pending decision; `other` when chance is next or the race is over" (yes);
        is_to_move: f32 = "the viewer is to move" (yes);
        round: f32 = "rounds so far" ("rounds" / 100.0);
        turn_of_round: f32 = "turns of this round so far" ("turns" / 7.0);
        jugs: f32 = "hares jugged in this turn" ("jugs" / 4.0);
        paid: f32 = "carrots paid for the move onto this square" ("carrots" / 50.0);
        longest_step: f32 = "the longest paid step" ("squares" / 64.0);
        carrots: f32 = "own carrots" ("carrots" / 65.0);
        carrots_of_many: f32 = "own carrots" ("carrots" / 300.0);
        reach: f32 = "the longest allowed step that the own carrots pay for" ("squares" / 32.0);
        misses: f32 = "the next turn of the viewer is skipped" (yes);
        arrivals: f32 = "runners at home" ("runners" / 6.0);
        square: [f32; OWN_RUNNERS] = "square of the own runner" ("squares" / 64.0);
        is_mine: [f32; OWN_RUNNERS] = "the viewer has this runner" (yes);
        has_turn: [f32; OWN_RUNNERS] = "the runner has the turn" (yes);
        is_home: [f32; OWN_RUNNERS] = "the runner is home" (yes);
        lettuces: [f32; OWN_RUNNERS] = "lettuces of the runner, or of its player's pool" ("lettuces" / 3.0);
        position: [f32; OWN_RUNNERS] = "race position" ("positions" / 6.0);
        must_chew: [f32; OWN_RUNNERS] = "the runner must chew a lettuce in its next turn" (yes);
        must_leave: [f32; OWN_RUNNERS] = "the runner has chewed and must leave" (yes);
        skips: [f32; OWN_RUNNERS] = "the next turn of the runner is skipped" (yes);
        pay: [f32; OWN_RUNNERS] = "carrots that the square pays or costs if its turn began now" (signed "carrots" / 60.0);
        place: [f32; PLACES] = "the square of the runner" (yes);
        surplus: f32 = "carrots left at the finish above the limit if the runner went there in the longest allowed steps" (signed "carrots" / 100.0);
        surplus_near: f32 = "the same, finer" (signed "carrots" / 10.0);
        comes_home: [f32; STEPS] = "its carrots let the runner come home in so many paid steps" (yes);
        ahead: [f32; KINDS] = "squares of the kind ahead of the runner" ("squares" / 13.0);
        next: [f32; KINDS] = "squares to the next free one of the kind ahead; 0 when there is none" ("squares" / 16.0);
        back: f32 = "squares back to the nearest tortoise, if it is free; 0 when it is not" ("squares" / 10.0);
        hare_effects: [f32; EFFECTS] = "chance of the effect if the runner jugged a hare in its race position" ("certainties" / 1.0);
        is_there: [f32; OTHER_RUNNERS] = "there is this runner: those of the others, clockwise from the viewer" (yes);
        others_second: [f32; OTHER_RUNNERS] = "it belongs to the player of the runner before it" (yes);
        others_turn: [f32; OTHER_RUNNERS] = "its player is to move" (yes);
        others_square: [f32; OTHER_RUNNERS] = "its square" ("squares" / 64.0);
        others_lead: [f32; OTHER_RUNNERS] = "squares ahead of the runner" (signed "squares" / 32.0);
        others_home: [f32; OTHER_RUNNERS] = "it is home" (yes);
        others_carrots: [f32; OTHER_RUNNERS] = "carrots of its player" ("carrots" / 65.0);
        others_carrots_of_many: [f32; OTHER_RUNNERS] = "carrots of its player" ("carrots" / 300.0);
        others_reach: [f32; OTHER_RUNNERS] = "the longest allowed step that those carrots pay for" ("squares" / 32.0);
        others_lettuces: [f32; OTHER_RUNNERS] = "its lettuces, or those of its player's pool" ("lettuces" / 3.0);
        others_must_chew: [f32; OTHER_RUNNERS] = "it must chew a lettuce in its next turn" (yes);
        others_skip: [f32; OTHER_RUNNERS] = "its next turn, or that of its player, is skipped" (yes);
        others_pay: [f32; OTHER_RUNNERS] = "carrots that its square pays or costs if its turn began now" (signed "carrots" / 60.0);
        rule_players: f32 = "players" ("players" / 6.0);
        rule_runners: f32 = "runners of each player" ("runners" / 3.0);
        rule_carrots: f32 = "carrots at the start" ("carrots" / 100.0);
        rule_lettuces: f32 = "lettuces at the start" ("lettuces" / 3.0);
        rule_has_pool: f32 = "a player's runners share one pool of lettuces" (yes);
        rule_pool_for_last: f32 = "the pool must be empty only when the last runner finishes" (yes);
        rule_free_choice: f32 = "the runner is chosen in every turn" (yes);
        rule_fours: [f32; FOURS] = "number-4 squares with three players" (yes);
        rule_squares: [f32; KINDS] = "squares of the kind on the track" ("squares" / 13.0);
        rule_postal_rounds: f32 = "the first mover of a round moves again at its end" (yes);
        rule_player_misses: f32 = "a missed turn is the player's" (yes);
        rule_stuck_stays: f32 = "a stuck runner whose player has carrots stays" (yes);
        rule_moves_off: f32 = "a runner back at the start moves off in the same turn" (yes);
        rule_limit: f32 = "carrots that may be left at the finish" ("carrots" / 20.0);
        rule_limit_by_place: f32 = "that number grows with the place" (yes);
        rule_limit_for_last: f32 = "the limit binds only a player's last runner" (yes);
        rule_first_home_ends: f32 = "the race ends when the first player is home" (yes);
        rule_mechanism: [f32; MECHANISMS] = "the working of a hare square" (yes);
        rule_jugs_again: f32 = "a runner that an effect puts on a hare square jugs again" (yes);
        rule_or_neither: f32 = "chewing a carrot, a player may also do neither" (yes);
        rule_next_vacant: f32 = "to a carrot square: the next vacant one if the nearest is taken" (yes);
        rule_drops_to_start: f32 = "dropping back can lead to the start" (yes);
        rule_moves_up_to_finish: f32 = "moving up can lead to the finish" (yes);
        rule_chews_at_once: f32 = "a jugged lettuce is chewed at once" (yes);
        rule_misses_without: f32 = "a runner without lettuces misses a turn by that jug" (yes);
        rule_may_stay: f32 = "another move may be a stay" (yes);
        rule_stuck_again: f32 = "stuck in another move, the runner goes back" (yes);
        rule_carrots_become: f32 = "what carrots become by the jug of that name" ("carrots" / 65.0);
        rule_gives_fewer: f32 = "with too few carrots fewer are given" (yes);
        rule_pays_all: f32 = "with too few carrots all are paid for having been passed" (yes);
    }
}

crate::features! {
    /// The features of an action of Hare & Tortoise. *Afterwards* is before any effect of a hare square.
    pub struct ActionFeatures {
        kind: [f32; KINDS_OF_ACTION] = "the kind of the action" (yes);
        square: f32 = "square of the runner afterwards" ("squares" / 64.0);
        way: f32 = "squares from there to the finish" ("squares" / 64.0);
        moved: f32 = "squares moved forward" (signed "squares" / 16.0);
        cost: f32 = "carrots paid" ("carrots" / 65.0);
        gained: f32 = "carrots drawn at once" ("carrots" / 60.0);
        carrots: f32 = "own carrots afterwards" ("carrots" / 65.0);
        carrots_of_many: f32 = "own carrots afterwards" ("carrots" / 300.0);
        reach: f32 = "the longest allowed step that those carrots pay for" ("squares" / 32.0);
        surplus: f32 = "carrots left at the finish above the limit if the runner went on there in the longest allowed steps" (signed "carrots" / 100.0);
        surplus_near: f32 = "the same, finer" (signed "carrots" / 10.0);
        comes_home: [f32; STEPS] = "those carrots let the runner come home in so many more paid steps" (yes);
        lettuces: f32 = "lettuces of the runner, or of its player's pool, afterwards" ("lettuces" / 3.0);
        place: [f32; PLACES] = "the square afterwards" (yes);
        position: f32 = "race position afterwards" ("positions" / 6.0);
        passed: f32 = "runners passed" ("runners" / 5.0);
        fallen_behind: f32 = "runners that pass it by its going back" ("runners" / 5.0);
        pay: f32 = "carrots that the square pays in the next turn if the race position stays" ("carrots" / 60.0);
        finishes: f32 = "the runner comes home" (yes);
        will_chew: f32 = "the runner will chew a lettuce in its next turn" (yes);
        ahead: [f32; KINDS] = "squares of the kind ahead afterwards" ("squares" / 13.0);
        next: [f32; KINDS] = "squares to the next free one of the kind ahead; 0 when there is none" ("squares" / 16.0);
        back: f32 = "squares back to the nearest tortoise, if it is free; 0 when it is not" ("squares" / 10.0);
        gap_ahead: f32 = "squares to the nearest runner ahead that still races; 0 when there is none" ("squares" / 16.0);
        gap_behind: f32 = "squares to the nearest runner behind; 0 when there is none" ("squares" / 16.0);
        hare_effects: [f32; EFFECTS] = "chance of the effect of the hare square" ("certainties" / 1.0);
    }
}

impl Encoded for HareTortoise {
    const VERSION: u32 = 2;
    const ACTIONS: usize = ACTIONS;

    type ViewFeatures = ViewFeatures;
    type ActionFeatures = ActionFeatures;

    /// The run home of a player's only runner before all others; in an overlong race, the action that leaves the fewest
    /// turns to the finish.
    fn way_out(&self, view: &View, actions: &[Action]) -> Option<Action> {
        let (state, home) = (view.state(), Action::To(Square::FINISH));
        if state.per_player == 1 && state.arrivals() == 0 && actions.contains(&home) {
            return Some(home);
        }
        if self.is_overlong(state) { fewest_turns(self, view, actions).ok() } else { None }
    }

    #[inline]
    fn index_of(action: Action) -> Option<usize> {
        let square = |square: Square| usize::from(square.number()).checked_sub(1);
        match action {
            Action::Runner(index) => Some(usize::from(index)).filter(|index| *index < OWN),
            Action::Chew => Some(OWN),
            Action::Draw => Some(OWN + 1),
            Action::Pay => Some(OWN + 2),
            Action::Stay => Some(OWN + 3),
            Action::ToStart => Some(OWN + 4),
            Action::Back(Square::FINISH) => None,
            Action::Back(to) => Some(FIRST_BACK + square(to)?),
            Action::To(to) => Some(FIRST_TO + square(to)?),
        }
    }

    #[inline]
    fn action_at(index: usize) -> Option<Action> {
        let square = |from: usize| Square::at((index - from) as u8 + 1);
        match index {
            ..OWN => Some(Action::Runner(index as u8)),
            OWN..FIRST_BACK => Some(PLAIN[index - OWN]),
            FIRST_BACK..FIRST_TO => Some(Action::Back(square(FIRST_BACK))),
            FIRST_TO..ACTIONS => Some(Action::To(square(FIRST_TO))),
            _ => None,
        }
    }

    #[expect(clippy::too_many_lines, reason = "one value for each feature")]
    fn view_features(&self, view: &View) -> ViewFeatures {
        let (state, seat) = (view.state(), view.seat());
        let rules = &self.ruleset;
        let phase = match state.phase {
            Phase::Runner => 0,
            Phase::Move => 1,
            Phase::MoveOff => 2,
            Phase::ChewCarrot => 3,
            Phase::AnotherMove => 4,
            Phase::FirstPlayer | Phase::Jug | Phase::Over => 5,
        };
        let runs = !matches!(state.phase, Phase::FirstPlayer | Phase::Over);
        let turn = (runs && state.phase != Phase::Runner).then_some(state.runner);
        let own: [Option<u8>; OWN] = runners(state.runners_of(seat));
        let others: [Option<u8>; RUNNERS - 1] =
            runners(state.seats.clockwise_from(seat).skip(1).flat_map(|other| state.runners_of(other)));
        let runner = turn.filter(|runner| state.owner(*runner) == seat);
        let runner = runner.or_else(|| state.racing(seat).next()).unwrap_or(state.runners_of(seat).start);
        let at = state.of(runner).square;
        let outlook = Outlook::of(self, state, at);
        let carrots = state.carrots[seat];
        let pay = |runner: u8| {
            let owner = state.owner(runner);
            f32::from(self.carrots_in_turn(state, runner)) - f32::from(state.carrots[owner])
        };
        let races = |runner: u8| state.of(runner).arrived.is_none();
        let chews = |runner: u8| flag(races(runner) && self.must_chew(state, runner));
        let lettuces = |runner: u8| f32::from(self.lettuces(state, runner));
        let position = state.race_position(runner);
        let surplus = self.surplus(state, runner, at, carrots);
        let longest = |carrots: u16| reach(carrots).min(state.longest_step);
        let has_several = state.per_player > 1;
        let can = |effect: Effect| self.effects.contains(&effect);
        let goes_to_carrots = can(Effect::BackToACarrotSquare) || can(Effect::ForwardToACarrotSquare);
        let moves_again = can(Effect::AnotherMove) || can(Effect::MissOrMove);
        let is_passing = self.mechanism() == Mechanism::Passing;
        ViewFeatures {
            phase: one_of(phase),
            is_to_move: flag(phase < 5 && state.seat == seat),
            round: state.round.number.into(),
            turn_of_round: state.round.slot.into(),
            jugs: state.jugs.into(),
            paid: state.paid.into(),
            longest_step: state.longest_step.into(),
            carrots: carrots.into(),
            carrots_of_many: carrots.into(),
            reach: longest(carrots).into(),
            misses: flag(state.missing.contains(seat)),
            arrivals: state.arrivals().into(),
            square: each(own, |runner| state.of(runner).square.number().into()),
            is_mine: each(own, |_| 1.0),
            has_turn: each(own, |runner| flag(turn == Some(runner))),
            is_home: each(own, |runner| flag(!races(runner))),
            lettuces: each(own, lettuces),
            position: each(own, |runner| state.race_position(runner).into()),
            must_chew: each(own, chews),
            must_leave: each(own, |runner| flag(state.of(runner).duty == Duty::Leave)),
            skips: each(own, |runner| flag(state.of(runner).misses)),
            pay: each(own, pay),
            place: place(self, at),
            surplus,
            surplus_near: surplus,
            comes_home: self.comes_home(state, runner, at, carrots),
            ahead: outlook.ahead,
            next: outlook.next,
            back: outlook.back,
            hare_effects: self.hare_effects(state, position),
            is_there: each(others, |_| 1.0),
            others_second: each(others, |runner| flag(state.index_of(runner) > 0)),
            others_turn: each(others, |runner| flag(runs && state.owner(runner) == state.seat)),
            others_square: each(others, |runner| state.of(runner).square.number().into()),
            others_lead: each(others, |runner| {
                f32::from(state.of(runner).square.number()) - f32::from(at.number())
            }),
            others_home: each(others, |runner| flag(!races(runner))),
            others_carrots: each(others, |runner| state.carrots[state.owner(runner)].into()),
            others_carrots_of_many: each(others, |runner| state.carrots[state.owner(runner)].into()),
            others_reach: each(others, |runner| longest(state.carrots[state.owner(runner)]).into()),
            others_lettuces: each(others, lettuces),
            others_must_chew: each(others, chews),
            others_skip: each(others, |runner| {
                flag(state.of(runner).misses || state.missing.contains(state.owner(runner)))
            }),
            others_pay: each(others, pay),
            rule_players: state.seats.count().into(),
            rule_runners: state.per_player.into(),
            rule_carrots: rules.start.carrots.of(state.seats.count()).into(),
            rule_lettuces: rules.start.lettuces.of(state.seats.count()).into(),
            rule_has_pool: flag(has_several && rules.lettuces.belong_to == LettuceOwner::Player),
            rule_pool_for_last: flag(
                has_several
                    && rules.lettuces.belong_to == LettuceOwner::Player
                    && rules.lettuces.pool_empty_for == PoolEmptyFor::LastFinish,
            ),
            rule_free_choice: flag(has_several && rules.turns.runner == RunnerChoice::Free),
            rule_fours: if state.seats.count() == 3 {
                one_of(rules.movement.fours_with_three as usize)
            } else {
                [0.0; FOURS.len()]
            },
            rule_squares: SquareKind::ALL.map(|kind| self.board.of_kind(kind).count_ones() as f32),
            rule_postal_rounds: flag(rules.turns.order == TurnOrder::PostalRounds),
            rule_player_misses: flag(has_several && rules.turns.miss_binds == MissBinds::Player),
            rule_stuck_stays: flag(rules.stuck.back_to_start == StuckTrigger::WithoutCarrots),
            rule_moves_off: flag(rules.stuck.at_start == BackAtStart::MovesOff),
            rule_limit: rules.finish.carrots.into(),
            rule_limit_by_place: flag(rules.finish.limit == FinishLimit::ByPlace),
            rule_limit_for_last: flag(has_several && rules.finish.limit_binds == LimitBinds::LastRunner),
            rule_first_home_ends: flag(rules.finish.race_ends == RaceEnds::FirstHome),
            rule_mechanism: one_of(rules.hare.mechanism as usize),
            rule_jugs_again: flag(!is_passing && rules.hare.put_on_hare == PutOnHare::JugsAgain),
            rule_or_neither: flag(
                can(Effect::ChewACarrot) && rules.hare.chew_a_carrot == ChewCarrot::OrNeither,
            ),
            rule_next_vacant: flag(
                goes_to_carrots && rules.hare.taken_carrot_square == TakenCarrotSquare::NextVacant,
            ),
            rule_drops_to_start: flag(
                can(Effect::DropBack) && rules.hare.drop_back_to_start == DropBackToStart::Goes,
            ),
            rule_moves_up_to_finish: flag(
                can(Effect::MoveUp) && rules.hare.move_up_to_finish == MoveUpToFinish::IfItMay,
            ),
            rule_chews_at_once: flag(
                can(Effect::ChewALettuce) && rules.hare.chew_a_lettuce == JuggedLettuce::AtOnce,
            ),
            rule_misses_without: flag(
                can(Effect::ChewALettuce) && rules.hare.without_lettuces == WithoutLettuces::MissATurn,
            ),
            rule_may_stay: flag(moves_again && rules.hare.another_move == AnotherMove::MayStay),
            rule_stuck_again: flag(
                moves_again && rules.hare.another_move_stuck == AnotherMoveStuck::BackToStart,
            ),
            rule_carrots_become: if can(Effect::CarrotsBecome) {
                rules.hare.carrots_become.into()
            } else {
                0.0
            },
            rule_gives_fewer: flag(
                can(Effect::GiveToThoseBehind) && rules.hare.too_few_to_give == TooFewToGive::Fewer,
            ),
            rule_pays_all: flag(is_passing && rules.hare.too_few_to_pay == TooFewToPay::PaysAll),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one value for each feature")]
    fn action_features(&self, view: &View, action: Action) -> ActionFeatures {
        let (state, seat) = (view.state(), view.seat());
        let runner = match action {
            Action::Runner(index) => {
                state.runners_of(seat).start + index.min(state.per_player.saturating_sub(1))
            }
            _ => state.runner,
        };
        let from = state.of(runner).square;
        let to = match action {
            Action::Back(square) | Action::To(square) => square,
            Action::ToStart => Square::START,
            Action::Runner(_) | Action::Chew | Action::Draw | Action::Pay | Action::Stay => from,
        };
        let squares_back = from.number().saturating_sub(to.number());
        let squares_ahead = to.number().saturating_sub(from.number());
        // The runner itself is ahead of the square that it goes back to.
        let position = 1 + state.ahead_of(to) - u8::from(squares_back > 0);
        let passing = |low: Square, high: Square| {
            let others = state.running().iter().filter(|other| low < other.square && other.square < high);
            others.count() as f32
        };
        let held = match action {
            Action::Runner(_) => self.carrots_in_turn(state, runner),
            _ => state.carrots[seat],
        };
        let (kind, paid, gained) = match action {
            Action::Runner(_) => (0, 0, 0),
            Action::Chew => (1, 0, BUNCH * u16::from(state.race_position(runner))),
            Action::Draw => (2, 0, BUNCH),
            Action::Pay => (3, BUNCH, 0),
            Action::Stay => (4, 0, 0),
            Action::ToStart => (5, 0, 0),
            Action::Back(_) => (6, 0, BUNCH * u16::from(squares_back)),
            Action::To(_) => (7, cost(squares_ahead), 0),
        };
        let carrots = match action {
            // HT-27
            Action::ToStart => self.ruleset.start.carrots.of(state.seats.count()),
            _ => held.saturating_sub(paid).saturating_add(gained),
        };
        let lettuces = self.lettuces(state, runner).saturating_sub(u8::from(action == Action::Chew));
        let outlook = Outlook::of(self, state, to);
        let jugs = matches!(action, Action::To(_)) && self.is_jugged_on(to) && self.may_jug(state);
        let others = state.stood_on() & !from.bit();
        let surplus = self.surplus(state, runner, to, carrots);
        let gap = |neighbour: Option<Square>| {
            neighbour.map_or(0.0, |square| f32::from(square.number().abs_diff(to.number())))
        };
        ActionFeatures {
            kind: one_of(kind),
            square: to.number().into(),
            way: f32::from(FINISH - to.number()),
            moved: f32::from(squares_ahead) - f32::from(squares_back),
            cost: paid.into(),
            gained: gained.into(),
            carrots: carrots.into(),
            carrots_of_many: carrots.into(),
            reach: reach(carrots).min(state.longest_step).into(),
            surplus,
            surplus_near: surplus,
            comes_home: self.comes_home(state, runner, to, carrots),
            lettuces: lettuces.into(),
            place: place(self, to),
            position: position.into(),
            passed: passing(from, to),
            fallen_behind: passing(to, from),
            pay: self.number_pay(state, to, position).into(),
            finishes: flag(to == Square::FINISH),
            will_chew: flag(squares_ahead > 0 && to.is_in(self.board.lettuces)),
            ahead: outlook.ahead,
            next: outlook.next,
            back: outlook.back,
            gap_ahead: gap(Square::hindmost(others & to.ahead())),
            gap_behind: gap(Square::foremost(others & to.behind())),
            hare_effects: if jugs { self.hare_effects(state, position) } else { [0.0; Effect::ALL.len()] },
        }
    }
}

impl HareTortoise {
    /// HT-21, HT-28: the carrots above the limit, if the runner went from this square to the finish in the longest steps
    /// that are allowed.
    #[inline]
    fn surplus(&self, state: &State, runner: u8, from: Square, carrots: u16) -> f32 {
        let (way, longest) = (FINISH - from.number(), state.longest_step.max(1));
        let price = u32::from(cost(longest)) * u32::from(way / longest) + u32::from(cost(way % longest));
        f32::from(carrots) - price as f32 - self.finish_limit(state, runner) as f32
    }

    /// HT-28: whether the runner could come home from this square in one paid step, and in two, if the square between
    /// paid and cost nothing. Lettuces are not considered.
    #[inline]
    fn comes_home(&self, state: &State, runner: u8, from: Square, carrots: u16) -> [f32; STEPS.len()] {
        let (way, limit) = (FINISH - from.number(), self.finish_limit(state, runner));
        let is_paid = |price: u16| carrots.checked_sub(price).is_some_and(|left| u32::from(left) <= limit);
        let is_allowed = |step: u8| step <= state.longest_step;
        let between = from.ahead() & !state.occupied() & !self.board.of_kind(SquareKind::Tortoise);
        let by_two = |first: u8| {
            let is_free = Square::at(from.number() + first).is_in(between);
            is_free
                && is_allowed(first)
                && is_allowed(way - first)
                && is_paid(cost(first) + cost(way - first))
        };
        [flag(way > 0 && is_allowed(way) && is_paid(cost(way))), flag((1..way).any(by_two))]
    }

    /// HT-30, HP-07: the probability of each effect when a runner jugs in this race position.
    #[inline]
    fn hare_effects(&self, state: &State, position: u8) -> [f32; Effect::ALL.len()] {
        let mut chances = [0.0; Effect::ALL.len()];
        let column = usize::from(position.saturating_sub(1)).min(RUNNERS - 1);
        let each = 1.0 / CARDS as f32;
        match self.mechanism() {
            Mechanism::Chart => self.chart.iter().for_each(|row| chances[row[column] as usize] += each),
            Mechanism::Table => {
                self.table[column..column + CARDS]
                    .iter()
                    .for_each(|effect| chances[*effect as usize] += each);
            }
            Mechanism::Pack => {
                let cards = Effect::ALL.iter().map(|effect| self.cards_on_top(state, *effect));
                let all: u8 = cards.clone().sum();
                for (chance, cards) in chances.iter_mut().zip(cards) {
                    *chance = f32::from(cards) / f32::from(all.max(1));
                }
            }
            Mechanism::Passing => {}
        }
        chances
    }
}

/// What lies ahead for a runner on a square.
struct Outlook {
    ahead: [f32; KINDS.len()],
    next: [f32; KINDS.len()],
    back: f32,
}

impl Outlook {
    #[inline]
    fn of(game: &HareTortoise, state: &State, at: Square) -> Self {
        let (ahead, occupied) = (at.ahead(), state.occupied());
        let way = |to: Option<Square>| to.map_or(0.0, |to| f32::from(to.number().abs_diff(at.number())));
        Self {
            ahead: SquareKind::ALL.map(|kind| (game.board.of_kind(kind) & ahead).count_ones() as f32),
            next: SquareKind::ALL
                .map(|kind| way(Square::hindmost(game.board.of_kind(kind) & ahead & !occupied))),
            back: way(game.nearest_tortoise(at).filter(|square| !square.is_in(occupied))),
        }
    }
}

/// The first runners of a list, as many as fit.
#[inline]
fn runners<const N: usize>(mut runners: impl Iterator<Item = u8>) -> [Option<u8>; N] {
    std::array::from_fn(|_| runners.next())
}

/// A value for each runner, and 0 where there is none.
#[inline]
fn each<const N: usize>(runners: [Option<u8>; N], value: impl Fn(u8) -> f32) -> [f32; N] {
    runners.map(|runner| runner.map_or(0.0, &value))
}

#[inline]
fn place(game: &HareTortoise, square: Square) -> [f32; PLACES.len()] {
    one_of(match game.board.kind(square) {
        Some(kind) => kind as usize,
        None => KINDS.len() + usize::from(square == Square::FINISH),
    })
}
