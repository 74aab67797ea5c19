// The composer's form while somebody fills it in: what it amounts to, an act found by a word, nothing lost.
// Without this script the same form is checked, kept and published by its buttons.

const form = document.getElementById("composer");
const finding = document.getElementById("finding");
const state = document.getElementById("live-state");
const kept = document.getElementById("kept");
const isFresh = "fresh" in form.dataset;
const NEVER_KEPT = new Set(["csrf_token", "publish_consent", "base"]);
const SENT = "composer-sent";
const KEY = `composer:${form.elements.draft?.value ?? "new"}`;

/* The acts: what a permission hangs on, and where an act is. */

function tellConditions(act) {
  const told = act.querySelector(".hangs-on");
  if (!told) return;
  const ticked = [...act.querySelectorAll(".conditions input:checked")];
  told.textContent = ticked.map((box) => box.parentElement.textContent.trim()).join(", ") || "nothing";
}

/** Makes the boxes for the conditions of an act when it is permitted: all of all acts are over a thousand fields. */
function makeConditions(act) {
  const later = act.querySelector("p.conditions");
  if (!later) return;
  const made = document.getElementById("conditions").content.cloneNode(true);
  for (const box of made.querySelectorAll("input")) box.name = `duty ${act.dataset.act} ${box.name}`;
  later.replaceWith(made);
}

function findActs(words) {
  let found = 0;
  for (const act of form.querySelectorAll(".act")) {
    const text = `${act.dataset.act} ${act.querySelector("legend").textContent} ${act.querySelector(".hint")?.textContent ?? ""}`;
    const isFound = words.every((word) => text.toLowerCase().includes(word));
    act.hidden = !isFound;
    found += isFound ? 1 : 0;
  }
  for (const group of form.querySelectorAll(".group")) {
    group.hidden = group.querySelector(".act:not([hidden])") === null;
    const fold = group.querySelector(":scope > details");
    if (fold && words.length > 0) fold.open = true;
  }
  document.getElementById("act-search-count").textContent =
    words.length === 0 ? "" : found === 1 ? "One act" : `${found} acts`;
}

const search = document.getElementById("act-search");
search.closest(".search").hidden = false;
search.addEventListener("input", () => findActs(search.value.toLowerCase().split(/\s+/).filter(Boolean)));
// Enter in the search is no wish to have anything checked.
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault();
});

/* What it amounts to, asked while somebody types. */

let asking = null;
let timer = 0;

function show(fragment) {
  // The fragment is a page of ours, every name in it escaped; it is parsed apart and moved here, so no script of it runs.
  const parsed = new DOMParser().parseFromString(fragment, "text/html");
  const wasOpen = finding.querySelector(".words")?.open ?? false;
  const words = parsed.querySelector(".words");
  if (words) words.open = wasOpen;
  finding.replaceChildren(...parsed.body.childNodes);
  for (const note of form.querySelectorAll(".notes .conflict")) note.remove();
  for (const conflict of finding.querySelectorAll("[data-acts]")) {
    for (const act of conflict.dataset.acts.split(" ")) {
      const notes = form.querySelector(`.act[data-act="${CSS.escape(act)}"] .notes`);
      if (!notes) continue;
      const note = document.createElement("p");
      note.className = "error conflict";
      note.textContent = conflict.querySelector(".reason").textContent;
      notes.append(note);
      notes.closest(".act").setAttribute("aria-describedby", notes.id);
      const fold = notes.closest(".group > details");
      if (fold) fold.open = true;
    }
  }
}

async function ask() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  state.textContent = "Checking …";
  try {
    const answer = await fetch("/license-composer/check", {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      signal,
    });
    if (answer.ok || answer.status === 422) {
      show(await answer.text());
      state.textContent = "This result is for your present input.";
    } else {
      state.textContent =
        answer.status === 403
          ? "You signed in or out. Your input is still here. Press “Check” to continue."
          : "The check failed. Press “Check” to try again.";
    }
  } catch (error) {
    if (error.name !== "AbortError") state.textContent = "The server does not answer; what you typed is safe.";
  }
}

/* Nothing that was typed is lost with the page. */

function typed() {
  return [...new FormData(form)].filter(([name, value]) => !NEVER_KEPT.has(name) && value !== "");
}

function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed()));
    kept.hidden = false;
  } catch {
    // A browser that keeps nothing says so by not saying that it does.
  }
}

function forget(key = KEY) {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // It kept nothing.
  }
}

function earlier() {
  try {
    const entries = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return Array.isArray(entries) && entries.length > 0 ? new Map(entries) : null;
  } catch {
    return null;
  }
}

function takeUp(entries) {
  for (const act of form.querySelectorAll(".act")) {
    if (entries.get(`act ${act.dataset.act}`)?.includes("permitted")) makeConditions(act);
  }
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden" || field.type === "submit" || NEVER_KEPT.has(field.name)) continue;
    const value = entries.get(field.name) ?? "";
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
    else if (field.tagName === "SELECT") field.value = value || field.options[0].value;
    else field.value = value;
  }
  // Clauses for which this page has no field yet.
  const clauses = document.getElementById("clauses");
  for (const [name, value] of entries) {
    if (!/^clause-\d+$/.test(name) || form.elements[name]) continue;
    const copy = clauses.lastElementChild.cloneNode(true);
    const area = copy.querySelector("textarea");
    area.id = area.name = name;
    area.value = value;
    copy.querySelector("label").htmlFor = name;
    clauses.append(copy);
  }
  for (const act of form.querySelectorAll(".act")) tellConditions(act);
  for (const fold of form.querySelectorAll("details")) {
    const fields = fold.querySelectorAll("textarea, input:not([type=checkbox], [type=radio]), input:checked:not([value=''])");
    if (!fold.matches(".conditions") && [...fields].some((field) => field.value !== "")) fold.open = true;
  }
  void ask();
}

function offer(entries) {
  const note = document.getElementById("earlier");
  const words = document.createElement("p");
  const title = entries.get("title");
  words.textContent = title ? `You were composing “${title}” in this tab.` : "You were composing a license in this tab.";
  const buttons = document.createElement("p");
  const button = (label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button slight";
    made.textContent = label;
    made.addEventListener("click", () => {
      act();
      note.hidden = true;
      form.elements.title.focus();
    });
    buttons.append(made, " ");
  };
  button("Continue with it", () => takeUp(entries));
  button("Discard it", () => forget());
  note.className = "note";
  note.replaceChildren(words, buttons);
  note.hidden = false;
}

form.addEventListener("input", (event) => {
  if (event.target === search) return;
  const act = event.target.closest(".act");
  if (act && event.target.value.includes("permitted")) makeConditions(act);
  if (act) tellConditions(act);
  keep();
  clearTimeout(timer);
  timer = setTimeout(ask, 400);
});

form.addEventListener("submit", (event) => {
  asking?.abort();
  if (event.submitter?.value !== "save") return;
  try {
    sessionStorage.setItem(SENT, KEY);
  } catch {
    // Then what was typed is offered once more.
  }
});

// A draft that was saved is shown as it was saved, so it need not be kept here any more.
try {
  const sent = sessionStorage.getItem(SENT);
  if (sent && isFresh && form.elements.draft) forget(sent);
  sessionStorage.removeItem(SENT);
} catch {
  // Nothing is kept.
}

const before = earlier();
if (isFresh && before) offer(before);
else if (!isFresh) keep();
if (typed().some(([name]) => name.startsWith("act "))) void ask();
