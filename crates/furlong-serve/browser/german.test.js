// The page in German: no text of it stays English.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, TestServer, PHONE, isFit as isFitForAll } from "./server.js";

let server;
before(async () => { server = await TestServer.open("--mail-command", "cat", "--mail-from", "furlong@games.example"); });
after(() => server.close());

const GAMES = ["animal-race", "hare-tortoise", "gotham"];

/** Somebody whose browser is German. */
async function german(size = PHONE, scheme = "light") {
  const person = await server.person(size, scheme, "Europe/Berlin", "de-DE");
  // The same games every time, so that the same texts are looked at. Several people must not choose how they go.
  await person.page.addInitScript(() => {
    globalThis.Notification = { permission: "default", requestPermission: async () => "denied" };
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function(text) { send.call(this, text.includes('"bot"') ? text.replace('"seed":null', '"seed":7') : text); };
  });
  await person.go(server.address);
  await person.page.getByRole("heading", { name: "Laufspiele" }).waitFor();
  return person;
}

/** Nothing has stayed English, is too wide, or keeps anybody out. */
async function isFit(person) {
  assert.deepEqual(await person.page.evaluate(() => [...globalThis.furlongMissing]), []);
  await isFitForAll(person);
}

/** Opens all that is folded. */
const unfold = page => page.evaluate(() => document.querySelectorAll("details").forEach(details => { details.open = true; }));

/** Opens a dialog by its button, and looks at it. */
async function look(person, name, within = async () => {}) {
  await person.page.locator(".tools").getByRole("button", { name, exact: true }).click();
  await person.page.locator("#dialog[open]").waitFor();
  await within(person.page.locator("#dialog-body"));
  await isFit(person);
  await person.page.locator("#dialog-close").click();
}

test("the first page is in the language of the browser, and in another one if that is chosen", async () => {
  const person = await german();
  const page = person.page;
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await unfold(page);
  for (const game of GAMES) {
    await page.locator(`input[name=game][value=${game}]`).check();
    for (const rules of await page.locator("#rules option").evaluateAll(options => options.map(option => option.value))) {
      await page.locator("#rules").selectOption(rules);
      for (const who of await page.locator("#who-1 option").evaluateAll(options => options.map(option => option.value))) await page.locator("#who-1").selectOption(who);
    }
  }
  await isFit(person);
  await page.getByRole("button", { name: "Mit Freunden: Hase und Igel" }).click();
  await isFit(person);
  await page.locator("#dialog-close").click();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Race games" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.getByRole("heading", { name: "Laufspiele" }).waitFor();
  await person.context.close();
});

test("what people write stays as it is", async () => {
  const person = await german();
  const page = person.page;
  await person.setUp("animal-race");
  await page.locator('input[aria-label="Name von Platz A"]').fill("Fox");
  await page.getByRole("button", { name: "Tisch eröffnen" }).click();
  await page.locator(".choice").first().waitFor();
  assert.match(await page.locator(".players strong").first().innerText(), /^Fox \(du\)$/);
  await page.locator("header .home").click();
  await page.getByRole("button", { name: "Das Tierrennen umbenennen" }).click();
  await page.locator("#dialog input").fill("hare");
  await page.locator("#dialog").getByRole("button", { name: "Speichern" }).click();
  await page.getByRole("link", { name: "hare", exact: true }).waitFor();
  await person.context.close();
});

for (const game of GAMES) {
  test(`a game of ${game}, and what can be read beside it`, async () => {
    const person = await german(game === "gotham" ? DESKTOP : PHONE, game === "gotham" ? "dark" : "light");
    const page = person.page;
    await page.getByRole("button", { name: /^Jetzt spielen/ }).nth(GAMES.indexOf(game)).click();
    await page.locator(".choice").first().waitFor();
    await page.locator(".choice").first().click();
    await page.getByRole("button", { name: /erklären$/ }).click();
    await page.locator("#dialog[open]").waitFor();
    await isFit(person);
    await page.locator("#dialog-close").click();
    await look(person, "Tipp", () => page.getByText("Der Bot denkt nach").waitFor({ state: "detached" }));
    await look(person, "Regeln");
    await look(person, "Nachschlagen", async dialog => {
      await unfold(page);
      for (const sheet of await dialog.locator(".row button").all()) await sheet.click();
      await dialog.locator("input").fill("Karte");
      await dialog.getByRole("button", { name: "Nachschlagen" }).click();
      await dialog.locator("[role=status] p").first().waitFor();
      assert.doesNotMatch(await dialog.locator("[role=status]").innerText(), /kein Begriff/, "the German word is known");
    });
    await look(person, "Einladen");
    await look(person, "Mein Platz");
    await person.choose(1);
    if (await person.comesToDecide()) await look(person, "Aufgeben");
    // At random, a game of Hare & Tortoise takes very long.
    for (let made = 0; await person.comesToDecide() && made < 400; made++) await person.choose(game === "hare-tortoise" ? 1 : made * 7 + 3);
    assert.ok(await person.isAtEnd());
    await look(person, "Bisheriger Verlauf");
    await page.getByRole("button", { name: "Wiedergabe" }).click();
    for (let step = 0; step < 5; step++) await page.getByRole("button", { name: "Zurück", exact: true }).click();
    await isFit(person);
    await page.getByRole("button", { name: "Zurück zum Spiel" }).click();
    if (game === "hare-tortoise") {
      // The analysis takes its time, so one game is enough here.
      await page.getByRole("button", { name: "Was jeder Zug wert war" }).click();
      await page.locator("#dialog-body").filter({ hasText: /Siegchancen|zu lange/ }).waitFor({ timeout: 60_000 });
      await isFit(person);
    }
    await person.context.close();
  });

  test(`the lesson of ${game}`, async () => {
    const person = await german();
    const page = person.page;
    await page.getByRole("button", { name: /^Lernen/ }).nth(GAMES.indexOf(game)).click();
    for (let made = 0; made < 80; made++) {
      const question = page.locator(".question h2");
      await question.waitFor();
      const isLast = await page.locator(".choice", { hasText: "jetzt dein erstes Spiel spielen" }).isVisible();
      await unfold(page);
      if (isLast) break;
      const asked = page.locator(".choice.asked");
      const choice = await asked.count() ? asked : page.locator(".choice").first();
      const before = await page.locator("#main").innerText();
      await choice.click();
      await page.locator(".play .main").click();
      await page.waitForFunction(before => document.getElementById("main").innerText !== before || document.getElementById("notice").childElementCount, before);
    }
    await isFit(person);
    await person.context.close();
  });
}

test("a game by post", async () => {
  const person = await german(DESKTOP);
  const page = person.page;
  await page.getByText("Ein Spiel per Post eröffnen").click();
  await page.getByRole("combobox", { name: /Wer per Post/ }).first().selectOption("bot");
  await page.getByRole("button", { name: "Spiel per Post eröffnen" }).click();
  await page.locator(".board-figure svg").first().waitFor();
  const sheet = page.getByLabel("Befehlszettel");
  const blank = await sheet.inputValue();
  await sheet.fill(blank.replace(/^first:.*$/m, "first: go to 5"));
  await page.locator(".reading .refused").waitFor();
  await page.getByRole("button", { name: "Befehle senden" }).click();
  await page.locator("#notice > *, #notice:not(:empty)").first().waitFor();
  await isFit(person);
  await sheet.fill(blank.replace(/^first:.*$/m, "first: if 5 free: to 5; to 11; back"));
  await page.locator(".reading p:not(.refused)").first().waitFor();
  await unfold(page);
  await isFit(person);
  await look(person, "Wie man Befehle schreibt");
  await page.getByRole("button", { name: "Befehle senden" }).click();
  await page.locator(".round", { hasText: "Runde 2" }).waitFor();
  await isFit(person);
  await page.locator(".tools a").first().click();
  await page.getByRole("button", { name: "Jetzt auswerten" }).waitFor();
  await unfold(page);
  await isFit(person);
  await person.context.close();
});

test("all that is about people: invitations, messages, absence, seats and their devices", async () => {
  const [ada, bo] = [await german(), await german(DESKTOP, "dark")];
  const tap = (person, name, exact = true) => person.page.getByRole("button", { name, exact }).filter({ visible: true }).first().click();
  await ada.page.clock.install();
  await tap(ada, "Mit Freunden: Gotham");
  await ada.page.locator("#dialog select").first().selectOption("3");
  await ada.page.locator("#dialog select").last().selectOption("24h/move");
  await tap(ada, "Tisch eröffnen");
  const link = await ada.page.getByLabel("Link für alle", { exact: true }).inputValue();
  await ada.page.locator(".qr svg").waitFor();
  await unfold(ada.page);
  await tap(ada, "Link für alle kopieren");
  await ada.page.getByLabel("Platz B ist für").fill("Fox");
  await tap(ada, "Reservieren");
  await ada.page.getByText("Reserviert.", { exact: true }).waitFor();
  await isFit(ada);
  await ada.page.locator("#dialog-close").click();
  // A link changes the place in the page alone, so the page is loaded again.
  await bo.go(link);
  await bo.page.reload();
  await tap(bo, "Reserviert für Fox");
  await isFit(bo);
  await tap(bo, "Nein");
  await isFit(bo);
  await tap(bo, "Den Platz von Spieler 3 nehmen");
  await look(ada, "Spiel abbrechen");
  await tap(ada, "Mit Bots auf den freien Plätzen beginnen");
  await bo.page.locator(".players", { hasText: "Bot" }).waitFor();
  await tap(bo, "Nachrichten");
  for (const gesture of await bo.page.locator(".gestures button").all()) await gesture.click();
  await ada.page.locator(".chat em").nth(2).waitFor();
  await tap(ada, "Töne");
  await isFit(ada);
  // The one who has moved waits for the other, who is away.
  for (const person of [ada, bo, ada]) if (await person.isAsked()) await person.choose(0);
  if (await ada.isAsked()) await ada.choose(0);
  await isFit(ada);
  await tap(bo, "Mein Platz");
  await isFit(bo);
  await bo.page.getByLabel("Meine Mailadresse").fill("fox@example.org");
  await tap(bo, "Schreib mir eine Mail, wenn ich dran bin");
  await bo.page.locator("#notice", { hasText: "Öffne den Link in der Mail an fox@example.org" }).waitFor();
  await tap(bo, "Mein Platz");
  await isFit(bo);
  await bo.page.locator("#dialog").getByRole("button", { name: "Sag mir Bescheid, wenn ich dran bin" }).click();
  await bo.page.locator("#notice", { hasText: "blockiert Benachrichtigungen" }).waitFor();
  await isFit(bo);
  await tap(bo, "Mein Platz");
  await tap(bo, "Einen Bot spielen lassen");
  await isFit(bo);
  await tap(bo, "Einen Bot spielen lassen");
  await bo.page.getByRole("button", { name: "Meinen Platz zurücknehmen" }).waitFor();
  await isFit(bo);
  await tap(bo, "Meinen Platz zurücknehmen");
  await bo.context.close();
  await ada.page.locator(".players li.away").waitFor();
  await ada.page.clock.fastForward(130_000);
  await isFit(ada);

  await ada.page.locator("header .home").click();
  await tap(ada, "Auf ein anderes Gerät umziehen");
  const code = await ada.page.locator("#dialog .code").innerText();
  await isFit(ada);
  const phone = await german();
  await phone.page.getByText("Meine Plätze in diesen Browser holen").click();
  await phone.page.getByLabel("Datei mit meinen Plätzen").setInputFiles({ name: "wrong.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await tap(phone, "Laden");
  await phone.page.locator("#notice", { hasText: "Das ist keine Datei mit Plätzen" }).waitFor();
  await isFit(phone);
  for (const [typed, said] of [["ABCD", "acht Buchstaben"], ["ABCD-EFGH", "Dieser Code ist falsch"], [code, "1 Tisch wurde"]]) {
    await phone.page.getByLabel("Code von meinem anderen Gerät").fill(typed);
    await tap(phone, "Meine Plätze holen");
    await phone.page.locator("#notice", { hasText: said }).waitFor();
    await isFit(phone);
  }
});
