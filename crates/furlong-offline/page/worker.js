// The tables of the page, in a thread of their own: the library answers calls, and bots think between them.
const unpacked = async (library) => {
  const bytes = Uint8Array.from(atob(library), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
};

let tables;
const waiting = [];

// Passes on what a call or a piece of work has brought: tables to keep, and messages to the page. The library calls it too.
const send = (outcome) => postMessage(JSON.parse(outcome));

// One piece of work at a time, so that a call never waits for more than one.
let works = false;
const work = () => {
  const outcome = tables.work(performance.now());
  works = outcome !== undefined;
  if (works) {
    send(outcome);
    setTimeout(work);
  }
};

const answer = (text) => {
  send(tables.call(text, performance.now()));
  if (!works) {
    works = true;
    setTimeout(work);
  }
};

onmessage = async ({ data }) => {
  if (data.library) {
    await wasm_bindgen({ module_or_path: await unpacked(data.library) });
    tables = new wasm_bindgen.OfflineTables(crypto.getRandomValues(new Uint8Array(32)));
    for (const text of data.kept) {
      tables.restore(text, performance.now());
    }
    waiting.splice(0).forEach(answer);
    setInterval(() => send(tables.tick(performance.now())), 1000);
  } else if (tables) {
    answer(data.call);
  } else {
    waiting.push(data.call);
  }
};
