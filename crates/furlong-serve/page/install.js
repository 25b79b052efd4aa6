// What lets people install the page and open it without a connection. Browsers allow that for encrypted pages and for those
// of their own computer.

import { h } from "./dom.js";

/** Names the manifest and starts the service worker, where there is a server and the browser allows it. */
export function install() {
  if (globalThis.furlongOffline || !isSecureContext) return;
  document.head.append(h("link", { rel: "manifest", href: "manifest.webmanifest" }), h("link", { rel: "apple-touch-icon", href: "icon-192.png" }));
  // A page that cannot be kept works all the same.
  navigator.serviceWorker?.register("service-worker.js").catch(() => {});
}
