/* Keeps the shell of the site, and copies of the last tables looked at, for reading without a network.
   The network always comes first; nothing but GET is ever answered from here, and nothing is played from a copy. */
const OFFLINE = {{ offline|safe }};
const STATIC = {{ static_url|safe }};
const CHANNELS = {{ channels|safe }};
const SHELL = [...{{ shell|safe }}, OFFLINE];
const SHELL_CACHE = "shell-1";
const COPIES = "copies-1";
const MOST_COPIES = 30;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(obey(event.data)));
self.addEventListener("push", (event) => event.waitUntil(notify(event.data)));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribe(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(asset(request));
});

async function install() {
  const cache = await caches.open(SHELL_CACHE);
  await Promise.allSettled(SHELL.map((path) => cache.add(new Request(path, { cache: "reload" }))));
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![SHELL_CACHE, COPIES].includes(name)).map((name) => caches.delete(name)));
  const cache = await caches.open(SHELL_CACHE);
  for (const request of await cache.keys()) {
    if (![...SHELL, "/reader"].includes(new URL(request.url).pathname)) await cache.delete(request);
  }
  await self.clients.claim();
}

/* "clear" after signing out; "reader" with every page, so that nobody reads another's copies or is told what another
   is told, and everybody in their own language. */
async function obey({ type, reader = "", language = "" } = {}) {
  if (type === "clear") await Promise.all([caches.delete(COPIES), unsubscribe()]);
  if (type !== "reader") return;
  const cache = await caches.open(SHELL_CACHE);
  const [before, spoken] = ((await (await cache.match("/reader"))?.text()) ?? "|").split("|");
  if (before !== reader) await caches.delete(COPIES);
  if (before && before !== reader) await unsubscribe();
  if (before !== reader || spoken !== language) await cache.add(new Request(OFFLINE, { cache: "reload" })).catch(() => {});
  await cache.put("/reader", new Response(`${reader}|${language}`));
}

async function page(request) {
  let answer;
  try {
    answer = await fetch(request);
  } catch {
    return (await copy(request)) ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
  if (answer.ok && !answer.redirected) keep(request.url, answer.clone()).catch(() => {});
  return answer;
}

/* Only pages that ask for it: <body … data-keep>. */
async function keep(url, answer) {
  const text = await answer.text();
  if (!/<body[^>]* data-keep/.test(text)) return;
  const headers = new Headers(answer.headers);
  headers.set("X-Copied", new Date().toISOString());
  const cache = await caches.open(COPIES);
  await cache.delete(url);
  await cache.put(url, new Response(text, { headers }));
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -MOST_COPIES).map((old) => cache.delete(old)));
  const shell = await caches.open(SHELL_CACHE);
  for (const [, path] of text.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"#?]+)"/g)) {
    if (path.startsWith(STATIC) && !(await shell.match(path))) await shell.add(path);
  }
}

/* The copy says that it is one and how old it is, and its forms and updates are switched off. */
async function copy(request) {
  const found = await (await caches.open(COPIES)).match(request.url, { ignoreVary: true });
  if (!found) return undefined;
  const copied = found.headers.get("X-Copied");
  const text = (await found.text())
    .replace("data-offline hidden", "data-offline")
    .replace("<time data-copied></time>", `<time data-copied data-local datetime="${copied}">${copied.slice(0, 16)}</time>`)
    .replace(/<body /, "<body data-copy hx-disable ");
  return new Response(text, { headers: found.headers });
}

/* Files with their content in the name never change; others come from the network as long as there is one. */
async function asset(request) {
  const cache = await caches.open(SHELL_CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept && /\.[0-9a-f]{12}\./.test(request.url)) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch {
    return kept ?? Response.error();
  }
}

/* The newest message about a match replaces the one before, and is heard all the same. */
async function notify(data) {
  const { title = "JACKPOT", body = "", url = "/", tag = "news", waiting } = data ? data.json() : {};
  if (waiting !== undefined) await self.navigator.setAppBadge?.(waiting).catch(() => {});
  const icon = SHELL.find((path) => path.includes("icon-192"));
  await self.registration.showNotification(title, { body, tag, renotify: true, data: { url }, icon, badge: icon });
}

async function unsubscribe() {
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

/* The browser has changed its address: tell the site, as whoever is signed in here. The former address is gone by itself. */
async function subscribe({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options ?? newSubscription?.options;
  const csrf = (await self.cookieStore?.get("csrftoken"))?.value;
  if (!options || !csrf) return;
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  const vapid = btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey)));
  const text = vapid.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const body = JSON.stringify({ kind: "webpush", address: endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth, vapid: text } });
  await fetch(CHANNELS, { method: "POST", headers: { "Content-Type": "application/json", "X-CSRFToken": csrf }, body });
}

async function open(notification) {
  notification.close();
  const target = new URL(notification.data?.url ?? "/", location.origin);
  if (target.origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((client) => client.url === target.href);
  await (there ? there.focus() : self.clients.openWindow(target.href));
}
