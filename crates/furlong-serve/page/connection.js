// One line to the server over which texts travel, until it closes.

/** Opens a line to the server that this page came from. */
export function openConnection({ onOpen, onText, onClose }) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws`);
  socket.addEventListener("open", onOpen);
  socket.addEventListener("message", event => onText(event.data));
  socket.addEventListener("close", onClose);
  return { send: text => socket.send(text), close: () => socket.close() };
}

/** The reason why no line opens, as far as a request tells that needs none. */
export async function whyNot() {
  try {
    const answer = await fetch("ws", { cache: "no-store", signal: AbortSignal.timeout(4000) });
    if (answer.ok) return "the server is up, but a proxy or firewall blocks WebSockets";
    return /full/.test(await answer.text()) ? "the server is full" : "the server cannot be reached";
  } catch {
    return "the server cannot be reached";
  }
}
