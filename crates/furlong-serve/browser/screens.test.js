// The screens around a game: the first page, lessons, another moment, a rematch, taking back, watching, and wrong links.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, isFit, PHONE, play, TestServer } from "./server.js";

let server;
before(async () => { server = await TestServer.open(); });
after(() => server.close());

for (const size of [PHONE, DESKTOP]) {
  test(`the first page is fit for all at a width of ${size.width}`, async () => {
    const person = await server.person(size, "dark");
    await person.go(server.address);
    await person.page.locator(".offer").first().waitFor();
    await isFit(person);
    await person.setUp("hare-tortoise");
    for (const game of ["hare-tortoise", "gotham", "animal-race"]) {
      await person.page.locator(`input[name=game][value=${game}]`).check();
      await isFit(person);
    }
  });
}

for (const name of ["The animal race", "Hare & Tortoise", "Gotham"]) {
  test(`one tap starts ${name}, whose pieces, cards and players are pictures with names`, async () => {
    const person = await server.person(PHONE, "dark");
    const page = person.page;
    await person.go(server.address);
    await page.getByRole("button", { name: `Play now: ${name}` }).click();
    if (!await person.comesToDecide()) return;
    // Every picture that is drawn exists.
    const missing = await page.evaluate(() => [...document.querySelectorAll("main use")].filter(use => !document.querySelector(use.getAttribute("href"))).length);
    assert.equal(missing, 0);
    assert.ok(await page.locator(".board use").count() > 5, "pieces");
    assert.ok(await page.locator(".held .drawing").count() > 0 || name === "Gotham", "cards");
    const facts = await page.locator(".players .who").allInnerTexts();
    assert.ok(facts.length === 3 && facts.every(each => /\d/.test(each.split("\n").at(-1))), facts.join());
    // The players stay in view above the question.
    await page.locator(".choice").first().click();
    const [players, question] = [await page.locator(".players").boundingBox(), await page.locator(".decide").boundingBox()];
    assert.ok(players.y >= -1 && players.y + players.height <= question.y + 1, JSON.stringify([players, question]));
    await isFit(person);
    await person.context.close();
  });
}

test("a ruleset with a fault is refused in a sentence", async () => {
  const person = await server.person();
  await person.go(server.address);
  await person.setUp("animal-race");
  await person.page.locator("#rules").selectOption("");
  await person.page.locator("textarea").fill("[ruleset]\nname = 3");
  await person.page.getByRole("button", { name: "Check it" }).click();
  await person.page.getByRole("status").filter({ hasText: "name" }).waitFor();
  await isFit(person);
});

test("wrong links open nothing and say why", async () => {
  const [ada, bo] = [await server.person(), await server.person()];
  const [link] = await ada.open(server, "gotham");
  for (const wrong of [`${link.slice(0, -1)}x`, link.replace(/t=[^.]+/, "t=nowhere"), `${server.address}#t=a.b`]) {
    await bo.go("about:blank");
    await bo.go(wrong);
    await bo.page.getByRole("heading", { name: "No table here" }).waitFor();
    await isFit(bo);
  }
});

test("the first lesson of each game is played", async () => {
  for (const game of ["The animal race", "Hare & Tortoise", "Gotham"]) {
    const person = await server.person();
    await person.go(server.address);
    await person.page.getByRole("button", { name: `Learn: ${game}` }).click();
    await person.page.locator(".choice.asked").click();
    await person.page.locator(".play .main").click();
    await person.page.getByText("What next?").waitFor();
    await isFit(person);
    await person.context.close();
  }
});

test("two people take a move back by consent, end, look back, and play again", async () => {
  const [ada, bo, watcher] = [await server.person(), await server.person(DESKTOP), await server.person()];
  const [link, watch] = await ada.open(server, "animal-race");
  await bo.come(link);
  await watcher.come(watch);
  await play([ada, bo], { until: made => made >= 6 });
  assert.equal(await watcher.isAsked(), false);
  await isFit(watcher);
  const before = Number(await ada.moment());
  await ada.page.getByRole("button", { name: "Take back" }).click();
  await bo.page.getByRole("button", { name: "Agree" }).click();
  await ada.page.waitForFunction(before => Number(document.querySelector("main").dataset.events) < before, before);
  await play([ada, bo]);
  await ada.page.getByRole("button", { name: "Replay" }).click();
  await ada.page.getByRole("button", { name: "To the start" }).click();
  await ada.page.getByText(/Event 0 of/).waitFor();
  await isFit(ada);
  await ada.page.getByRole("button", { name: "Back to the game" }).click();
  await ada.page.getByRole("button", { name: "Play again" }).click();
  await bo.page.getByRole("button", { name: "Agree" }).click();
  await ada.page.getByRole("button", { name: "To the next game" }).click();
  await bo.page.getByRole("button", { name: "To the next game" }).click();
  await play([ada, bo], { until: made => made >= 4 });
  await isFit(ada);
});

test("the tables of a browser say whose turn it is and how they ended, and are named and forgotten", async () => {
  const [ada, bo] = [await server.person(), await server.person(DESKTOP)];
  const [link] = await ada.open(server, "animal-race");
  await bo.come(link);
  // Both choose a bet at once.
  await ada.page.locator(".choice").first().waitFor();
  const list = ada.page.locator(".tables li");
  const back = () => ada.page.locator("header .home").click();
  await back();
  await list.filter({ hasText: "Your turn." }).filter({ hasText: "with Player 2, round 1" }).waitFor();
  await isFit(ada);
  await ada.page.getByRole("button", { name: "Rename The animal race" }).click();
  await ada.page.getByLabel("Name (only in this browser)").fill("With Bo");
  await ada.page.getByRole("button", { name: "Save", exact: true }).click();
  await ada.page.getByRole("link", { name: "With Bo" }).click();
  await ada.page.locator(".choice").first().waitFor();
  await play([ada, bo]);
  const end = await ada.page.locator(".end h2").innerText();
  await back();
  await list.filter({ hasText: "With Bo" }).filter({ hasText: end }).waitFor();
  // A table that the server no longer has.
  await ada.page.evaluate(() => {
    const [first] = JSON.parse(localStorage["furlong.tables"]);
    localStorage["furlong.tables"] = JSON.stringify([first, { ...first, table: "agone", name: "An old one" }]);
  });
  await ada.page.reload();
  await list.filter({ hasText: "An old one" }).filter({ hasText: "This table no longer exists" }).waitFor();
  await isFit(ada);
  await ada.page.getByRole("button", { name: "Forget An old one" }).click();
  await ada.page.waitForFunction(() => document.querySelectorAll(".tables li").length === 1);
  for (const person of [ada, bo]) await person.context.close();
});

test("players have the colours that they have chosen, on the list, on the board and among the places", async () => {
  const person = await server.person();
  const page = person.page;
  await person.go(server.address);
  await person.setUp("hare-tortoise");
  // Blue is followed by green, as the second seat is red; then blue is free for it.
  await page.locator("#colour-0").click();
  await page.getByRole("button", { name: "Seat A is green. Change colour" }).waitFor();
  for (let tap = 0; tap < 6; tap++) await page.locator("#colour-1").click();
  await page.getByRole("button", { name: "Seat B is blue. Change colour" }).waitFor();
  await isFit(person);
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.locator(".choice").first().waitFor();
  assert.deepEqual(await page.locator(".players .disc").evaluateAll(discs => discs.map(disc => disc.className)), ["disc t2", "disc t0"]);
  const painted = await page.locator(".picture svg").evaluate(svg => svg.innerHTML);
  assert.ok(painted.includes("t2") && painted.includes("t0") && !painted.includes("t1"), "the board");
  await isFit(person);
  await person.context.close();
});

for (const game of ["animal-race", "hare-tortoise", "gotham"]) {
  test(`a tap on what a choice of ${game} is about considers it, and a long one explains it`, async () => {
    const person = await server.person();
    const page = person.page;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await person.open(server, game, { people: 1, bots: 2 });
    await page.locator(".choice").first().click({ delay: 800 });
    await page.locator("#dialog[open]").waitFor();
    await isFit(person);
    await page.locator("#dialog-close").click();
    // Chance can end a game of gotham in its first round.
    for (let made = 0; made < 3 && await person.comesToDecide(); made++) {
      const before = await person.moment();
      await page.locator(".hand .can, .board .can").first().click({ force: true });
      await page.locator(".choice.considered").waitFor();
      await page.locator(".play .main").click();
      await page.waitForFunction(before => document.querySelector("main").dataset.events !== before, before);
    }
    await person.context.close();
  });
}

test("people who share a device hand it over before they see the table", async () => {
  const person = await server.person();
  const page = person.page;
  await person.go(server.address);
  await person.setUp("hare-tortoise");
  await page.locator("#who-1").selectOption("here");
  await page.locator('input[aria-label="Name of seat B"]').fill("Bo");
  await page.getByRole("button", { name: "Open the table" }).click();
  for (let seen = { ada: 0, bo: 0 }; seen.ada < 2 || seen.bo < 2;) {
    await page.locator(".choice, button:has-text('I am')").first().waitFor();
    if (await person.isAsked()) {
      const isBo = (await page.locator(".players li", { hasText: "(you)" }).innerText()).includes("Bo");
      seen[isBo ? "bo" : "ada"]++;
      await person.choose(0);
      continue;
    }
    assert.equal(await page.locator(".board-figure").isVisible(), false);
    assert.equal(await page.locator(".hand").isVisible(), false);
    await isFit(person);
    await page.getByRole("button", { name: "I am" }).click();
    await page.locator(".choice").first().waitFor();
  }
});

for (const game of ["animal-race", "hare-tortoise", "gotham"]) {
  test(`whoever is asked in ${game} sees the board, the question and what the others have done on a telephone`, async () => {
    const person = await server.person();
    const page = person.page;
    await person.open(server, game, { people: 1, bots: 1 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    // Some turns have several choices, and chance can end a game of gotham in its first round.
    const news = page.locator(".since").filter({ hasText: "Bot B" });
    let made = 0;
    for (; made < 20 && await person.comesToDecide(); made++) {
      if (made > 0 && await news.isVisible()) break;
      await person.choose(0);
    }
    assert.notEqual(made, 20, "nobody hears of the bot");
    if (await person.isAsked()) {
      const seen = await page.evaluate(() => {
        const at = selector => document.querySelector(selector).getBoundingClientRect();
        return { board: at(".picture svg"), question: at(".decide"), height: innerHeight };
      });
      assert.ok(seen.board.top >= -1 && seen.board.bottom <= seen.question.top + 1, JSON.stringify(seen));
      assert.ok(seen.question.bottom <= seen.height + 1, JSON.stringify(seen));
      await page.reload();
      await news.waitFor();
      // The telephone is turned: the board stands beside the question.
      await page.setViewportSize({ width: 740, height: 360 });
      await person.choose(0);
      if (await person.comesToDecide()) {
        const [board, question] = [await page.locator(".picture svg").boundingBox(), await page.locator(".decide").boundingBox()];
        assert.ok(board.y >= -1 && board.y + board.height <= 361 && question.y >= -1 && question.y < 100 && question.x > board.x + board.width, JSON.stringify({ board, question }));
        await page.locator(".choice").first().dispatchEvent("click");
        await page.locator(".play .main").waitFor();
        const play = await page.locator(".play .main").boundingBox();
        assert.ok(play.y >= 0 && play.y + play.height <= 361, JSON.stringify(play));
      }
    }
    await person.context.close();
  });
}

test("everything can be done from the keyboard", async () => {
  const person = await server.person(DESKTOP);
  await person.open(server, "animal-race", { people: 1, bots: 1 });
  await person.page.locator(".choice").first().waitFor();
  const before = await person.moment();
  await person.page.locator(".choice").first().focus();
  await person.page.keyboard.press("ArrowRight");
  await person.page.locator(".play .main").waitFor();
  await person.page.keyboard.press("Enter");
  await person.page.waitForFunction(before => document.querySelector("main").dataset.events !== before, before);
});
