// The patterns by which nginx reads rankings without the module: whatever one of them recognizes, the module would have
// chosen the form of the type it finds. Every list of up to three ranges is tried, with qualities of every order.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import edge from "../../templates/edge/edge.mjs";
import { builtTree } from "./deployment.mjs";

const TYPES = ["text/turtle", "application/json", "text/html", "application/rdf+xml", "text/n3", "image/png", "*/*", "text/*"];
const QUALITIES = ["", ";q=1", ";q=0.95", "; q=0.9", ";q=0.90", ";q=0.85", ";q=0.8", ";q=0.5", ";q=0"];
const RANGES = TYPES.flatMap((type) => QUALITIES.map((quality) => type + quality));

/** What real clients send. */
const CLIENTS = [
  "text/turtle,application/n-triples;q=0.9,application/ld+json;q=0.8,application/rdf+xml;q=0.7,*/*;q=0.3",
  "application/rdf+xml, */*;q=0.1",
  "text/turtle, application/x-turtle, */*;q=0.1",
  "application/ld+json, application/json;q=0.9, */*;q=0.1",
  "application/ld+json;q=0.9, application/rdf+xml;q=0.8, text/turtle;q=0.8",
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
];

/** Lists of one, two and three ranges. */
function* lists() {
  for (const first of RANGES) {
    yield first;
    for (const second of RANGES) {
      yield `${first}, ${second}`;
      for (const third of RANGES) yield `${first}, ${second},${third}`;
    }
  }
}

const folder = await builtTree();
const { classes } = JSON.parse(await readFile(join(folder, "_edge/manifest.json"), "utf8"));
const configuration = await readFile(join(folder, "_edge/nginx/http.conf"), "utf8");
const patterns = [...configuration.matchAll(/^ {4}"~(.*)" "\$muniment_ranked";$/gm)].map((found) => new RegExp(found[1]));

/** The first type a pattern finds, as nginx tries them. */
function winnerOf(accept) {
  for (const pattern of patterns) {
    const found = pattern.exec(accept);
    if (found !== null) return found.groups.muniment_ranked;
  }
  return undefined;
}

test("a ranking that is recognized gets what the module chooses", () => {
  const rules = Object.values(classes).filter(({ dialect }) => dialect === "version2" || dialect === "linked-data");
  const elsewhere = { html: "/page", other: "/other" };
  assert.ok(patterns.length > 2 && rules.length > 3);
  const sorts = [...new Map(rules.map((each) => [JSON.stringify([each.dialect, each.representations]), each])).values()];
  let recognized = 0;
  for (const accept of [...CLIENTS, ...lists()]) {
    const winner = winnerOf(accept);
    if (winner === undefined) continue;
    recognized += 1;
    for (const { dialect, representations } of sorts) {
      // Only types of forms are in the tables.
      if (!representations.some((form) => form.accepted_as.includes(winner))) continue;
      const [found, expected] = [winner, accept].map((text) => edge.choose(dialect, representations, elsewhere, undefined, text));
      assert.equal(found.form?.key, expected.form?.key, `${accept} at ${dialect}: ${winner}`);
    }
  }
  assert.ok(recognized > 50_000, `only ${recognized} are recognized`);
});

test("what real clients send is recognized", () => {
  assert.deepEqual(CLIENTS.filter((accept) => winnerOf(accept) === undefined), []);
});

test("what a pattern must not judge it does not recognize", () => {
  const left = ["text/turtle;q=0.9", "text/turtle;q=0.1, text/turtle, application/json;q=0.5", "Text/Turtle, text/html;q=0.5",
    "*/*, text/turtle;q=0.5", "text/turtle;q=2, text/html", "text/turtle;level=1, text/html", "text/turtle,", ""];
  assert.deepEqual(left.filter((accept) => winnerOf(accept) !== undefined), []);
});
