// The compatibility matrix: a picture of every pair, a list of one license's pairs, and one pair with its reasons.
// One index of grades is fetched, and for a pair the files of its two records and the entries of its verdict.

const GRADES = { ".": "none", r: "restriction", c: "conflict" };
const WORDS = { none: "nothing stands between", restriction: "restriction", conflict: "conflict" };
const SMALLEST = 3;
const LARGEST = 24;
const LABELLED = 12;

const at = (id) => document.getElementById(id);
const explorer = at("explorer");
const base = explorer.dataset.licenseBase;
const licenses = new Map();
for (const option of at("licenses").options) {
  const { spdx, port, assets } = option.dataset;
  licenses.set(option.value, {
    id: option.value,
    title: option.label,
    hasSpdx: spdx !== undefined,
    isPort: Boolean(port),
    assets: assets.split(" "),
    words: `${option.value} ${option.label}`.toLowerCase(),
  });
}
const acts = new Map(Array.from(at("acts").options, (option) => [option.value, option.label]));

/** Everything the address says. */
let state = read();
/** The index of the graph in `state`, once it is here. */
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
  const [graph, asset] = [query.get("graph"), query.get("asset")];
  return {
    a: known("a"),
    b: known("b"),
    graph: has("graph", graph) ? graph : at("graph").options[0].value,
    q: query.get("q") ?? "",
    asset: has("asset", asset) ? asset : "",
    spdx: query.has("spdx"),
    ports: query.has("ports"),
    only: query.has("only"),
    way: query.get("way") === "in" ? "in" : "out",
  };
}

function address(changes = {}) {
  const { a, b, graph, q, asset, spdx, ports, only, way } = { ...state, ...changes };
  const query = new URLSearchParams();
  if (a) query.set("a", a);
  if (b) query.set("b", b);
  if (graph !== at("graph").options[0].value) query.set("graph", graph);
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

/** Fetches the index of the graph that is chosen, and says plainly where there is none. */
async function load() {
  const graph = state.graph;
  if (matrix?.graph === graph) return;
  at("status").textContent = "The grades are being fetched.";
  let [index, why] = [null, ""];
  try {
    index = await fetched(`/compatibility/${encodeURIComponent(graph)}/index.json`);
    if (!index) {
      const command = make("code", {}, `muniment matrix --graph ${graph}`);
      why = ["The matrix of this graph has not been made yet. ", command, " makes it beside the tree; a server that runs has to be started again to see it."];
    }
  } catch {
    why = ["The grades cannot be fetched just now. Load the page again to try once more."];
  }
  if (graph !== state.graph) return;
  matrix = index && { ...index, place: new Map(index.ids.map((id, place) => [id, place])) };
  at("missing").hidden = Boolean(matrix);
  at("missing").replaceChildren(...why);
  for (const id of ["list", "pictured"]) at(id).hidden = !matrix;
  if (!matrix) at("status").textContent = "";
}

/** The license whose pairs are listed: the one taken up, or the one the work goes under. */
function listed() {
  return state.way === "in" ? state.b : state.a;
}

function grade(from, under) {
  return GRADES[matrix.grades[from][under]];
}

/** Whether two licenses are in conflict in a direction. */
function clash(one, other) {
  return matrix.grades[one][other] === "c" || matrix.grades[other][one] === "c";
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
  if (!state.only) return left;
  const own = matrix.place.get(listed());
  if (own !== undefined) return left.filter((place) => place === own || clash(own, place));
  return left.filter((place) => left.some((other) => other !== place && clash(place, other)));
}

function verdict(value) {
  const icons = { none: "permitted", restriction: "required", conflict: "conflict" };
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

/** What one cell looks like, by its letter: hatched for a restriction, filled for a conflict. */
function stamps(size, [none, restriction, conflict, self]) {
  const edge = size >= 6 ? 1 : 0;
  const period = Math.max(3, Math.round(size / 4));
  const stamp = (paint) => Array.from({ length: size * size }, (_, i) => paint(Math.floor(i / size), i % size).word);
  const isWithin = (y, x) => x >= edge && y >= edge;
  return {
    ".": stamp(() => none),
    r: stamp((y, x) => (isWithin(y, x) && (x + y) % period < period / 3 ? restriction : none)),
    c: stamp((y, x) => (isWithin(y, x) ? conflict : none)),
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
    const letters = matrix.grades[shown[row]];
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
    ...(from === to ? [] : [make("strong", {}, matrix.ids[to]), ": ", WORDS[grade(from, to)]]),
  );
}

// The list

function list() {
  const [name, isOut] = [listed(), state.way === "out"];
  const own = matrix.place.get(name);
  at("list").hidden = own === undefined;
  if (own === undefined) return;
  at("list-heading").textContent = `${title(name)} with every other license shown`;
  at("way-out-label").textContent = `a work under ${name} is taken into a work under the other`;
  at("way-in-label").textContent = `a work under the other is taken into a work under ${name}`;
  at(isOut ? "way-out" : "way-in").checked = true;
  const graded = (other) => (isOut ? grade(own, other) : grade(other, own));
  const back = (other) => (isOut ? grade(other, own) : grade(own, other));
  const others = shown.filter((place) => place !== own).map((place) => ({ place, id: matrix.ids[place] }));
  const byTitle = new Intl.Collator("en");
  others.sort((a, b) => byTitle.compare(title(a.id), title(b.id)));
  const item = (value) => ({ place, id }) => {
    const pair = isOut ? { a: name, b: id } : { a: id, b: name };
    const link = make("a", { href: address(pair), "data-a": pair.a, "data-b": pair.b }, title(id));
    const way = back(place) === value ? "the same the other way" : `the other way: ${WORDS[back(place)]}`;
    return make("li", {}, link, make("span", { class: "small faint" }, id === title(id) ? way : `${id} · ${way}`));
  };
  const names = { conflict: "Conflict", restriction: "Restriction", none: "Nothing stands between" };
  const groups = Object.entries(names).map(([value, words]) => {
    const members = others.filter(({ place }) => graded(place) === value);
    const swatch = make("span", { class: `grade ${value}`, "aria-hidden": "true" });
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

function ruleList(found) {
  const byText = found?.rules ?? [];
  const byDefault = found?.by_default ?? [];
  const names = [...new Set([...byText, ...byDefault])].sort();
  const items = names.map((name) => {
    const { title, meaning } = rule(name);
    const origin = [
      byText.includes(name) && "what the licenses say",
      byDefault.includes(name) && "what a default rule supplied",
    ].filter(Boolean);
    const link = make("a", { href: `#rule-${name}` }, name);
    return make("li", {}, link, " ", make("strong", {}, title), ` ${meaning} `, make("span", { class: "faint" }, `By ${origin.join(", and by ")}.`));
  });
  return make("ul", { class: "plain" }, ...items);
}

/** The name of an act or a license in a statement. */
function called(iri) {
  if (iri.startsWith(base)) return decodeURIComponent(iri.slice(base.length));
  return acts.get(iri) ?? iri.split(/[#/]/).pop();
}

function statement([license, predicate, object]) {
  const verbs = { permission: "permits", prohibition: "prohibits", duty: "requires", compatibleWith: "names" };
  const verb = verbs[predicate.split(/[#/]/).pop()] ?? predicate;
  return [make("strong", {}, called(license)), ` ${verb} `, make("q", {}, called(object))];
}

function entry(found) {
  const supplied = [found.rule_1, found.rule_2].some(Boolean);
  const reason = found.reason.replace(/https?:\/\/[^\s,()]+/g, called);
  return make("li", {}, ...statement(found.statement_1), "; ", ...statement(found.statement_2), ".",
    ...(supplied ? [" ", make("span", { class: "tag" }, "a default rule supplied one of them")] : []),
    make("p", { class: "small faint" }, reason));
}

/** Every entry of the verdict about two licenses. */
async function entries(a, b) {
  const question = { licenses: [a, b].map((id) => base + id) };
  if (state.graph !== at("graph").options[0].value) question.dependency_graph = state.graph;
  try {
    const response = await fetch("/compatibilitycheck/", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(question),
    });
    if (!response.ok) throw new Error(String(response.status));
    const { direct, derived } = (await response.json()).conflicting_statements;
    const found = [...Object.values(direct), ...Object.values(derived)];
    return make("ul", { class: "plain" }, ...found.map(entry));
  } catch {
    return make("p", { class: "note" }, "The entries cannot be fetched just now; the full verdict has them.");
  }
}

function direction(from, to) {
  const [one, two] = [from, to].map((id) => matrix.place.get(id));
  return make("div", { class: "panel" },
    make("p", {}, "A work under ", make("strong", {}, from), " taken into a work under ", make("strong", {}, to)),
    make("p", {}, verdict(grade(one, two))));
}

async function pair() {
  const { a, b, graph } = state;
  const view = at("pair");
  const isPair = Boolean(matrix && a && b && matrix.place.has(a) && matrix.place.has(b));
  view.hidden = !isPair;
  if (!isPair) return;
  const turn = (asked += 1);
  at("pair-heading").textContent = a === b ? `${a} with itself` : `${a} and ${b}`;
  const record = (id) => make("a", { href: `/license-library/${encodeURIComponent(id)}` }, title(id));
  const full = make("a", { class: "button", href: `/license-compatibility-checker?ids=${encodeURIComponent(a)},${encodeURIComponent(b)}` }, "The full verdict in the checker");
  const head = a === b
    ? [make("p", {}, record(a), ": two works under one license.")]
    : [make("p", {}, record(a), " and ", record(b)), make("div", { class: "directions" }, direction(a, b), direction(b, a))];
  at("pair-body").replaceChildren(...head);
  const folder = `/compatibility/${encodeURIComponent(graph)}`;
  let rows = [];
  try {
    rows = await Promise.all([...new Set([a, b])].map((id) => fetched(`${folder}/${encodeURIComponent(id)}.json`)));
  } catch {
    rows = [];
  }
  if (turn !== asked) return;
  const body = [];
  const between = rows[0]?.counterparts[b];
  if (!rows[0] || rows.some((row) => !row)) {
    body.push(make("p", { class: "note" }, "The reasons cannot be fetched just now; the full verdict has them."));
  } else if (a !== b) {
    body.push(make("h3", {}, "Rules behind it"));
    body.push(between ? ruleList(between) : make("p", {}, "No rule found anything between the two."));
  }
  const faults = rows.filter((row) => row && (row.defects.rules.length || row.defects.by_default?.length));
  for (const row of faults) body.push(make("h3", {}, `${row.id} against itself`), ruleList(row.defects));
  const links = make("p", {}, full);
  at("pair-body").replaceChildren(...head, ...body, links);
  if (!between && !faults.length) return;
  const found = await entries(a, b);
  if (turn === asked) links.before(make("h3", {}, "Every entry of the verdict"), found);
}

// What is chosen

function fill() {
  const fields = { graph: "graph", text: "q", asset: "asset" };
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
  const count = { none: 0, restriction: 0, conflict: 0 };
  for (const one of shown) for (const other of shown) if (one !== other) count[grade(one, other)] += 1;
  const number = new Intl.NumberFormat("en");
  at("status").textContent = shown.length < 2
    ? "Fewer than two licenses are left; take a filter away."
    : `${shown.length} licenses, ${number.format(pairs)} ordered pairs: ${number.format(count.none)} with nothing between them, ${number.format(count.restriction)} with restrictions, ${number.format(count.conflict)} in conflict.`;
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
  if (!before || before.a !== state.a || before.b !== state.b || before.graph !== state.graph) await pair();
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
    graph: at("graph").value,
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
