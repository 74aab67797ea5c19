// A curator's day behind nginx and under load: a record is corrected, revised, checked, built, released and published,
// while visitors ask all the time. They see exactly that change, whole, and no request fails.

import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { build, hasNginx, muniment, repository, startNginx, startServer, temporaryFolder } from "./deployment.mjs";

const RECORD = "0BSD";
const [TITLE, CORRECTED] = ["BSD Zero Clause License", "BSD Zero-Clause License"];
const DAY = "2027-01-15";
const PUBLISHED = ["--publish", "--edge", "nginx"];
/** How long a turn of the day may take on a busy machine. */
const PATIENCE = 60_000;

/** What a tree says of its release and of the record, read from its files. */
async function state(tree) {
  const json = async (path) => JSON.parse(await readFile(join(tree, path), "utf8"));
  const { release } = await json("_edge/manifest.json");
  const { version, content_hash: hash, title } = await json(`v2/licenses/${RECORD}/index.json`);
  const { total } = await json("v2/changes/index.json");
  const { items } = await json("v2/releases/index.json");
  return { ...release, version, hash, title, changes: total, known: items.map((item) => item.release) };
}

/** Sorts of visitors who ask what is newer than a release. */
const ASKING = ["poll", "ask since the current release"];

/** What each other sort of visitor sees of a state, but for walkers since a day. */
function sights({ data, library, version, hash, title, known }) {
  return {
    "walk the records": { release: library, version, hash },
    "first records": { release: library, version, hash },
    releases: { release: data, library, known },
    "record as triples": { version, hash },
    "record as an object": { version, hash, title },
    "page of the record": { hash, title },
    "page of the releases": { releases: [data, library] },
  };
}

/** Visitors, `each` of every sort or of those named, in a thread of their own. */
class Visitors {
  constructor(url, release, each, only) {
    const workerData = { url, release, each, only, record: RECORD };
    this.worker = new Worker(new URL("visitors.mjs", import.meta.url), { workerData });
    this.seen = [];
    this.waiting = new Set();
    this.worker.on("error", (error) => this.hear({ complaint: error.stack }));
    this.worker.on("message", (message) => this.hear(message));
  }

  hear(message) {
    this.seen.push(message);
    for (const look of this.waiting) look();
  }

  /** Resolves when `isSo` of what was seen; fails when somebody complains or time is over. */
  until(isSo, what) {
    return new Promise((done, fail) => {
      const end = (settle) => {
        clearTimeout(timer);
        this.waiting.delete(look);
        settle();
      };
      const timer = setTimeout(() => end(() => fail(new Error(`waited too long until ${what}`))), PATIENCE);
      const look = () => {
        const complaint = this.seen.find((message) => message.complaint !== undefined);
        if (complaint !== undefined) end(() => fail(new Error(`${complaint.name}: ${complaint.complaint}`)));
        else if (isSo(this.seen)) end(done);
      };
      this.waiting.add(look);
      look();
    });
  }

  /** Resolves when as many sights as said were new to those who saw them. */
  async haveSeen(count, what) {
    await this.until((seen) => seen.filter((message) => message.sight !== undefined).length >= count, what);
  }

  /** Ends the visits; what everybody saw, in order. */
  async end() {
    this.worker.postMessage("end");
    await this.until((seen) => seen.some((message) => message.accounts !== undefined), "the visitors ended");
    return this.seen.find((message) => message.accounts !== undefined).accounts;
  }
}

const skip = !(await hasNginx()) && "there is no nginx with njs";

test("a curator's day is one change to whoever watches, and no request fails", { skip, timeout: 600_000 }, async (context) => {
  // Trees have many small files; in memory the day is as long as its verbs are.
  const folder = await temporaryFolder(existsSync("/dev/shm") ? "/dev/shm" : tmpdir());
  const [data, site] = [join(folder, "data"), join(folder, "site")];
  await cp(join(repository, "data"), data, { recursive: true });
  const curate = (verb, ...words) => muniment(verb, ...words, "--data", data);

  // The morning: the registered state is served, and everybody has looked.
  assert.match(await curate("status"), /^nothing to release/m);
  const first = await build(data, site, ...PUBLISHED);
  const before = await state(first);
  const server = await startServer({ data, tree: first, flags: ["--build", "off", "--limits", "off"] });
  const nginx = await startNginx({ tree: first, servers: [server] });
  const each = 2;
  const sorts = Object.keys(sights(before)).length + ASKING.length + 1;
  const visitors = new Visitors(nginx.url, before.data, each);
  context.after(() => visitors.worker.terminate());
  await visitors.haveSeen(each * sorts, "everybody looked once");

  // The day. Data are edited beneath the running server; a try is built elsewhere, where nobody serves it.
  const file = join(data, `licenses/${RECORD}.ttl`);
  const corrected = join(folder, "corrected.ttl");
  const text = await readFile(file, "utf8");
  await writeFile(corrected, text.replaceAll(`"${TITLE}"`, `"${CORRECTED}"`));
  const said = ["--summary", "Bears the name the text has now.", "--reviewer", "Muniment maintainers", "--date", DAY];
  await curate("revise", RECORD, "--with", corrected, "--reason", "*=The text was renamed.", ...said);
  assert.match(await curate("status"), new RegExp(`revised +${RECORD}@${before.version + 1} \\(from ${before.version}\\)`));
  assert.match(await curate("check"), /^0 errors, 0 warnings/);
  // A difference is a finding.
  await assert.rejects(curate("diff", RECORD), { code: 1, stdout: new RegExp(`^${RECORD}@${before.version} -> .*dct:title`, "s") });
  await build(data, join(folder, "tries"), "--edge", "nginx");
  await curate("release", "--date", DAY);

  // The evening: the tree, the server, then nginx. Whoever reads of a release in the tree may ask the server about it.
  const second = await build(data, site, ...PUBLISHED);
  assert.match(await muniment("verify", second), / 0 faults$/m);
  const after = await state(second);
  await visitors.until(
    (seen) => seen.filter(({ name, sight }) => name === "poll" && sight.since === after.data).length >= each,
    "the server went on to the other tree",
  );
  await nginx.reload(second);
  await visitors.haveSeen(each * (2 * sorts + ASKING.length), "everybody saw the other release");
  const accounts = await visitors.end();

  // Exactly one change, told by itself.
  assert.notEqual(after.data, before.data);
  assert.deepEqual([after.version, after.title], [before.version + 1, CORRECTED]);
  const change = {
    kind: "license",
    id: RECORD,
    version: after.version,
    change: "changed",
    date: DAY,
    summary: "Bears the name the text has now.",
    content_hash: after.hash,
    previous_version: before.version,
    previous_hash: before.hash,
    links: { self: `/v2/licenses/${RECORD}/versions/${after.version}`, changelog: `/licenselibrary/license/${RECORD}/changelog` },
  };
  const polled = [
    { since: before.data, until: before.data, items: [] },
    { since: before.data, until: after.data, items: [change] },
    { since: after.data, until: after.data, items: [] },
  ];
  const [early, late] = [sights(before), sights(after)];
  for (const { name, sights: seen, complaints, turns, sentAgain } of accounts) {
    assert.deepEqual(complaints, [], name);
    assert.ok(turns > 2, `${name}: ${turns} turns`);
    // Each worker of nginx that ends closes a connection once.
    assert.ok(sentAgain <= availableParallelism(), `${name}: sent again ${sentAgain} times`);
    if (ASKING.includes(name)) {
      assert.deepEqual(seen, polled);
    } else if (name === "walk since a day") {
      assert.deepEqual(seen.map(({ release }) => release), [before.data, after.data]);
      const [then, now] = seen;
      assert.deepEqual(now.changes, [...then.changes, [after.version, after.hash]]);
      assert.equal(now.total, then.total + 1);
    } else {
      // The one, then the other, and never back.
      assert.deepEqual(seen, [early[name], late[name]], name);
    }
  }
  assert.match(await curate("status"), /^nothing to release/m);
  const sum = (of) => accounts.reduce((all, account) => all + account[of], 0);
  context.diagnostic(`${sum("requests")} requests, ${sum("confirmed")} of them 304; ${sum("sentAgain")} sent again on a connection that was closed unanswered`);
});

/** What a deployment may not answer: who finds it, the `n`th answer, and the words for it. */
const LIES = [
  ["record as triples", () => ({ body: "<a:a> <b:b> <c:c> .\n" }), /tag of another body/],
  ["first records", (n) => ({ body: JSON.stringify({ items: [{ id: RECORD, version: n }] }) }), /two bodies with one tag/],
  ["first records", () => ({ status: 304, body: "" }), /status 304/],
  ["releases", () => ({ status: 502, body: "" }), /status 502/],
  ["releases", () => undefined, /failed/],
  ["walk the records", (n) => ({ body: JSON.stringify({ items: [], total: n, links: { next: null } }) }), /total/],
  ["page of the record", () => ({ body: "<!doctype html><h1>half" }), /half a page/],
];

for (const [sort, answer, words] of LIES) {
  test(`who visits complains: ${words.source}`, async (context) => {
    let count = 0;
    const liar = createServer(({ socket }, response) => {
      count += 1;
      const { status = 200, body } = answer(count) ?? {};
      if (body === undefined) socket.destroy();
      else response.writeHead(status, { ETag: 'W/"one"' }).end(body);
    });
    await once(liar.listen(0, "127.0.0.1"), "listening");
    const visitors = new Visitors(`http://127.0.0.1:${liar.address().port}`, "data-0000000000000000", 1, [sort]);
    context.after(() => Promise.all([visitors.worker.terminate(), liar.close()]));
    await assert.rejects(visitors.until(() => false, "somebody complained"), words);
  });
}
