// Keeps the text that is sent in this tab, as the server keeps none of it; follows a run, and shows beside its result
// which passages are in use. Everything else works without this script.
const SENT = "text-to-license/sent";
const PAUSE = 3000;
const MOST_SILENCES = 5;

/** What the tab keeps; nothing where the browser keeps nothing. */
const kept = {
  get: (key) => {
    try { return sessionStorage.getItem(key); } catch { return null; }
  },
  set: (key, text) => {
    try { sessionStorage.setItem(key, text); return true; } catch { return false; }
  },
  drop: (key) => {
    try { sessionStorage.removeItem(key); } catch { /* then nothing was kept */ }
  },
};

const run = document.querySelector("[data-run]");

/** The text of this run: what was sent from this tab just before its page was first seen. */
function textOfRun() {
  const key = `text-to-license/runs/${run.dataset.run}`;
  const sent = kept.get(SENT);
  if (sent !== null) {
    kept.set(key, sent);
    kept.drop(SENT);
  }
  return kept.get(key);
}

/** A text with single blanks for white space, and where each of its characters stands in the whole. */
function folded(text) {
  const characters = [];
  const places = [];
  let isBlank = true;
  for (let place = 0; place < text.length; place += 1) {
    const blank = /\s/.test(text[place]);
    if (!blank || !isBlank) {
      characters.push(blank ? " " : text[place]);
      places.push(place);
    }
    isBlank = blank;
  }
  return { text: characters.join(""), places };
}

/** Which characters of the text are quoted: 1 by a statement, 2 by a passage without a term alone. */
function quoted(text) {
  const uses = new Uint8Array(text.length);
  const whole = folded(text);
  const quotes = [...document.querySelectorAll("[data-quote]")];
  // Statements come last, so that a passage which is both counts for them.
  quotes.sort((a, b) => (b.dataset.quote === "unmodelled") - (a.dataset.quote === "unmodelled"));
  for (const element of quotes) {
    const quote = folded(element.textContent.trim()).text;
    const use = element.dataset.quote === "unmodelled" ? 2 : 1;
    for (let at = whole.text.indexOf(quote); quote && at >= 0; at = whole.text.indexOf(quote, at + quote.length)) {
      uses.fill(use, whole.places[at], whole.places[at + quote.length - 1] + 1);
    }
  }
  return uses;
}

function showCoverage(text) {
  const place = document.querySelector("[data-coverage]");
  if (!place) return;
  const uses = quoted(text);
  let [letters, used, unmodelled] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (/\s/.test(text[at])) continue;
    letters += 1;
    used += uses[at] === 1 ? 1 : 0;
    unmodelled += uses[at] === 2 ? 1 : 0;
  }
  const share = (count) => `${Math.round((100 * count) / Math.max(letters, 1))} %`;
  document.querySelector("[data-coverage-words]").textContent =
    `Statements rest on ${share(used)} of the text; ${share(unmodelled)} has no term in the vocabulary, and `
    + `${share(letters - used - unmodelled)} is used by neither. Look there for what may have been missed.`;
  const shown = document.querySelector("[data-coverage-text]");
  for (let from = 0; from < text.length;) {
    let to = from + 1;
    while (to < text.length && uses[to] === uses[from]) to += 1;
    const piece = text.slice(from, to);
    if (uses[from] === 0) {
      shown.append(piece);
    } else {
      const mark = document.createElement("mark");
      mark.textContent = piece;
      mark.classList.toggle("unmodelled", uses[from] === 2);
      shown.append(mark);
    }
    from = to;
  }
  place.hidden = false;
  document.querySelector("[data-no-coverage]").hidden = true;
}

/** Asks for the page again until the run is over; what changes is taken over, and parts are announced. */
function follow() {
  let silences = 0;
  const status = run.querySelector("[data-status]");
  const again = async () => {
    try {
      const response = await fetch(location.pathname, { headers: { Accept: "text/html" } });
      if (response.status >= 500) throw new Error(String(response.status));
      const seen = new DOMParser().parseFromString(await response.text(), "text/html");
      const next = seen.querySelector("[data-underway]");
      if (!next) {
        status.textContent = "The run is over. Its result is loaded.";
        location.reload();
        return;
      }
      silences = 0;
      const words = next.querySelector("[data-status]").textContent;
      if (words !== status.textContent) status.textContent = words;
      run.querySelector("[data-live]").replaceWith(document.importNode(next.querySelector("[data-live]"), true));
    } catch {
      silences += 1;
      if (silences >= MOST_SILENCES) {
        status.textContent = "The server does not answer at present. The run goes on; load this page again later.";
        return;
      }
    }
    setTimeout(again, PAUSE);
  };
  setTimeout(again, PAUSE);
}

const form = document.querySelector("form[data-keeps-text]");
if (!run) kept.drop(SENT);
const text = run ? textOfRun() : null;
if (run?.hasAttribute("data-underway")) follow();
if (text) {
  showCoverage(text);
  if (form) {
    form.elements.text.value = text;
    const filled = document.querySelector("[data-filled]");
    if (filled) filled.hidden = false;
  }
}
if (form) {
  form.querySelector("[data-kept]").hidden = false;
  form.addEventListener("submit", () => {
    // Line breaks as the server counts them.
    const sent = form.elements.text.value.replace(/\r\n?/g, "\n");
    if (!kept.set(SENT, sent)) kept.drop(SENT);
  });
}
