// Bodies that a build has compressed: who accepts a coding gets the plain body in it, under the same headers, and
// nobody else notices.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Agent, request as ask } from "node:http";
import { join } from "node:path";
import { before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import edge from "../../templates/edge/edge.mjs";
import { build, hasBrotli, hasNginx, hasWorkerd, repository, startNginx, startServer, startWorker, temporaryFolder } from "./deployment.mjs";

/** Of the connection, or of the one request, or of the software that answers. */
const PASSING = ["connection", "content-length", "date", "keep-alive", "server", "transfer-encoding", "x-request-id"];
const EXTENSIONS = { br: "br", zstd: "zst", gzip: "gz" };
/** Node 20 cannot read Zstandard, of which the file of the tree is the measure; `muniment verify` reads that. */
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

let tree, server, manifest;
before(async () => {
  const small = join(repository, "tests/fixtures/small");
  tree = await build(small, join(await temporaryFolder(), "site"), "--edge", "all", "--compress");
  // The server is of that very tree.
  server = await startServer({ tree });
  manifest = JSON.parse(await readFile(join(tree, "_edge/manifest.json"), "utf8"));
});

function answer({ url }, target, headers = {}, method = "GET") {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(url);
    const sent = ask({ agent, hostname, port, method, path: target, headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", fail);
      response.on("end", () => {
        const lasting = Object.entries(response.headers).filter(([name]) => !PASSING.includes(name)).sort();
        const length = response.headers["content-length"];
        done({ status: response.statusCode, headers: Object.fromEntries(lasting), body: Buffer.concat(parts), length });
      });
    });
    sent.on("error", (error) => fail(new Error(`${method} ${target} ${JSON.stringify(headers)}: ${error.message}`)));
    sent.end();
  });
}

const fields = (value) => (value === undefined ? [] : value.split(",").map((field) => field.trim()));

/** The headers of a coded answer without what is said of the coding. */
function uncoded({ "content-encoding": coding, vary, ...headers }) {
  const others = fields(vary).filter((field) => field !== "Accept-Encoding");
  return { coding, isSaid: others.length < fields(vary).length, headers: others.length > 0 ? { ...headers, vary: others.join(", ") } : headers };
}

/** What the tree has of a body in a coding; undefined where it is not worth it. */
const codedFile = (file, coding) => readFile(join(tree, `${file}.${EXTENSIONS[coding]}`)).catch(() => undefined);

/** Every form of every address, with the file that is its body. */
function* forms() {
  for (const [address, entry] of Object.entries(manifest.addresses)) {
    const rules = manifest.classes[entry.class];
    if (entry.class === "discovery") continue;
    const wanted = rules.dialect === "file" ? [undefined] : rules.representations.map((form) => form.media_type.split(";")[0]);
    for (const type of wanted) {
      const headers = type === undefined ? {} : { Accept: type };
      const decision = edge.decide(manifest, { method: "GET", target: encodeURI(address), accept: type, isBound: false });
      if (decision?.status === 200) yield { target: encodeURI(address), headers, file: decision.file, tag: decision.tag };
    }
  }
}

/** Holds every body of an edge in every coding against the plain one of the server. */
async function holdBodies(deployment, codings) {
  let [coded, plain] = [0, 0];
  for (const { target, headers, file, tag } of forms()) {
    const expected = await answer(server, target, headers);
    assert.equal(expected.status, 200, target);
    assert.deepEqual(await answer(deployment, target, headers), { ...expected, length: String(expected.body.length) }, target);
    for (const coding of codings) {
      const accepting = { ...headers, "Accept-Encoding": coding };
      const found = await answer(deployment, target, accepting);
      const inTree = await codedFile(file, coding);
      const what = `${coding} ${target} ${JSON.stringify(headers)}`;
      const said = uncoded(found.headers);
      assert.equal(found.status, 200, what);
      assert.deepEqual(said, { coding: inTree && coding, isSaid: inTree !== undefined, headers: expected.headers }, what);
      assert.ok(found.body.equals(inTree ?? expected.body), what);
      if (inTree !== undefined && DECODERS[coding]) assert.ok(DECODERS[coding](found.body).equals(expected.body), what);
      coded += inTree === undefined ? 0 : 1;
      plain += inTree === undefined ? 1 : 0;
      const head = await answer(deployment, target, accepting, "HEAD");
      assert.deepEqual(head, { ...found, body: Buffer.alloc(0), length: String(found.body.length) }, `HEAD ${what}`);
      if (tag === undefined) continue;
      const held = await answer(deployment, target, { ...accepting, "If-None-Match": tag });
      const heldSaid = uncoded(held.headers);
      assert.equal(held.status, 304, what);
      assert.equal(held.headers.etag, tag, what);
      // Whoever renews a coded body by this answer is told that it varies (RFC 9110 §15.4.5).
      assert.ok(heldSaid.isSaid && heldSaid.coding === undefined, what);
      const without = await answer(server, target, { ...headers, "If-None-Match": tag });
      assert.deepEqual(heldSaid.headers, without.headers, what);
    }
  }
  assert.ok(coded > 200 && plain > 0, `${coded} coded, ${plain} plain`);
}

/** What an edge picks by `Accept-Encoding` for a body that stands in every coding. */
async function picks(deployment, cases) {
  const [target, file] = ["/license-library", "license-library/index.html"];
  for (const [value, coding] of cases) {
    const found = await answer(deployment, target, value === null ? {} : { "Accept-Encoding": value });
    assert.equal(found.headers["content-encoding"], coding, value);
    const body = await readFile(join(tree, coding === undefined ? file : `${file}.${EXTENSIONS[coding]}`));
    assert.ok(found.body.equals(body), value);
  }
}

/** A part of a coded body is no part of the plain one: ranges are not served, of either. */
async function servesNoRanges(deployment) {
  for (const value of ["identity", "gzip"]) {
    const headers = { "Accept-Encoding": value };
    const whole = await answer(deployment, "/assets/muniment.css", headers);
    assert.deepEqual(await answer(deployment, "/assets/muniment.css", { ...headers, Range: "bytes=5-9" }), whole);
    assert.equal(whole.headers["accept-ranges"], undefined);
  }
}

/** Files are no addresses, neither plain nor coded. */
async function servesNoFiles(deployment) {
  for (const extension of Object.values(EXTENSIONS)) {
    for (const target of [`/assets/muniment.css.${extension}`, `/license-library/index.html.${extension}`, `/license-library.${extension}`]) {
      for (const headers of [{}, { "Accept-Encoding": "gzip, br, zstd" }]) {
        assert.equal((await answer(deployment, target, headers)).status, 404, target);
      }
    }
  }
}

const EVERYWHERE = [
  [null, undefined], ["", undefined], ["identity", undefined], ["deflate", undefined], ["gzip", "gzip"], ["GZIP", "gzip"],
  ["gzip;q=0", undefined], ["gzip;q=0.0, identity", undefined], ["gzip;q=0.5", "gzip"], ["deflate, gzip;q=1.0", "gzip"],
  ["xgzip", undefined], ["identity;q=0, gzip", "gzip"],
];

const BEST = [
  ...EVERYWHERE, ["br", "br"], ["gzip, deflate, br, zstd", "br"], ["gzip, zstd", "zstd"], ["br;q=0, gzip", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"], ["*", "br"], ["*;q=0", undefined], ["br;q=0, *", "zstd"], ["gzip, *;q=0", "gzip"],
  ["x-gzip", "gzip"], ["identity, br;q=0.5", undefined], ["identity;q=0.5, br;q=0.5", "br"], ["br;q=2", undefined],
  // That nothing else is accepted does not make the body unreadable (RFC 9110 §12.5.3 lets us send it).
  ["identity;q=0", undefined], ["identity;q=0, *;q=0", undefined],
];

test("the server sends what is liked best", async () => {
  await holdBodies(server, ["br", "zstd", "gzip"]);
  await picks(server, BEST);
  await servesNoRanges(server);
  await servesNoFiles(server);
});

const nginx = { skip: !(await hasNginx()) && "there is no nginx with njs" };
test("nginx sends gzip to those who accept it", nginx, async () => {
  const deployment = await startNginx({ tree, servers: [server] });
  await holdBodies(deployment, ["gzip"]);
  await picks(deployment, [...EVERYWHERE, ["br", undefined], ["br, gzip", "gzip"]]);
  const throughProxy = await answer(deployment, "/license-library", { "Accept-Encoding": "gzip", Via: "1.1 elsewhere" });
  assert.equal(throughProxy.headers["content-encoding"], "gzip");
  await servesNoRanges(deployment);
  await servesNoFiles(deployment);
});

const brotli = { skip: (nginx.skip || !hasBrotli()) && "there is no nginx with njs and brotli" };
test("nginx with its brotli module sends that first", brotli, async () => {
  const deployment = await startNginx({ tree, servers: [server], brotli: true });
  await holdBodies(deployment, ["br", "gzip"]);
  await picks(deployment, [...EVERYWHERE, ["br", "br"], ["gzip, deflate, br", "br"], ["br;q=0, gzip", "gzip"]]);
});

test("the worker sends what is liked best", { skip: !(await hasWorkerd()) && "there is no workerd" }, async () => {
  const deployment = await startWorker({ tree, server });
  await holdBodies(deployment, ["br", "zstd", "gzip"]);
  await picks(deployment, BEST);
  await servesNoRanges(deployment);
  await servesNoFiles(deployment);
});
