// Opens the page without a connection, from the files of its version. The server is asked first, and only the files of the
// page are kept: nothing that comes from a table.

// The server puts the version of its files and their paths here.
const VERSION = "/* version */";
const FILES = [/* files */];
const PATIENCE = 4000;

let isAway = false;

addEventListener("install", event => event.waitUntil(keep()));
addEventListener("activate", event => event.waitUntil(begin()));

addEventListener("fetch", event => {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === "GET" && origin === location.origin && FILES.includes(pathname)) event.respondWith(answer(event.request, pathname, mode === "navigate"));
});

// It says only that it is somebody's turn; the page shows where.
addEventListener("push", event => {
  const title = navigator.language.startsWith("de") ? "Du bist dran." : "It is your turn.";
  event.waitUntil(registration.showNotification(title, { tag: "turn", data: "/" }));
});

addEventListener("notificationclick", event => {
  const { data } = event.notification;
  event.notification.close();
  event.waitUntil(clients.matchAll({ type: "window" }).then(([page]) => page ? page.focus().catch(() => page).then(page => page.navigate(data)) : clients.openWindow(data)));
});

async function keep() {
  const cache = await caches.open(VERSION);
  // A catalogue is for readers of its language alone.
  const wanted = path => !path.endsWith(".txt") || navigator.languages.some(language => path === `/${language.slice(0, 2)}.txt`);
  await cache.addAll(FILES.filter(wanted).map(path => new Request(path, { cache: "no-cache" })));
  await skipWaiting();
}

async function begin() {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
  await clients.claim();
}

/** The answer of the server, or the kept file if there is none. When the page is a kept one, so are its other files. */
async function answer(request, path, isPage) {
  const kept = await (await caches.open(VERSION)).match(path);
  if (kept && isAway && !isPage) return kept;
  try {
    const found = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    // A proxy says so when the server behind it is not there.
    if (found.status < 500 || !kept) {
      if (isPage) isAway = false;
      if (found.ok && path.endsWith(".txt")) await (await caches.open(VERSION)).put(path, found.clone());
      return found;
    }
  } catch (error) {
    if (!kept) throw error;
  }
  if (isPage) isAway = true;
  return kept;
}
