// Starts the page from the texts in this file: a file that opens from disk can load no other.
const { modules, worker, library, texts } = JSON.parse(document.getElementById("furlong").textContent);
const address = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
globalThis.furlongOffline = { worker: address(worker), library, texts };
const addresses = new Map();
for (const { name, source } of modules) {
  const linked = source.replace(
    /(\b(?:from|import)\s*)"\.\/([^"]+)"/g,
    (all, before, other) => `${before}"${addresses.get(other)}"`,
  );
  addresses.set(name, address(linked));
}
import(addresses.get(modules.at(-1).name));
