/* What pages can do when there is JavaScript. Everything works without it. */

const page = document.documentElement;
const each = (root, selector, act) => root.querySelectorAll(selector).forEach(act);

/* Times: data-relative adds "in 5 hours" behind the time, data-local tells it in the zone of this device. */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const relative = new Intl.RelativeTimeFormat(page.lang, { numeric: "auto" });
const absolute = new Intl.DateTimeFormat(page.lang, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

function ago(moment) {
  const seconds = Math.round((moment - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size * 1.5) ?? UNITS.at(-1);
  return relative.format(Math.trunc(seconds / size), unit);
}

function tellTimes(root = document) {
  each(root, "time[data-local]", (time) => {
    time.textContent = absolute.format(new Date(time.dateTime));
    time.removeAttribute("data-local");
  });
  each(root, "time[data-relative]", (time) => {
    let hint = time.querySelector(".hint");
    if (!hint) time.append(" ", (hint = Object.assign(document.createElement("span"), { className: "hint" })));
    const said = `(${ago(new Date(time.dateTime))})`;
    if (hint.textContent !== said) hint.textContent = said;
  });
}

/* The polite voice: announce("…"), or the answer header HX-Trigger: {"announce": "…"}. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}

/* The theme without a round trip. */
function switchTheme(event) {
  const form = event.target.closest("[data-theme-switch]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  const theme = event.submitter.value;
  if (theme === "system") delete page.dataset.theme;
  else page.dataset.theme = theme;
  each(form, "button", (button) => button.setAttribute("aria-pressed", button === event.submitter));
  document.querySelector('meta[name="color-scheme"]').content = theme === "system" ? "light dark" : theme;
  fetch(form.action, { method: "POST", body: new FormData(form, event.submitter), redirect: "manual" }).catch(() => {});
}

/* Buttons: data-dialog opens, data-copy copies, data-share shares; data-confirm asks before a form is sent. */
async function press(event) {
  const button = event.target.closest("[data-dialog], [data-copy], [data-share]");
  const open = document.querySelector("details.menu[open]");
  if (open && !open.contains(event.target)) open.open = false;
  if (!button) return;
  const { dialog, copy, share, done } = button.dataset;
  const link = new URL(copy || share || location.href, location.href).href;
  if (dialog) document.getElementById(dialog)?.showModal();
  else if (share !== undefined) await navigator.share({ title: document.title, url: link }).catch(() => {});
  else if (copy !== undefined) {
    await navigator.clipboard.writeText(document.querySelector(`[id="${CSS.escape(copy)}"]`)?.textContent.trim() ?? link);
    if (done) announce((button.textContent = done));
  }
}

function escape(event) {
  const open = event.key === "Escape" && document.querySelector("details.menu[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
}

function submit(event) {
  const { confirm: question } = event.submitter?.dataset.confirm ? event.submitter.dataset : event.target.dataset;
  if (question && !window.confirm(question)) return event.preventDefault();
  if (event.target.matches("[data-sign-out]")) tellWorker({ type: "clear" });
  switchTheme(event);
}

/* How many tables wait: on the icon of the installed app and in the title. */
function showWaiting() {
  const waiting = Number(document.getElementById("waiting")?.dataset.waitingCount ?? document.body.dataset.waiting) || 0;
  document.title = (waiting ? `(${waiting}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  if (waiting) navigator.setAppBadge?.(waiting).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/* A lost connection is shown, and heals. */
function connection(lost) {
  document.querySelector("[data-connection]").hidden = !lost || "copy" in document.body.dataset;
}

/* The worker keeps copies for reading offline. */
function tellWorker(message) {
  navigator.serviceWorker?.ready.then((worker) => worker.active?.postMessage(message));
}

function refresh(root = document) {
  tellTimes(root);
  showWaiting();
  each(root, "[data-share]", (button) => { button.hidden = !navigator.share; });
  each(root, "[data-copy]", (button) => { button.hidden = !navigator.clipboard; });
  if ("copy" in document.body.dataset) each(root, "main :is(button, input, select, textarea)", (part) => { part.disabled = true; });
}

/* What is on its way is busy: a form that has been sent and not been answered. */
function busy({ type, detail: { elt, requestConfig } }) {
  if (requestConfig.verb !== "get") elt.setAttribute("aria-busy", type === "htmx:beforeRequest");
}

document.addEventListener("click", press);
document.addEventListener("keydown", escape);
document.addEventListener("submit", submit);
document.addEventListener("announce", (event) => announce(event.detail.value));
document.addEventListener("htmx:afterSettle", () => refresh());
document.addEventListener("htmx:beforeRequest", busy);
document.addEventListener("htmx:afterRequest", busy);
document.addEventListener("htmx:sendError", () => connection(true));
document.addEventListener("htmx:afterOnLoad", () => connection(false));
window.addEventListener("offline", () => connection(true));
window.addEventListener("online", () => ("copy" in document.body.dataset ? location.reload() : connection(false)));
setInterval(() => tellTimes(), 20_000);
refresh();
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").then(() => tellWorker({ type: "reader", reader: document.body.dataset.reader, language: page.lang })).catch(() => {});
}
