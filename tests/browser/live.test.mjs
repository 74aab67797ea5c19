// A curator at work: what is written to the data is built and stands in the open page, with nothing else done.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { after, before, suite, test } from "node:test";
import { compiler, openBrowser, repository, Site, visitor } from "./site.mjs";

const BASE = ["--base-url", "https://muniment.example"];
const RECORD = "licenses/CC-BY-4.0.ttl";

suite("live reload", () => {
  let data, browser, site, watching;
  before(async () => {
    data = await mkdtemp(join(tmpdir(), "muniment-data-"));
    await cp(join(repository, "tests/fixtures/small"), data, { recursive: true });
    const flags = ["--live-reload", ...BASE];
    [browser, site] = await Promise.all([openBrowser(), Site.start({ data: relative(repository, data), flags })]);
  });
  after(async () => {
    watching?.kill();
    await browser?.close();
    await site?.stop();
    await rm(data, { recursive: true, force: true });
  });

  test("a corrected record is shown by the page that is open", async () => {
    const { context, page, complaints } = await visitor(browser, site);
    await page.goto("/license-library/CC-BY-4.0", { waitUntil: "load" });
    const title = await page.getByRole("heading", { level: 1 }).innerText();
    const text = await readFile(join(data, RECORD), "utf8");
    assert.ok(text.includes(`dct:title "${title}"`), title);

    watching = spawn(compiler, ["build", "--watch", "--data", data, "--out", join(site.folder, "site"), ...BASE]);
    const said = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
    assert.match((await said.next()).value, /^(?:built|unchanged) /);

    await writeFile(join(data, RECORD), text.replace(`dct:title "${title}"`, 'dct:title "Corrected while you watch"'));
    await page.getByRole("heading", { level: 1, name: "Corrected while you watch" }).waitFor();
    assert.match((await said.next()).value, /^built /);

    // What cannot be built leaves the page as it is, and does not end the watch.
    const told = createInterface({ input: watching.stderr })[Symbol.asyncIterator]();
    await writeFile(join(data, RECORD), `${text}\n<this is not Turtle`);
    while (!(await told.next()).value.includes("CC-BY-4.0.ttl"));
    await page.reload({ waitUntil: "load" });
    await page.getByRole("heading", { level: 1, name: "Corrected while you watch" }).waitFor();

    await writeFile(join(data, RECORD), text);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
