// The compatibility matrix: a picture of every pair, a list of one license's pairs, and one pair with its reasons.
// One index of answers is fetched, and for a pair the files of its two records.

const ANSWERS = { y: "yes", i: "if", v: "via", n: "no" };
const WORDS = { yes: "yes", if: "yes, if you meet the conditions", via: "yes, under another license", no: "no" };
const SMALLEST = 3;
const LARGEST = 24;
const LABELLED = 12;

const at = (id) => document.getElementById(id);
const explorer = at("explorer");
const base = explorer.dataset.licenseBase;
const licenses = new Map();
for (const option of at("licenses").options) {
  const { spdx, port, assets, rank } = option.dataset;
  licenses.set(option.value, {
    id: option.value,
    title: option.label,
    hasSpdx: spdx !== undefined,
    isPort: Boolean(port),
    assets: assets.split(" "),
    rank: Number(rank),
    words: `${option.value} ${option.label}`.toLowerCase(),
  });
}
const acts = new Map(Array.from(at("acts").options, (option) => [option.value, option.label]));

/** Everything the address says. */
let state = read();
/** The index of the context in `state`, once it is here. */
let matrix = null;
/** What the picture shows: places in the index, and the size of a cell. */
let shown = [];
let cell = SMALLEST;
let gutter = 0;
let zoom = 1;
let asked = 0;

function read() {
  const query = new URLSearchParams(location.search);
  const known = (name) => (licenses.has(query.get(name)) ? query.get(name) : "");
  const has = (select, value) => Array.from(at(select).options).some((option) => option.value === value);
  const [context, asset] = [query.get("context"), query.get("asset")];
  return {
    a: known("a"),
    b: known("b"),
    context: has("context", context) ? context : at("context").options[0].value,
    q: query.get("q") ?? "",
    asset: has("asset", asset) ? asset : "",
    spdx: query.has("spdx"),
    ports: query.has("ports"),
    only: query.has("only"),
    way: query.get("way") === "in" ? "in" : "out",
  };
}

function address(changes = {}) {
  const { a, b, context, q, asset, spdx, ports, only, way } = { ...state, ...changes };
  const query = new URLSearchParams();
  if (a) query.set("a", a);
  if (b) query.set("b", b);
  if (context !== at("context").options[0].value) query.set("context", context);
  if (q) query.set("q", q);
  if (asset) query.set("asset", asset);
  for (const [name, isOn] of Object.entries({ spdx, ports, only })) if (isOn) query.set(name, "yes");
  if (way === "in") query.set("way", way);
  const text = query.toString();
  return text ? `?${text}` : location.pathname;
}

/** An element with attributes and children; text is always text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

async function fetched(path) {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/** Fetches the index of the chosen context, and reports a missing one. */
async function load() {
  const { context } = state;
  if (matrix?.name === context) return;
  at("status").textContent = "Loading the answers.";
  let [index, why] = [null, ""];
  try {
    index = await fetched(`/compatibility/${encodeURIComponent(context)}/index.json`);
    if (!index) {
      const command = make("code", {}, "muniment matrix");
      why = ["The answers for this context are missing. ", command, " writes them beside the tree. Restart the server then."];
    }
  } catch {
    why = ["The answers cannot be fetched. Load the page again to retry."];
  }
  if (context !== state.context) return;
  matrix = index && { ...index, name: context, place: new Map(index.ids.map((id, place) => [id, place])) };
  at("missing").hidden = Boolean(matrix);
  at("missing").replaceChildren(...why);
  for (const id of ["list", "pictured"]) at(id).hidden = !matrix;
  if (!matrix) at("status").textContent = "";
}

/** The license whose pairs are listed: the one taken up, or the one the work goes under. */
function listed() {
  return state.way === "in" ? state.b : state.a;
}

function answer(part, work) {
  return ANSWERS[matrix.answers[part][work]];
}

/** Whether the answer for two licenses is no in a direction. */
function clash(one, other) {
  return answer(one, other) === "no" || answer(other, one) === "no";
}

/** The licenses that the filters leave, and those that are chosen. */
function filtered() {
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (id) => {
    const license = licenses.get(id);
    if (!license) return false;
    if (id === state.a || id === state.b) return true;
    return (state.ports || !license.isPort)
      && (!state.spdx || license.hasSpdx)
      && (!state.asset || license.assets.includes(state.asset))
      && words.every((word) => license.words.includes(word));
  };
  const left = matrix.ids.map((id, place) => (fits(id) ? place : -1)).filter((place) => place >= 0);
  const rank = (place) => licenses.get(matrix.ids[place]).rank;
  left.sort((one, other) => rank(one) - rank(other) || one - other);
  if (!state.only) return left;
  const own = matrix.place.get(listed());
  if (own !== undefined) return left.filter((place) => place === own || clash(own, place));
  return left.filter((place) => left.some((other) => other !== place && clash(place, other)));
}

function verdict(value) {
  const icons = { yes: "permitted", if: "required", via: "required", no: "prohibited" };
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `/assets/icons.svg#${icons[value]}`);
  svg.append(use);
  return make("span", { class: `verdict ${value}` }, svg, WORDS[value]);
}

function title(id) {
  return licenses.get(id)?.title ?? id;
}

// The picture

function colours() {
  const context = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(document.documentElement);
  return ["--raised", "--required", "--prohibited", "--line"].map((name) => {
    context.fillStyle = style.getPropertyValue(name).trim();
    const [red, green, blue] = [1, 3, 5].map((from) => parseInt(context.fillStyle.slice(from, from + 2), 16));
    return { text: context.fillStyle, word: (255 << 24) | (blue << 16) | (green << 8) | red };
  });
}

/** What one cell looks like, by its letter: dotted for conditions, hatched for another license, filled for no. */
function stamps(size, [none, condition, refusal, self]) {
  const edge = size >= 6 ? 1 : 0;
  const period = Math.max(3, Math.round(size / 4));
  const stamp = (paint) => Array.from({ length: size * size }, (_, i) => paint(Math.floor(i / size), i % size).word);
  const isWithin = (y, x) => x >= edge && y >= edge;
  const middle = Math.floor(size / 2);
  return {
    y: stamp(() => none),
    i: stamp((y, x) => (y === middle && x === middle ? condition : none)),
    v: stamp((y, x) => (isWithin(y, x) && (x + y) % period < period / 3 ? condition : none)),
    n: stamp((y, x) => (isWithin(y, x) ? refusal : none)),
    self: stamp(() => self),
  };
}

function draw() {
  const canvas = at("picture");
  const count = shown.length;
  const ratio = Math.max(1, Math.round(window.devicePixelRatio || 1));
  const ids = shown.map((place) => matrix.ids[place]);
  const context = canvas.getContext("2d");
  const font = `${11 * ratio}px ${getComputedStyle(document.body).fontFamily}`;
  context.font = font;
  const widest = () => Math.ceil(Math.max(0, ...ids.map((id) => context.measureText(id).width)) / ratio) + 10;
  const room = Math.max(240, at("frame").clientWidth - 2);
  const fit = (left) => Math.floor((room - left) / Math.max(1, count));
  cell = Math.min(LARGEST, Math.max(SMALLEST, fit(0)));
  const names = count * LABELLED <= room ? Math.min(widest(), 220) : 0;
  if (names) cell = Math.min(LARGEST, Math.max(LABELLED, fit(names)));
  cell = Math.min(LARGEST, cell * zoom);
  gutter = cell >= LABELLED ? Math.min(widest(), 220) : 0;
  const size = cell * ratio;
  const side = gutter + count * cell;
  canvas.width = canvas.height = side * ratio;
  canvas.style.width = canvas.style.height = `${side}px`;
  const palette = colours();
  const marks = stamps(size, palette);
  const image = context.createImageData(Math.max(1, count * size), Math.max(1, count * size));
  const pixels = new Uint32Array(image.data.buffer);
  const width = count * size;
  for (let row = 0; row < count; row += 1) {
    const letters = matrix.answers[shown[row]];
    for (let column = 0; column < count; column += 1) {
      const mark = row === column ? marks.self : marks[letters[shown[column]]];
      let from = row * size * width + column * size;
      for (let y = 0; y < size; y += 1, from += width) {
        for (let x = 0; x < size; x += 1) pixels[from + x] = mark[y * size + x];
      }
    }
  }
  context.putImageData(image, gutter * ratio, gutter * ratio);
  if (gutter) {
    context.font = font;
    context.fillStyle = getComputedStyle(canvas).color;
    context.textBaseline = "middle";
    ids.forEach((id, place) => {
      const middle = (gutter + (place + 0.5) * cell) * ratio;
      context.textAlign = "right";
      context.fillText(id, (gutter - 5) * ratio, middle, (gutter - 8) * ratio);
      context.save();
      context.translate(middle, (gutter - 5) * ratio);
      context.rotate(-Math.PI / 2);
      context.textAlign = "left";
      context.fillText(id, 0, 0, (gutter - 8) * ratio);
      context.restore();
    });
  }
  const chosen = document.querySelectorAll(".mark.chosen");
  mark(chosen[0], shown.indexOf(matrix.place.get(state.a)), true);
  mark(chosen[1], shown.indexOf(matrix.place.get(state.b)), false);
  point(null);
}

/** Moves a mark to a row or a column of the picture; away where there is none. */
function mark(element, place, isRow) {
  element.hidden = place < 0;
  const along = `${gutter + place * cell - 1}px`;
  const side = `${gutter + shown.length * cell}px`;
  const thick = `${cell + 2}px`;
  element.style.transform = isRow ? `translateY(${along})` : `translateX(${along})`;
  element.style.width = isRow ? side : thick;
  element.style.height = isRow ? thick : side;
}

/** The row and column under the pointer; null outside. */
function under(event) {
  const bounds = at("picture").getBoundingClientRect();
  const place = (position) => Math.floor((position - gutter) / cell);
  const [column, row] = [place(event.clientX - bounds.left), place(event.clientY - bounds.top)];
  const isIn = (place) => place >= 0 && place < shown.length;
  return isIn(row) && isIn(column) ? { row, column } : null;
}

function point(cellAt) {
  const [row, column] = document.querySelectorAll(".mark:not(.chosen)");
  mark(row, cellAt ? cellAt.row : -1, true);
  mark(column, cellAt ? cellAt.column : -1, false);
  const pointed = at("pointed");
  if (!cellAt) {
    pointed.textContent = "";
    return;
  }
  const [from, to] = [shown[cellAt.row], shown[cellAt.column]];
  pointed.replaceChildren(
    make("strong", {}, matrix.ids[from]),
    from === to ? " with itself" : " into ",
    ...(from === to ? [] : [make("strong", {}, matrix.ids[to]), ": ", WORDS[answer(from, to)]]),
  );
}

// The list

function list() {
  const [name, isOut] = [listed(), state.way === "out"];
  const own = matrix.place.get(name);
  at("list").hidden = own === undefined;
  if (own === undefined) return;
  at("list-heading").textContent = `${title(name)} with every other license shown`;
  at("way-out-label").textContent = `a part under ${name} goes into a work under the other`;
  at("way-in-label").textContent = `a part under the other goes into a work under ${name}`;
  at(isOut ? "way-out" : "way-in").checked = true;
  const answered = (other) => (isOut ? answer(own, other) : answer(other, own));
  const back = (other) => (isOut ? answer(other, own) : answer(own, other));
  const others = shown.filter((place) => place !== own).map((place) => ({ place, id: matrix.ids[place] }));
  const byTitle = new Intl.Collator("en");
  others.sort((a, b) => byTitle.compare(title(a.id), title(b.id)));
  const item = (value) => ({ place, id }) => {
    const pair = isOut ? { a: name, b: id } : { a: id, b: name };
    const link = make("a", { href: address(pair), "data-a": pair.a, "data-b": pair.b }, title(id));
    const way = back(place) === value ? "the same the other way" : `the other way: ${WORDS[back(place)]}`;
    return make("li", {}, link, make("span", { class: "small faint" }, id === title(id) ? way : `${id} · ${way}`));
  };
  const names = { no: "No", via: "Yes, under another license", if: "Yes, if you meet the conditions", yes: "Yes" };
  const groups = Object.entries(names).map(([value, words]) => {
    const members = others.filter(({ place }) => answered(place) === value);
    const swatch = make("span", { class: `cell ${value}`, "aria-hidden": "true" });
    const details = make("details", { class: "group" }, make("summary", {}, swatch, ` ${words} (${members.length})`));
    details.append(members.length ? make("ul", { class: "pairs" }, ...members.map(item(value))) : make("p", { class: "faint" }, "None of those shown."));
    details.open = members.length > 0 && members.length <= 40;
    return details;
  });
  at("groups").replaceChildren(...groups);
}

// The pair

/** What a rule is called and means, as the table of rules has it. */
function rule(name) {
  const row = at(`rule-${name}`);
  return { title: row?.querySelector("strong").textContent ?? name, meaning: row?.querySelector("td span").textContent ?? "" };
}

/** The label of an act. */
function called(iri) {
  return acts.get(iri) ?? iri.split(/[#/]/).pop();
}

function because({ rule: name, by, acts_in: own = [], acts_out: others = [] }, part, work) {
  const { title, meaning } = rule(name);
  const link = make("a", { href: `#rule-${name}` }, title);
  const rests = [[part, own], [work, others]].filter(([, iris]) => iris.length);
  const facts = rests.map(([id, iris]) => `${id}: ${iris.map(called).join(", ")}.`);
  if (by) facts.push(`Under ${decodeURIComponent(by.slice(base.length))}.`);
  return make("li", {}, link, ` ${meaning} `, make("span", { class: "faint" }, facts.join(" ")));
}

/** The answer for a part and a work, with its reasons from the file of the part. */
function direction(part, work, row) {
  const [one, two] = [part, work].map((id) => matrix.place.get(id));
  const found = row?.into.find(({ works }) => works.includes(work));
  const value = answer(one, two);
  const query = new URLSearchParams({ ids: part, target: work });
  const { use, ship } = matrix.context;
  if (use !== "combined") query.set("use", use);
  if (ship !== "binary") query.set("ship", ship);
  const conditions = value === "if" && row ? row.conditions.map(({ action }) => called(action)) : [];
  return make("div", { class: "panel" },
    make("p", {}, "A part under ", make("strong", {}, part), " into a work under ", make("strong", {}, work)),
    make("p", {}, verdict(value)),
    ...(found?.because.length ? [make("ul", { class: "plain" }, ...found.because.map((it) => because(it, part, work)))] : []),
    ...(conditions.length ? [make("p", {}, `Conditions of ${part}: ${[...new Set(conditions)].join(", ")}.`)] : []),
    make("p", {}, make("a", { href: `/license-compatibility-checker?${query}` }, "The whole answer, with quotations of both texts")));
}

async function pair() {
  const { a, b, context } = state;
  const view = at("pair");
  const isPair = Boolean(matrix && a && b && matrix.place.has(a) && matrix.place.has(b));
  view.hidden = !isPair;
  if (!isPair) return;
  const turn = (asked += 1);
  at("pair-heading").textContent = a === b ? `${a} with itself` : `${a} and ${b}`;
  const record = (id) => make("a", { href: `/license-library/${encodeURIComponent(id)}` }, title(id));
  if (a === b) {
    at("pair-body").replaceChildren(make("p", {}, record(a), ": part and work are under one license."));
    return;
  }
  const folder = `/compatibility/${encodeURIComponent(context)}`;
  let rows = [];
  try {
    rows = await Promise.all([a, b].map((id) => fetched(`${folder}/${encodeURIComponent(id)}.json`)));
  } catch {
    rows = [null, null];
  }
  if (turn !== asked) return;
  const missing = rows.every(Boolean) ? [] : [make("p", { class: "note" }, "The reasons cannot be fetched; the checker has them.")];
  at("pair-body").replaceChildren(
    make("p", {}, record(a), " and ", record(b)),
    make("div", { class: "directions" }, direction(a, b, rows[0]), direction(b, a, rows[1])),
    ...missing,
  );
}

// What is chosen

function fill() {
  const fields = { context: "context", text: "q", asset: "asset" };
  for (const [id, key] of Object.entries(fields)) if (at(id).value !== state[key]) at(id).value = state[key];
  for (const id of ["spdx", "ports", "only"]) at(id).checked = state[id];
  at("license-a").value = state.a;
  at("license-b").value = state.b;
  at("clear").hidden = !state.a && !state.b;
  at("swap").hidden = !state.a || !state.b;
}

function show() {
  if (!matrix) return;
  shown = filtered();
  const pairs = shown.length * (shown.length - 1);
  const count = { yes: 0, if: 0, via: 0, no: 0 };
  for (const one of shown) for (const other of shown) if (one !== other) count[answer(one, other)] += 1;
  const number = new Intl.NumberFormat("en");
  at("status").textContent = shown.length < 2
    ? "Fewer than two licenses match. Remove a filter."
    : `${shown.length} licenses, ${number.format(pairs)} ordered pairs: ${number.format(count.yes)} yes, ${number.format(count.if)} yes, if you meet the conditions, ${number.format(count.via)} under another license, ${number.format(count.no)} no.`;
  list();
  draw();
}

/** Takes on a change, and says it in the address. */
async function choose(changes, { isStep = false } = {}) {
  const before = state;
  state = { ...state, ...changes };
  if (isStep) history.pushState(null, "", address());
  else history.replaceState(null, "", address());
  await arrive(before);
}

async function arrive(before) {
  fill();
  await load();
  show();
  if (!before || before.a !== state.a || before.b !== state.b || before.context !== state.context) await pair();
}

/** The license that a text names, by identifier or title; none where there is none. */
function named(text) {
  const typed = text.trim();
  if (licenses.has(typed)) return typed;
  const folded = typed.toLowerCase();
  return Array.from(licenses.values()).find((l) => [l.id, l.title].some((name) => name.toLowerCase() === folded))?.id;
}

function complain(field, sentence) {
  const error = at(`${field.id}-error`);
  error.textContent = sentence;
  error.hidden = !sentence;
  if (sentence) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

function submit(event) {
  event.preventDefault();
  const fields = [at("license-a"), at("license-b")];
  const found = fields.map((field) => (field.value.trim() ? named(field.value) : ""));
  fields.forEach((field, i) => complain(field, found[i] === undefined ? `No license here is called “${field.value.trim()}”.` : ""));
  if (found[0] === "" && found[1] === "") complain(fields[0], "Name a license to begin with.");
  const wrong = fields.find((field) => field.hasAttribute("aria-invalid"));
  if (wrong) {
    wrong.focus();
    return;
  }
  const [a, b] = found;
  const way = a && b ? state.way : (a && "out") || "in";
  choose({ a, b, way }, { isStep: true }).then(focus);
}

/** Leads whoever has chosen to what was chosen. */
function focus() {
  if (!matrix) return;
  const target = at("pair").hidden ? at("list-heading") : at("pair-heading");
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "start" });
}

function begin() {
  explorer.hidden = false;
  at("choice").noValidate = true;
  at("choice").addEventListener("submit", submit);
  at("swap").addEventListener("click", () => choose({ a: state.b, b: state.a }, { isStep: true }));
  at("clear").addEventListener("click", () => {
    for (const id of ["license-a", "license-b"]) complain(at(id), "");
    choose({ a: "", b: "", way: "out" }, { isStep: true });
    at("license-a").focus();
  });
  at("filters").addEventListener("submit", (event) => event.preventDefault());
  at("filters").addEventListener("input", () => choose({
    context: at("context").value,
    q: at("text").value,
    asset: at("asset").value,
    spdx: at("spdx").checked,
    ports: at("ports").checked,
    only: at("only").checked,
  }));
  // The license that is listed stays the same, and goes to the other end.
  for (const id of ["way-out", "way-in"]) {
    at(id).addEventListener("change", (event) => choose({ way: event.target.value, a: state.b, b: state.a }));
  }
  at("groups").addEventListener("click", (event) => {
    const link = event.target.closest("a[data-a]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose({ a: link.dataset.a, b: link.dataset.b }, { isStep: true }).then(focus);
  });
  const picture = at("picture");
  picture.addEventListener("pointermove", (event) => point(under(event)));
  picture.addEventListener("pointerleave", () => point(null));
  picture.addEventListener("click", (event) => {
    const cellAt = under(event);
    if (!cellAt) return;
    const [a, b] = [cellAt.row, cellAt.column].map((place) => matrix.ids[shown[place]]);
    choose({ a, b }, { isStep: true }).then(focus);
  });
  const resize = (by) => {
    zoom = Math.min(8, Math.max(1, zoom * by));
    draw();
  };
  at("larger").addEventListener("click", () => matrix && resize(2));
  at("smaller").addEventListener("click", () => matrix && resize(0.5));
  window.addEventListener("popstate", () => {
    const before = state;
    state = read();
    arrive(before);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => matrix && draw());
  let width = at("frame").clientWidth;
  window.addEventListener("resize", () => {
    if (matrix && at("frame").clientWidth !== width) draw();
    width = at("frame").clientWidth;
  });
  arrive(null);
}

begin();
