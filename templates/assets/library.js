// Finds records in the browser, over an index of the whole library. Without it the page lists every record.

const SAYINGS = ["permitted", "required", "prohibited"];
const FIRST_ACTS = 12;
const MOST_NEAREST = 5;
// Rows in the table at first, and more each time whoever reads comes near its end: they fill the window, and a browser lays
// out hundreds of them more slowly than one types. On a phone a row is three lines high.
const CHUNK = matchMedia("(max-width: 44rem)").matches ? 12 : 50;

const $ = (id) => document.getElementById(id);

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `/assets/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

// Ignoring case, accents, and how words are divided.
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[\s_-]+/g, " ").trim();

// Words that people leave out or put in as they like.
const IDLE = new Set(["gnu", "licence", "license", "licenses", "licensed", "only", "the", "under", "version"]);

// A name as people type it: `GPLv3` and `gpl 3.0 only` are equal. The server reads names in the same way.
function typedName(text) {
  const words = [];
  for (const word of text.toLowerCase().match(/\d+|\p{L}+|\+/gu) ?? []) {
    const last = words.at(-1);
    if (/^\d/.test(word) && last) {
      if (last === "v" || last === "ver") words.pop();
      else if (last.length > 2 && last.endsWith("v")) words[words.length - 1] = last.slice(0, -1);
    }
    words.push(word);
  }
  const later = words.join(" ").replace(/\b(or any later|or later|or newer|and later)\b/g, "+").split(" ");
  const kept = later.filter((word) => !IDLE.has(word));
  const isNumber = (word) => word !== undefined && /^\d+$/.test(word);
  // Zeros at the end of a version add nothing: 3.0 is 3, and 2.0.1 is not 2.1.
  for (let at = kept.length - 1; at > 0; at -= 1) {
    if (/^0+$/.test(kept[at]) && !isNumber(kept[at + 1]) && isNumber(kept[at - 1])) kept.splice(at, 1);
  }
  return kept.join(" ");
}

// Whether a name begins with the words typed; the last word may be cut short, a number may not.
const begins = (name, typed) => name.startsWith(typed) && (!/\d$/.test(typed) || [undefined, " "].includes(name[typed.length]));

// ——— The index ———

function record(row, byId, called) {
  const [id, title, language, spdx, alternatives, parent, marks, place, targets, permitted, required, prohibited, standing] = row;
  const made = {
    id, title, language, spdx, parent, place, standing,
    // What names are found by, read once somebody types: all at once they keep a phone for a quarter of a second.
    get words() {
      const names = [...new Set([title, id, spdx, ...alternatives].filter(Boolean).map(fold))];
      const value = {
        names,
        folded: names.join("\n"),
        typed: [id, title, spdx, ...alternatives].filter(Boolean).map(typedName).filter(Boolean),
        called: [id, spdx, ...(called.get(id) ?? [])].filter(Boolean).map(typedName),
      };
      Object.defineProperty(this, "words", { value });
      return value;
    },
    targets: new Set(targets),
    permitted: new Set(permitted),
    required: new Set(required),
    prohibited: new Set(prohibited),
    isWithdrawn: marks.includes("w"),
    isFixture: marks.includes("f"),
  };
  byId.set(id, made);
  return made;
}

// How near a record is to what was typed; smaller is nearer, undefined is not at all.
function rank(made, words, keyword, typed) {
  const { names, folded, typed: begun, called } = made.words;
  const isCalled = called.includes(typed) || names.includes(keyword);
  const isBegun = typed !== "" && begun.some((name) => begins(name, typed));
  if (!isCalled && !isBegun && !words.every((word) => folded.includes(word))) return undefined;
  const isPrefix = isBegun || names.some((name) => name.startsWith(keyword));
  const isWord = isPrefix || names.some((name) => ` ${name}`.includes(` ${keyword}`));
  return (made.parent ? 8 : 0) + (isCalled ? 0 : isPrefix ? 1 : isWord ? 2 : 3);
}

// The share of letters two words have in common in their places; letters that changed places count as one slip.
function likeness(one, other) {
  const longest = Math.max(one.length, other.length);
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const slips = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      slips[at] = Math.min(last[at] + 1, slips[at - 1] + 1, last[at - 1] + (same ? 0 : 1));
      const turned = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (turned) slips[at] = Math.min(slips[at], before[at - 2] + 1);
    }
    [before, last] = [last, slips];
  }
  return longest ? 1 - last[other.length] / longest : 0;
}

function nearest(records, keyword) {
  const words = keyword.split(" ");
  // A slip in one word of a long title counts no more than in a short one.
  const known = new Map();
  const like = (word, other) => {
    const key = `${word} ${other}`;
    if (!known.has(key)) known.set(key, likeness(word, other));
    return known.get(key);
  };
  return records
    .map((made) => {
      const others = made.words.names.flatMap((name) => name.split(" "));
      const each = words.map((word) => Math.max(...others.map((other) => like(word, other))));
      return [each.reduce((sum, one) => sum + one, 0) / words.length, made];
    })
    .filter(([near]) => near > 0.55)
    .sort(([one, a], [other, b]) => other - one || Boolean(a.parent) - Boolean(b.parent))
    .slice(0, MOST_NEAREST)
    .map(([, made]) => made);
}

// ——— What is asked for, as the address of the page says it ———

function asked(index) {
  const parameters = new URLSearchParams(location.search);
  const places = (name, table) =>
    new Set(parameters.getAll(name).map((term) => table.findIndex(([known]) => known === term)).filter((at) => at >= 0));
  const [place] = places("jurisdiction", index.places);
  const ports = parameters.get("ports");
  return {
    keyword: parameters.get("keyword") ?? "",
    permitted: places("permitted", index.acts),
    required: places("required", index.acts),
    prohibited: places("prohibited", index.acts),
    targets: places("target", index.targets),
    place,
    ports: ["exclude", "only"].includes(ports) ? ports : "include",
    spdx: parameters.get("spdx") === "yes",
    withdrawn: parameters.get("withdrawn") === "yes",
  };
}

function address(index, state) {
  const parameters = new URLSearchParams();
  if (state.keyword.trim()) parameters.set("keyword", state.keyword.trim());
  for (const saying of SAYINGS) {
    for (const act of state[saying]) parameters.append(saying, index.acts[act][0]);
  }
  for (const target of state.targets) parameters.append("target", index.targets[target][0]);
  if (state.place !== undefined) parameters.set("jurisdiction", index.places[state.place][0]);
  if (state.ports !== "include") parameters.set("ports", state.ports);
  if (state.spdx) parameters.set("spdx", "yes");
  if (state.withdrawn) parameters.set("withdrawn", "yes");
  const query = parameters.toString().replaceAll("%3A", ":");
  return query ? `?${query}` : location.pathname;
}

const has = (set, wanted) => {
  for (const one of wanted) if (!set.has(one)) return false;
  return true;
};

// The filters other than the keyword. Those of which one alone can be chosen are left out by name, to count what each
// of their choices would find.
function admits(state, made, except) {
  return (
    SAYINGS.every((saying) => has(made[saying], state[saying])) &&
    has(made.targets, state.targets) &&
    (except === "place" || state.place === undefined || made.place === state.place) &&
    (except === "ports" || state.ports === "include" || (state.ports === "only") === Boolean(made.parent)) &&
    (!state.spdx || made.spdx) &&
    (!state.withdrawn || made.isWithdrawn)
  );
}

function search(records, keyword) {
  const folded = fold(keyword);
  if (!folded) return records;
  const words = folded.split(" ");
  const typed = typedName(keyword);
  const ranked = [];
  for (const made of records) {
    const near = rank(made, words, folded, typed);
    if (near !== undefined) ranked.push([near, made]);
  }
  return ranked.sort(([one, a], [other, b]) => one - other || a.standing - b.standing).map(([, made]) => made);
}

// ——— The table ———

function verdict(made, act) {
  if (made.prohibited.has(act)) return "prohibited";
  if (made.required.has(act)) return "required";
  return made.permitted.has(act) ? "permitted" : "silent";
}

const wordOf = (saying) => (saying === "silent" ? "not stated" : saying);

function rowOf(index, made) {
  const link = element("a", { href: `/license-library/${made.id}`, textContent: made.title });
  if (made.language) link.lang = made.language;
  const names = element("span", { className: "names" }, element("code", { textContent: made.id }));
  if (made.spdx && made.spdx !== made.id) names.append(" SPDX ", element("code", { textContent: made.spdx }));
  const tags = [[made.parent, "port", ""], [made.isFixture, "test fixture", " warn"], [made.isWithdrawn, "withdrawn", " warn"]];
  for (const [is, word, look] of tags) {
    if (is) names.append(" ", element("span", { className: `tag${look}`, textContent: word }));
  }
  const row = element("tr", {}, element("th", { scope: "row" }, link, names));
  for (const act of index.telling) {
    const saying = verdict(made, act);
    const mark = element("span", { className: `mark ${saying}`, title: wordOf(saying) }, icon(saying));
    mark.append(element("span", { className: "unseen", textContent: wordOf(saying) }));
    const cell = element("td", {}, mark);
    cell.dataset.label = index.acts[act][1];
    row.append(cell);
  }
  return row;
}

// ——— The filters ———

function tick(name, value, words, saying = "") {
  const count = element("span", { className: "number" });
  const input = element("input", { type: "checkbox", name, value });
  const label = element("label", { className: `pick ${saying}` }, input, ...words, count);
  return { label, input, count };
}

function actRow(index, act, totals, ticks) {
  const [, name] = index.acts[act];
  const row = element("tr", {}, element("th", { scope: "row", textContent: name }));
  for (const saying of SAYINGS) {
    const cell = element("td");
    if (totals[saying][act]) {
      const words = element("span", { className: "unseen", textContent: `${name} ${saying}, ` });
      const made = tick(saying, act, [words], saying);
      ticks.push({ ...made, saying, act });
      cell.append(made.label);
    }
    row.append(cell);
  }
  return row;
}

function actTable(index, acts, totals, ticks, caption) {
  const heads = SAYINGS.map((saying) => {
    const head = element("th", { scope: "col", className: saying, title: saying }, icon(saying));
    head.append(element("span", { className: "unseen", textContent: saying }));
    return head;
  });
  const head = element("thead", {}, element("tr", {}, element("th", { scope: "col", textContent: "Act" }), ...heads));
  const body = element("tbody", {}, ...acts.map((act) => actRow(index, act, totals, ticks)));
  return element("table", { className: "acts-grid" }, element("caption", { className: "unseen", textContent: caption }), head, body);
}

function group(title, ...content) {
  return element("fieldset", {}, element("legend", { textContent: title }), ...content);
}

function filters(index, records) {
  const ticks = [];
  const totals = tally(index, records);
  const weight = (act) => SAYINGS.reduce((sum, saying) => sum + totals[saying][act], 0);
  const acts = index.acts.map((_, act) => act);
  const first = new Set([...acts].sort((a, b) => weight(b) - weight(a)).slice(0, FIRST_ACTS).concat(index.telling));
  const key = element("p", { className: "key small" });
  for (const saying of SAYINGS) key.append(element("span", { className: saying }, icon(saying), ` ${saying}`), " ");
  const rest = acts.filter((act) => !first.has(act));
  const more = element("details", {}, element("summary", { textContent: `${rest.length} more acts` }));
  more.append(actTable(index, rest, totals, ticks, "Further acts"));
  const targets = index.targets.map(([, name], target) => {
    const made = tick("target", target, [element("span", { textContent: name })]);
    ticks.push({ ...made, target });
    return made.label;
  });
  const place = element("select", { id: "place", name: "jurisdiction" });
  place.append(new Option("anywhere", ""), ...index.places.map(([, name], at) => new Option(name, at)));
  const ports = element("select", { id: "ports", name: "ports" });
  ports.append(new Option("with ports", "include"), new Option("without ports", "exclude"), new Option("ports only", "only"));
  const spdx = tick("spdx", "yes", [element("span", { textContent: "has an SPDX identifier" })]);
  const withdrawn = tick("withdrawn", "yes", [element("span", { textContent: "withdrawn" })]);
  const choice = (text, select) => element("p", { className: "field" }, element("label", { htmlFor: select.id, textContent: text }), select);
  $("filters").replaceChildren(
    group("What it says of an act", key, actTable(index, acts.filter((act) => first.has(act)), totals, ticks, "Frequent acts"), more),
    group("Asset types", ...targets),
    group("Records", choice("Jurisdiction", place), choice("Ports", ports), spdx.label, withdrawn.label),
  );
  return { ticks, place, ports, spdx, withdrawn, more };
}

function tally(index, records) {
  const zeros = (table) => new Array(table.length).fill(0);
  const counts = { targets: zeros(index.targets) };
  for (const saying of SAYINGS) {
    counts[saying] = zeros(index.acts);
    for (const made of records) for (const act of made[saying]) counts[saying][act] += 1;
  }
  for (const made of records) for (const target of made.targets) counts.targets[target] += 1;
  return counts;
}

// ——— The page ———

// Lets the browser answer whoever touches the page meanwhile.
const pause = () => new Promise((go) => setTimeout(go));

async function browse(index) {
  const byId = new Map();
  const called = new Map();
  for (const [name, id] of Object.entries(index.typed_names)) called.set(id, [...(called.get(id) ?? []), name]);
  const records = index.records.map((row) => record(row, byId, called));
  const rows = new Map();
  await pause();
  const controls = filters(index, records);
  await pause();
  const keyword = $("keyword");
  let state = asked(index);
  let isTyping = false;
  let waiting = [];

  const heads = $("records").tHead.rows[0];
  for (const act of index.telling) heads.append(element("th", { scope: "col", textContent: index.acts[act][1] }));

  function row(made) {
    if (!rows.has(made.id)) rows.set(made.id, rowOf(index, made));
    return rows.get(made.id);
  }

  const end = new IntersectionObserver(([more]) => more.isIntersecting && showMore(CHUNK), { rootMargin: "1200px" });

  function showMore(most) {
    $("records").tBodies[0].append(...waiting.splice(0, most).map(row));
    $("more").hidden = !waiting.length;
    // Tells anew whether the end is near.
    end.unobserve($("more"));
    end.observe($("more"));
  }

  // Fields show what is asked for, and what each choice would find.
  function fill(found, named) {
    const counts = tally(index, found);
    for (const { label, input, count, saying, act, target } of controls.ticks) {
      const is = saying ? state[saying].has(act) : state.targets.has(target);
      const number = saying ? counts[saying][act] : counts.targets[target];
      input.checked = is;
      count.textContent = number;
      label.classList.toggle("none", !number && !is);
    }
    controls.spdx.input.checked = state.spdx;
    controls.spdx.count.textContent = found.filter((made) => made.spdx).length;
    controls.withdrawn.input.checked = state.withdrawn;
    controls.withdrawn.count.textContent = found.filter((made) => made.isWithdrawn).length;
    const anywhere = new Array(index.places.length).fill(0);
    for (const made of named) if (made.place !== null && admits(state, made, "place")) anywhere[made.place] += 1;
    for (const option of controls.place.options) {
      if (option.value === "") continue;
      const number = anywhere[option.value];
      option.textContent = `${index.places[option.value][1]} (${number})`;
      option.hidden = !number && Number(option.value) !== state.place;
    }
    controls.place.value = state.place ?? "";
    const either = named.filter((made) => admits(state, made, "ports"));
    const ports = either.filter((made) => made.parent).length;
    const numbers = [either.length, either.length - ports, ports];
    for (const [at, words] of ["with ports", "without ports", "ports only"].entries()) {
      controls.ports.options[at].textContent = `${words} (${numbers[at]})`;
    }
    controls.ports.value = state.ports;
    if (document.activeElement !== keyword) keyword.value = state.keyword;
    if (SAYINGS.some((saying) => [...state[saying]].some((act) => controls.more.querySelector(`[name="${saying}"][value="${act}"]`)))) {
      controls.more.open = true;
    }
  }

  // Each filter as a button that takes it back.
  function chosen() {
    const chips = [];
    const chip = (words, change) => {
      const button = element("button", { type: "button", className: "button slight chip" }, words, element("span", { className: "unseen", textContent: ", remove" }));
      button.append(element("span", { ariaHidden: "true", textContent: " ×" }));
      button.addEventListener("click", () => {
        change();
        go();
        $("count").parentElement.querySelector("button")?.focus();
      });
      chips.push(button, " ");
    };
    for (const saying of SAYINGS) {
      for (const act of state[saying]) chip(`${index.acts[act][1]} ${saying}`, () => state[saying].delete(act));
    }
    for (const target of state.targets) chip(index.targets[target][1], () => state.targets.delete(target));
    if (state.place !== undefined) chip(index.places[state.place][1], () => (state.place = undefined));
    if (state.ports !== "include") chip(state.ports === "only" ? "ports only" : "without ports", () => (state.ports = "include"));
    if (state.spdx) chip("has an SPDX identifier", () => (state.spdx = false));
    if (state.withdrawn) chip("withdrawn", () => (state.withdrawn = false));
    if (chips.length > 2) {
      const all = element("button", { type: "button", className: "button slight", textContent: "Remove all filters" });
      all.addEventListener("click", () => {
        clear();
        keyword.focus();
      });
      chips.push(all);
    }
    $("chosen").replaceChildren(...chips);
  }

  function clear() {
    const { keyword: kept } = state;
    history.pushState(null, "", kept ? `?${new URLSearchParams({ keyword: kept })}` : location.pathname);
    state = asked(index);
    show();
  }

  // Nothing found: by the name because of the filters, or by the name at all.
  function explain(named) {
    const box = $("nothing");
    const list = (title, some) => [
      element("p", { textContent: title }),
      element("ul", { className: "plain" }, ...some.map((made) =>
        element("li", {}, element("a", { href: `/license-library/${made.id}`, lang: made.language, textContent: made.title }), " ", element("code", { textContent: made.id })))),
    ];
    if (named.length) {
      const words = named.length === 1 ? "One record matches" : `${named.length} records match`;
      const all = element("button", { type: "button", className: "button", textContent: "Remove all filters" });
      all.addEventListener("click", clear);
      box.replaceChildren(element("p", { textContent: `${words} without the filters.` }), all);
    } else {
      const near = nearest(records, fold(state.keyword));
      box.replaceChildren(...(near.length
        ? list("No license has this name. Similar names:", near)
        : [element("p", { textContent: "No license has this name or a similar one." })]));
    }
  }

  function show() {
    const named = search(records, state.keyword);
    const found = named.filter((made) => admits(state, made));
    $("count").textContent = found.length === 1 ? "1 record" : `${found.length} records`;
    waiting = [...found];
    $("records").tBodies[0].replaceChildren();
    showMore(CHUNK);
    $("records").hidden = !found.length;
    $("nothing").hidden = Boolean(found.length);
    if (!found.length) explain(named);
    fill(found, named);
    chosen();
  }

  function go({ typing = false } = {}) {
    const to = address(index, state);
    // What is typed letter by letter is one step back.
    if (typing && isTyping) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    isTyping = typing;
    show();
  }

  keyword.addEventListener("input", () => {
    state.keyword = keyword.value;
    go({ typing: true });
  });
  $("search").addEventListener("submit", (event) => {
    event.preventDefault();
    $("count").scrollIntoView({ block: "nearest" });
  });
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("filters").addEventListener("change", ({ target: { name, value, checked } }) => {
    const put = (set) => (checked ? set.add(Number(value)) : set.delete(Number(value)));
    if (SAYINGS.includes(name)) put(state[name]);
    else if (name === "target") put(state.targets);
    else if (name === "jurisdiction") state.place = value === "" ? undefined : Number(value);
    else if (name === "ports") state.ports = value;
    else state[name] = checked;
    go();
  });
  addEventListener("popstate", () => {
    state = asked(index);
    isTyping = false;
    keyword.value = state.keyword;
    show();
  });

  $("more").addEventListener("click", () => {
    const { length } = $("records").tBodies[0].rows;
    showMore(waiting.length);
    $("records").tBodies[0].rows[length]?.querySelector("a").focus();
  });
  addEventListener("beforeprint", () => showMore(waiting.length));

  keyword.value = state.keyword;
  // On a phone the filters would hide what they find.
  $("facets").open = matchMedia("(min-width: 60rem)").matches;
  show();
  $("whole").remove();
  $("browse").hidden = false;
}

try {
  // The index belongs to the page: neither may be older than the other.
  const answer = await fetch($("browse").dataset.index, { cache: "no-cache" });
  if (answer.ok) await browse(await answer.json());
} catch {
  // The whole list is there already.
}
