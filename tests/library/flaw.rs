//! The flaws of the toy game, and its words and bots, two of which know too much.

use furlong::bot::{BotKind, UnknownBot};
use furlong::text::{Canvas, Frame, Marks, Names};
use furlong::{Bot, BotError, BotSpec, Bots, Decision, Text};

use crate::own_game::{Action, Happening, TokenDash};
use crate::toy::{Flawed, FlawedView};

/// The flaw of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    Nothing,
    AcceptsAnyRuleset,
    SumsWeightsIn32Bits,
    StartVaries,
    AnyNumberOfPlayersStarts,
    ActionsDescend,
    ActionsRepeat,
    ActionsKeepTheBuffer,
    ActionsAreMissing,
    ActionIsPossibleInNoWay,
    PlayRefusesTheRoll,
    PlayDiffersUnchecked,
    RefusalPlays,
    RefusalChanges,
    RefusalTells,
    ChancesDescend,
    ChanceWeighsNothing,
    ChancesOnASeatsTurn,
    ResolveRefusesASix,
    ResolveDiffersUnchecked,
    ImpossibleComes,
    ImpossibleChanges,
    SamplesWhatIsNotListed,
    SamplesUnfairly,
    NobodyDecides,
    DecidesWithoutActions,
    DecidesOtherwiseAhead,
    RefusesAhead,
    AcceptsAnythingAhead,
    ChoiceBarsWhatWaits,
    PositionLosesTheBag,
    PositionIsRefused,
    ViewForgetsInJson,
    ViewOfAnotherSeat,
    ResamplesAnotherTurn,
    ResamplesNothing,
    ActionsDependOnHiddenTokens,
    ViewLeaks,
    OrderLeaks,
    WordsLeak,
    ScenesLeak,
    AdviceLeaks,
    RefusalLeaks,
    TellingTwiceTellsLess,
    ListeningChanges,
    StandingsCountHiddenTokens,
    PlacesSkip,
    RacingAfterTheEnd,
    TwoWinners,
    ReturnsTooMuch,
    RunnersSwap,
    RunnersOfStrangers,
    RunnersLeave,
    EndIsNotMarked,
    PlayVaries,
    RuleIsNotInTheRuleset,
    ResamplesUnfairly,
    ResamplesWhatCannotBe,
    WaysAreNotCounted,
    HiddenTokensAreShownToOthers,
    HiddenTokensAreTold,
    RollsTellWhatANeighbourHolds,
    SamplesASixTwiceAsOften,
    WildActionPanics,
    WildOutcomePanics,
    WildPositionPanics,
    RunnersStandStill,
    FeatureIsNotANumber,
    FeatureOutOfRange,
    FeatureOfHiddenTokens,
    StopIsNotHeeded,
    StopIsNotTold,
    StopMakesIllegal,
    StopFails,
}

impl Text for Flawed {
    const TITLE: &'static str = TokenDash::TITLE;

    fn label(&self, view: &FlawedView, action: Action) -> String {
        self.game.label(&view.seen, action)
    }

    fn remark(&self, view: &FlawedView, _action: Action) -> Option<String> {
        self.is(Flaw::WordsLeak).then(|| format!("the left neighbour holds {:?}", view.cached))
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        self.game.narrate(happening, names)
    }

    fn frames(&self, before: &FlawedView, seen: &[Happening]) -> Vec<Frame<FlawedView>> {
        let shows = self.is(Flaw::ScenesLeak) && before.cached[0] > 0;
        if shows { vec![Frame { view: before.clone(), happenings: seen.len() }] } else { Vec::new() }
    }

    fn draw(
        &self,
        view: &FlawedView,
        _marks: &Marks<'_, FlawedView, Action>,
        names: &Names,
        canvas: &Canvas,
    ) -> String {
        self.game.draw(&view.seen, &Marks::NONE, names, canvas)
    }
}

/// A bot that thinks for long, and one that does not.
const BOTS: &[BotKind] =
    &[BotKind::search("thinker", "takes its time"), BotKind::plain("knowing", "knows too much")];

impl Bots for Flawed {
    const BOTS: &'static [BotKind] = BOTS;

    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot> {
        Ok(if spec.name == "thinker" { Box::new(Thinker) } else { Box::new(Knowing) })
    }
}

/// Takes the first action when it is told to stop, and otherwise the last.
struct Thinker;

impl Bot<Flawed> for Thinker {
    fn choose(&mut self, decision: &mut Decision<'_, Flawed>) -> Result<Action, BotError> {
        let game = decision.game;
        if !decision.is_stopped() || game.is(Flaw::StopIsNotHeeded) {
            return decision.actions.last().copied().ok_or(BotError::NoAction);
        }
        if game.is(Flaw::StopFails) {
            return Err(BotError::Failed("interrupted".to_owned()));
        }
        decision.cut_short();
        if game.is(Flaw::StopMakesIllegal) {
            return Ok(Action::Spend(9));
        }
        decision.actions.first().copied().ok_or(BotError::NoAction)
    }
}

/// Takes the first action, or the last where the left neighbour holds a token of the smallest number and the game tells.
struct Knowing;

impl Bot<Flawed> for Knowing {
    fn choose(&mut self, decision: &mut Decision<'_, Flawed>) -> Result<Action, BotError> {
        let knows = decision.game.is(Flaw::AdviceLeaks) && decision.view().cached[0] > 0;
        let yields = decision.game.is(Flaw::StopIsNotTold) && decision.is_stopped();
        let chosen = if knows || yields { decision.actions.last() } else { decision.actions.first() };
        chosen.copied().ok_or(BotError::NoAction)
    }
}
