// Follows the table, or all of one's tables, without asking: the server says that something changed, never what.
// The table also asks by itself now and then, so that nothing is missed where streams are blocked.

const place = document.querySelector("[data-live]");
const lost = document.getElementById("connection-lost");
const EVENTS = ["game", "your_turn", "game_started", "game_finished", "message", "invited"];

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
    if (lost && !lost.hidden) changed();
    if (lost) lost.hidden = true;
  });
  stream.addEventListener("error", () => {
    if (lost) lost.hidden = stream.readyState === EventSource.CLOSED;
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, 30000);
  });
  for (const name of EVENTS) stream.addEventListener(name, changed);
  addEventListener("pagehide", () => stream.close(), { once: true });
}

if (place && "EventSource" in window) follow();
