// One line to the house over which texts travel, until it closes.

/** Opens a line to the house that this page came from. */
export function openLine({ onOpen, onText, onClose }) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws`);
  socket.addEventListener("open", onOpen);
  socket.addEventListener("message", event => onText(event.data));
  socket.addEventListener("close", onClose);
  return { send: text => socket.send(text), close: () => socket.close() };
}
