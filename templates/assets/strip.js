// Shows for a record whether parts may go into works, with the best known licenses, from the precomputed answers.

const strip = document.getElementById("strip");
const { license, known } = strip.dataset;
const WORDS = { yes: "yes", if: "on conditions", via: "by way of another license", no: "no" };
const ICONS = { yes: "permitted", if: "required", via: "required", no: "prohibited" };
const SVG = "http://www.w3.org/2000/svg";

function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/assets/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

function item(name, answer, part, work) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/license-compatibility-checker?${new URLSearchParams({ ids: part, target: work })}`;
  link.textContent = name;
  item.append(icon(ICONS[answer]), link, ` ${WORDS[answer]}`);
  return item;
}

async function show() {
  const response = await fetch(`/compatibility/combined-binary/${encodeURIComponent(license)}.json`);
  if (!response.ok) return;
  const { into, takes } = await response.json();
  const others = known.split("|").map((pair) => pair.split("=")).filter(([id]) => id !== license);
  const answers = {
    into: (id) => into.find(({ works }) => works.includes(id))?.answer,
    takes: (id) => Object.keys(takes).find((answer) => takes[answer].includes(id)),
  };
  for (const list of strip.querySelectorAll("ul")) {
    const isInto = list.dataset.way === "into";
    const answered = others.map(([id, name]) => [id, name, answers[list.dataset.way](id)]).filter(([, , answer]) => answer);
    list.replaceChildren(...answered.map(([id, name, answer]) => (isInto ? item(name, answer, license, id) : item(name, answer, id, license))));
  }
  strip.hidden = !strip.querySelector("li");
}

// Without the answers the link to the checker stays.
show().catch(() => {});
