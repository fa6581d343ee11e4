// Arrow keys go from step to step, and the proof of the shuffle is worked out here (docs/fairness.md).

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
  const way = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const link = way && document.querySelector(`[data-steps] [rel="${way}"]`);
  if (!link) return;
  event.preventDefault();
  location.assign(link.href);
});

const utf8 = (text) => new TextEncoder().encode(text);
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function joined(parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function fourBytes(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

async function* words(seed, number) {
  for (let block = 0; ; block += 1) {
    const digest = new DataView((await sha256(seed, utf8(`entry ${number}`), fourBytes(block))).buffer);
    for (let at = 0; at < 32; at += 4) yield digest.getUint32(at);
  }
}

async function below(stream, n) {
  const fair = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const { value } = await stream.next();
    if (value < fair) return value % n;
  }
}

// Where each place of the shuffled deck came from.
async function shuffled(seed, size) {
  const order = [...Array(size).keys()];
  const stream = words(seed, 0);
  for (let last = size - 1; last > 0; last -= 1) {
    const other = await below(stream, last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

async function check(panel) {
  const proof = await (await fetch(panel.dataset.proof, { headers: { Accept: "application/json" } })).json();
  const server = Uint8Array.from(proof.server_seed.match(/../g), (pair) => parseInt(pair, 16));
  const texts = Array(Number(panel.dataset.seats)).fill("");
  for (const { seat, seed } of proof.player_seeds) texts[seat - 1] = seed;
  const brought = texts.map(utf8).flatMap((bytes) => [fourBytes(bytes.length), bytes]);
  const seed = await sha256(utf8("jackpot deck"), server, ...brought);
  const order = await shuffled(seed, proof.deal.length);
  // Undoing the shuffle must give the deck as the rules list it.
  const box = [];
  order.forEach((from, place) => { box[from] = proof.deal[place]; });
  return {
    commitment: hex(await sha256(utf8("jackpot commitment"), server)) === proof.commitment,
    deck: box.join() === panel.dataset.box,
  };
}

const panel = document.querySelector("[data-proof]");
if (panel) {
  check(panel).then((found) => {
    for (const line of panel.querySelectorAll("[data-check]")) {
      const good = found[line.dataset.check];
      line.textContent = (good ? "✓ " : "✗ ") + (good ? line.dataset.good : line.dataset.bad);
      line.className = good ? "good" : "bad";
    }
    panel.querySelector("[data-checks]").hidden = false;
  }).catch(() => {
    panel.querySelector("[data-unable]").hidden = false;
  });
}
