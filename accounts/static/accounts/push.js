/* Messages on this device: shows which of the states it is in, and turns them on and off. */
const PATIENCE = 8000;
const panel = document.querySelector("[data-push]");
const { "X-CSRFToken": csrf } = JSON.parse(document.body.getAttribute("hx-headers"));

async function ask(path, method = "GET", body = undefined) {
  const headers = { "X-CSRFToken": csrf, Accept: "application/json", ...(body && { "Content-Type": "application/json" }) };
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.status === 204 ? undefined : answer.json();
}

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

function show(state) {
  for (const each of panel.querySelectorAll("[data-push-state]")) each.hidden = each.dataset.pushState !== state;
}

function cannot() {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return "";
  const apple = /iPad|iPhone|iPod/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
  return apple && !window.matchMedia("(display-mode: standalone)").matches ? "install" : "unsupported";
}

async function pushes() {
  await navigator.serviceWorker.register("/sw.js");
  return (await navigator.serviceWorker.ready).pushManager;
}

/* The row of this device in the list, if the account knows it. */
function row(subscription) {
  return [...document.querySelectorAll("[data-endpoint]")].find((each) => each.dataset.endpoint === subscription?.endpoint);
}

async function subscribe() {
  const { key } = await ask(panel.dataset.key);
  const manager = await pushes();
  let subscription = await manager.getSubscription();
  if (subscription && text(subscription.options.applicationServerKey ?? []) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = subscription.toJSON();
  await ask(panel.dataset.channels, "POST", { kind: "webpush", address: endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth, vapid: key } });
}

async function turnOn() {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return show(permission === "denied" ? "denied" : "off");
  await subscribe();
  location.reload();
}

async function turnOff() {
  const subscription = await (await pushes()).getSubscription();
  const id = row(subscription)?.id.split("-")[1];
  if (id) await ask(`${panel.dataset.channels}${id}/`, "DELETE");
  await subscription?.unsubscribe();
  location.reload();
}

async function look() {
  const why = cannot();
  if (why) return show(why);
  if (Notification.permission === "denied") return show("denied");
  const subscription = await (await pushes()).getSubscription();
  const known = row(subscription);
  if (!known) return show("off");
  known.querySelector("[data-this-device]").hidden = false;
  show("on");
  const { key } = await ask(panel.dataset.key);
  if (text(subscription.options.applicationServerKey ?? []) !== key) await subscribe();
}

function act(button, does) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    await does().catch(() => show("failed"));
    button.disabled = false;
  });
}

for (const button of panel.querySelectorAll("[data-push-on]")) act(button, turnOn);
for (const button of panel.querySelectorAll("[data-push-off]")) act(button, turnOff);
/* A browser may forbid workers without a word. */
const silence = new Promise((_, fail) => setTimeout(fail, PATIENCE));
show("looking");
Promise.race([look(), silence]).catch(() => show("unsupported"));
