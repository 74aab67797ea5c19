// The cases of tests/cases, decided by the module of the edges: in Node, and in the njs that nginx has.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import edge from "../../templates/edge/edge.mjs";
import { builtTree, has, repository, temporaryFolder } from "./deployment.mjs";

/** The cases of a file as one sort: `accept` is one text, or null. */
async function cases(file) {
  const text = await readFile(join(repository, "tests/cases", file), "utf8");
  return JSON.parse(text).map((each) => {
    const accept = Array.isArray(each.accept) ? (each.accept.length > 0 ? each.accept.join(",") : null) : each.accept;
    return { class: "version", elsewhere: null, ...each, accept };
  });
}

const all = [...(await cases("negotiation.json")), ...(await cases("dialects.json"))];
const classes = JSON.parse(await readFile(join(await builtTree(), "_edge/manifest.json"), "utf8")).classes;

/** What a case comes to, in the words of the files. */
function outcome({ dialect, representations }, { elsewhere, format, accept }) {
  const orNot = (value) => (value === null ? undefined : value);
  const found = edge.choose(dialect, representations, orNot(elsewhere), orNot(format), orNot(accept));
  return found.form ? found.form.key : found.location ? `${found.status} ${found.location}` : String(found.status);
}

test("every case is decided as it says, in Node", () => {
  assert.ok(all.length > 150);
  const wrong = all
    .map((each) => ({ ...each, found: outcome(classes[each.class], each) }))
    .filter((each) => each.found !== each.expect);
  assert.deepEqual(wrong, []);
});

test("every case is decided as it says, in njs", { skip: !(await has("njs")) && "there is no njs" }, async () => {
  const folder = await temporaryFolder();
  await copyFile(join(repository, "templates/edge/edge.mjs"), join(folder, "edge.mjs"));
  await writeFile(join(folder, "cases.json"), JSON.stringify({ all, classes }));
  const program = `
    import edge from './edge.mjs';
    import fs from 'fs';
    const given = JSON.parse(fs.readFileSync('${folder}/cases.json'));
    const orNot = value => value === null ? undefined : value;
    console.log(JSON.stringify(given.all.map(each => {
        const rules = given.classes[each.class];
        const found = edge.choose(rules.dialect, rules.representations, orNot(each.elsewhere), orNot(each.format),
            orNot(each.accept));
        return found.form ? found.form.key : found.location ? found.status + ' ' + found.location : String(found.status);
    })));`;
  await writeFile(join(folder, "cases.mjs"), program);
  const { stdout } = await promisify(execFile)("njs", ["-t", "module", join(folder, "cases.mjs")], { cwd: folder });
  assert.deepEqual(JSON.parse(stdout), all.map((each) => each.expect));
});
