// A bot for Hare & Tortoise without a search, in JavaScript:
//
//     furlong simulate hare-tortoise --bot 'exec:node examples/carrot_bot.js' --bot random
//
// It goes from lettuce to lettuce in steps that it can afford, and then home. It knows the fields of a view and the actions
// from docs/reference/hare-tortoise.md, and the board from the ruleset.
"use strict";
const readline = require("node:readline");

const HOME = 64;
const games = new Map();

/** The squares with a lettuce, from the rows of letters in the ruleset. Square 1 is the first. */
function lettucesOf(ruleset) {
  const squares = ruleset.board.squares.split(/\s+/).filter((letter) => letter !== "");
  return squares.flatMap((letter, index) => (letter === "L" ? [index + 1] : []));
}

/** A step of n squares costs the sum of 1 to n. */
const costOf = (squares) => (squares * (squares + 1)) / 2;

/** The worth of an action for a runner on this square, with so many carrots and lettuces left. */
function worth(action, { square, carrots, lettuces, board }) {
  const ahead = board.find((other) => other > square);
  if (action === "chew") return 1000;
  if (action === "draw") return carrots < 30 ? 150 : 5;
  if (action === "pay") return lettuces === 0 && carrots > 40 ? 150 : 4;
  if (action.back !== undefined) return (lettuces > 0 && ahead === undefined) || carrots < 12 ? 400 : 10;
  if (action.to === undefined) return 0;
  if (action.to === HOME) return 900;
  const cost = costOf(action.to - square);
  if (lettuces === 0) return 100 - Math.abs(cost - carrots / 3);
  if (board.includes(action.to)) return 500 - cost / 10;
  // Beyond the last lettuce there is nothing to go for.
  const isPast = ahead === undefined || action.to > ahead;
  return (isPast ? 20 : 100) - Math.abs(cost - carrots / 8);
}

/** The index of the best of the actions; chance decides between those that are about as good. */
function choose(board, { view, actions, random }) {
  const { players, runner } = view.race;
  const player = players[view.viewer];
  const { square, lettuces: own } = player.runners[runner];
  const known = { square, carrots: player.carrots, lettuces: own + (player.pool ?? 0), board };
  const noise = (index) => ((random + 2654435761 * index) % 1000) / 250;
  const worths = actions.map((action, index) => worth(action, known) + noise(index));
  return worths.indexOf(Math.max(...worths));
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.log(JSON.stringify({ protocol: "furlong-bot", version: 2 }));
  } else if (message.type === "game") {
    games.set(message.game, lettucesOf(message.ruleset));
  } else if (message.type === "decide") {
    console.log(JSON.stringify({ action: choose(games.get(message.game), message) }));
  } else if (message.type === "over") {
    games.delete(message.game);
  }
});
