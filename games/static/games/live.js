// Follows the table, or all of one's tables, without asking: the server says that something changed, never what.
// Where streams are blocked the table goes on asking every few seconds by itself.

const place = document.querySelector("[data-live]");
const lost = document.getElementById("connection-lost");
const EVENTS = ["game", "your_turn", "game_started", "game_finished", "message", "invited"];
let open = false;

function changed() {
  if (document.hidden) return;
  if (document.getElementById("match")) {
    document.body.dispatchEvent(new Event("game-changed"));
  } else {
    htmx.ajax("GET", location.href, { target: "main", select: "main", swap: "outerHTML", selectOOB: "#waiting" });
  }
}

function follow() {
  const stream = new EventSource(place.dataset.live);
  stream.addEventListener("open", () => {
    open = true;
    if (lost && !lost.hidden) changed();
    if (lost) lost.hidden = true;
  });
  stream.addEventListener("error", () => {
    open = false;
    if (lost) lost.hidden = stream.readyState === EventSource.CLOSED;
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 30000);
  });
  for (const name of EVENTS) stream.addEventListener(name, changed);
  addEventListener("pagehide", () => stream.close(), { once: true });
}

// While the stream speaks, the table need not ask on its own.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (open && event.target.id === "match" && !event.detail.requestConfig.triggeringEvent) event.preventDefault();
});

if (place && "EventSource" in window) follow();
