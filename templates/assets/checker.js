// Lets licenses be chosen from suggestions, and puts answers into the page without loading it anew. Without this script
// the same form asks with plain fields.

const answer = document.getElementById("answer");
const progress = document.getElementById("progress");
const asksForFragment = { "HX-Request": "true", Accept: "text/html; fragment" };

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A text field with a list of suggestions (the combobox pattern of the ARIA practices). `choose` gets the suggestion.
function combobox(input, choose) {
  const list = element("ul", { class: "options", id: `${input.id}-options`, role: "listbox", "aria-label": "Licenses", hidden: "" });
  const box = element("span", { class: "combobox" });
  input.replaceWith(box);
  box.append(input, list);
  for (const [key, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", list.id]]) {
    input.setAttribute(key, value);
  }
  let found = [];
  let active = -1;
  let asked = new AbortController();
  let waiting = 0;

  function close() {
    asked.abort();
    clearTimeout(waiting);
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function move(to) {
    active = to;
    [...list.children].forEach((option, place) => option.setAttribute("aria-selected", String(place === active)));
    if (active < 0) {
      input.removeAttribute("aria-activedescendant");
    } else {
      input.setAttribute("aria-activedescendant", list.children[active].id);
      list.children[active].scrollIntoView({ block: "nearest" });
    }
  }

  function show() {
    list.replaceChildren(...found.map((entry, place) => {
      const option = element("li", { id: `${list.id}-${place}`, role: "option", "aria-selected": "false" }, entry.title, element("code", {}, entry.id));
      if (entry.parent_title) option.append(element("small", {}, `port of ${entry.parent_title}`));
      // Before the field loses the focus, which would close the list.
      option.addEventListener("pointerdown", (event) => { event.preventDefault(); pick(place); });
      return option;
    }));
    active = -1;
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
  }

  function pick(place) {
    const entry = found[place];
    close();
    choose(entry);
  }

  async function suggest() {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const address = `${document.getElementById("question").dataset.suggest}?q=${encodeURIComponent(input.value)}`;
      const response = await fetch(address, { signal });
      const entries = response.ok ? await response.json() : [];
      if (signal.aborted) return;
      found = entries;
      show();
    } catch {
      // Somebody typed on, or nothing answers; what was typed can be sent all the same.
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(waiting);
    if (input.value.trim() === "") close();
    else waiting = setTimeout(suggest, 120);
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const count = list.hidden ? 0 : found.length;
    if (event.key === "ArrowDown" && count === 0 && input.value.trim()) suggest();
    else if (event.key === "ArrowDown" && count) move((active + 1) % count);
    else if (event.key === "ArrowUp" && count) move((active <= 0 ? count : active) - 1);
    else if (event.key === "Enter" && active >= 0) pick(active);
    else if (event.key === "Escape" && count) close();
    else return;
    event.preventDefault();
  });
}

// The plain fields of a form become chips and one field to add another with; a faulty field stays what it is.
function enhance(form) {
  const chosen = form.querySelector(".chosen");
  const chips = element("ul", { class: "chips", "aria-label": "Licenses chosen" });
  const input = element("input", { id: "another", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-describedby": form.querySelector("#licenses-error") ? "licenses-error ids-hint" : "ids-hint" });

  const useOfOne = chosen.querySelector("select");

  function add(id, title, usage = "") {
    const values = [...form.querySelectorAll("input[name=ids]")].map((field) => field.value.toLowerCase());
    if (values.includes(id.toLowerCase())) {
      progress.textContent = `${title} is chosen already.`;
      return;
    }
    const remove = element("button", { type: "button", "aria-label": `Remove ${title}` }, "×");
    const use = element("select", { class: "slight", name: "uses", "aria-label": `How I use ${title}` }, ...[...useOfOne.options].map((option) => option.cloneNode(true)));
    use.value = usage;
    const chip = element("li", { class: "chip" }, element("span", {}, title), element("input", { type: "hidden", name: "ids", value: id }), use, remove);
    remove.addEventListener("click", () => {
      chip.remove();
      progress.textContent = `${title} is removed.`;
      input.focus();
    });
    chips.append(chip);
    progress.textContent = `${title} is chosen.`;
  }

  function addTyped() {
    for (const name of input.value.split(",").map((part) => part.trim()).filter(Boolean)) add(name, name);
    input.value = "";
  }

  for (const field of [...chosen.children]) {
    const typed = field.querySelector("input");
    const usage = field.querySelector("select").value;
    field.querySelector("button")?.remove();
    if (field.querySelector(".error")) {
      combobox(typed, (entry) => { typed.value = entry.id; });
      continue;
    }
    field.remove();
    if (typed.value.trim()) add(typed.value, field.dataset.title || typed.value, usage);
  }
  progress.textContent = "";
  chosen.before(chips);
  document.getElementById("add").parentElement.replaceWith(
    element("p", { class: "field" }, element("label", { for: "another" }, "Add a license"), input),
  );
  combobox(input, (entry) => { input.value = ""; add(entry.id, entry.title); });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.defaultPrevented && input.value.trim()) {
      event.preventDefault();
      addTyped();
    }
  });
  const target = form.querySelector("#target");
  combobox(target, (entry) => { target.value = entry.id; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    addTyped();
    ask(form.dataset.check, new URLSearchParams(new FormData(form)));
  });
  // An answer that is shown follows the choices; what is typed is sent with the button.
  form.addEventListener("change", (event) => {
    if (event.target.matches("select, [type=checkbox]") && document.getElementById("result")) {
      ask(form.dataset.check, new URLSearchParams(new FormData(form)), false);
    }
  });
}

// `leads` tells whether the answer gets the focus.
async function ask(address, fields, leads = true) {
  progress.textContent = "Checking …";
  progress.classList.add("busy");
  let said = "";
  try {
    const response = await fetch(address, { method: "POST", headers: asksForFragment, body: fields });
    const fragment = new DOMParser().parseFromString(await response.text(), "text/html");
    const result = fragment.getElementById("result");
    const form = fragment.getElementById("question");
    if (response.ok && result) {
      show(result, leads);
    } else if (form) {
      refuse(form);
    } else if (response.status === 429) {
      said = `Too many checks from here. Try again in ${response.headers.get("Retry-After") ?? "some"} seconds.`;
    } else {
      said = "The check was not answered. Try again later.";
    }
  } catch {
    said = "The check was not answered: there is no connection.";
  }
  progress.classList.remove("busy");
  progress.textContent = said;
}

function show(result, leads) {
  const question = document.getElementById("question");
  for (const field of question.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const error of question.querySelectorAll(".error, .note")) error.remove();
  answer.replaceChildren(document.adoptNode(result));
  document.getElementById("opening")?.remove();
  document.getElementById("asking").classList.add("answered");
  document.title = document.title.replace(/^.*(?= · )/, result.querySelector("h1").textContent.trim());
  if (result.classList.contains("check") && result.dataset.address !== here()) {
    history.pushState(null, "", result.dataset.address);
    shown = here();
  }
  if (leads) result.querySelector("h1").focus();
}

function refuse(form) {
  document.getElementById("question").replaceWith(document.adoptNode(form));
  enhance(form);
  answer.replaceChildren();
  (form.querySelector("[aria-invalid]") ?? document.getElementById("another")).focus();
}

const here = () => location.pathname + location.search;
let shown = here();

// Going back to another question loads its page; following a link within this one does not.
addEventListener("popstate", () => {
  if (here() !== shown) location.reload();
});

answer.addEventListener("submit", (event) => {
  if (!event.target.action.endsWith("/target")) return;
  event.preventDefault();
  ask(event.target.action, new URLSearchParams(new FormData(event.target)));
});

enhance(document.getElementById("question"));
