// What the table does better with a script: reasons at once, two cards and no more, no needless polling, focus that stays.

const match = () => document.getElementById("match");

function tell(text) {
  const notice = document.getElementById("notice");
  notice.hidden = false;
  notice.textContent = text;
}

// What is not allowed says why, without asking the server.
document.addEventListener("click", (event) => {
  const place = event.target.closest('#match [aria-disabled="true"]');
  if (!place) return;
  event.preventDefault();
  event.stopPropagation();
  tell(place.title || place.dataset.why);
}, true);

// A choice of so many cards: the button waits until they are chosen, and a further card is not taken.
function choose(form) {
  const wanted = Number(form.dataset.choose);
  const boxes = [...form.querySelectorAll('[type="checkbox"]')];
  const chosen = boxes.filter((box) => box.checked).length;
  for (const box of boxes) box.disabled = chosen >= wanted && !box.checked;
  form.querySelector(".button").disabled = chosen !== wanted;
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-choose]");
  if (form) choose(form);
});

function prepare() {
  document.querySelectorAll("[data-choose]").forEach(choose);
  document.querySelectorAll("[data-zone]").forEach((field) => {
    field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  });
}

// Nobody looks at a hidden page: it does not ask, and asks at once when it is seen again.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "match" && document.hidden) event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && match()) document.body.dispatchEvent(new Event("game-changed"));
});

// Refusals are drawn on the table like everything else; chosen cards outlive a redraw of the same question.
let chosen = [];
document.addEventListener("htmx:beforeSwap", (event) => {
  const text = event.detail.xhr.responseText || "";
  if (text.includes('id="match"')) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
  chosen = [...document.querySelectorAll("[data-choose] :checked")].map((box) => box.id);
  if (event.detail.requestConfig.verb === "post") chosen = [];
});

document.addEventListener("htmx:afterSettle", () => {
  for (const id of chosen) {
    const box = document.getElementById(id);
    if (box) box.checked = true;
  }
  prepare();
  if (document.activeElement === document.body && acted) document.getElementById("now")?.focus();
  acted = false;
});

let acted = false;
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  if (event.detail.requestConfig.verb !== "post") return;
  acted = true;
  if (event.detail.successful && form.hasAttribute("data-clear")) form.reset();
});

prepare();
