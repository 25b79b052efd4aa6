// The tables in a worker of this page, in place of a server's. They are kept in the storage of the browser.
const KEPT = "furlong.table.";

const kept = () =>
  Object.keys(localStorage).filter((key) => key.startsWith(KEPT)).map((key) => localStorage.getItem(key));

const keep = ({ table, text }) => {
  try {
    localStorage.setItem(KEPT + table, text);
  } catch {
    // A storage that is full or forbidden: the game goes on and is not kept.
  }
};

/** Opens the line to the worker, which never closes. */
export function openConnection({ onOpen, onText }) {
  const { worker: address, library } = globalThis.furlongOffline;
  const worker = new Worker(address);
  worker.onmessage = ({ data }) => {
    data.kept.forEach(keep);
    data.sent.forEach(onText);
  };
  worker.postMessage({ library, kept: kept() });
  queueMicrotask(onOpen);
  return { isLocal: true, send: (text) => worker.postMessage({ call: text }), close: () => {} };
}

/** The worker is always there. */
export const whyNot = async () => "";
