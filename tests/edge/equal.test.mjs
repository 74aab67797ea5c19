// Every address of the small library, in every way it can be asked for, is answered by an edge as by the server:
// status, every header, body.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Agent, request as ask } from "node:http";
import { join } from "node:path";
import { before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { builtTree, hasNginx, hasWorkerd, startNginx, startServer, startWorker } from "./deployment.mjs";

/** Of the connection, or of the one request, or of the software that answers. */
const PASSING = ["connection", "content-length", "date", "keep-alive", "server", "transfer-encoding", "x-request-id"];

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

let tree, server, manifest;
before(async () => {
  tree = await builtTree();
  server = await startServer({});
  manifest = JSON.parse(await readFile(join(tree, "_edge/manifest.json"), "utf8"));
});

function answer(base, { method = "GET", target, headers = {}, body }) {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(base);
    const sent = ask({ agent, hostname, port, method, path: target, headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", fail);
      response.on("end", () => {
        const lasting = Object.entries(response.headers).filter(([name]) => !PASSING.includes(name));
        const id = response.headers["x-request-id"];
        // A refusal names the request it refuses.
        const body = Buffer.concat(parts).toString("latin1").replaceAll(`"request_id":"${id}"`, '"request_id":""');
        // Of a refusal it depends on how requests are named, and of a 304 it may be left out.
        const isWhole = method === "HEAD" && response.statusCode === 200;
        const length = isWhole ? response.headers["content-length"] : undefined;
        done({ status: response.statusCode, headers: Object.fromEntries(lasting.sort()), body, length, hasId: Boolean(id) });
      });
    });
    sent.on("error", (error) => fail(new Error(`${method} ${target} ${JSON.stringify(headers)}: ${error.message}`)));
    sent.end(body);
  });
}

const DATE = "Sat, 01 Jan 2050 00:00:00 GMT";
const LONG_AGO = "Sat, 01 Jan 2000 00:00:00 GMT";

/** Values of Accept that tell the forms of a class apart. */
function accepts(rules) {
  const named = rules.representations.flatMap((form) => form.accepted_as);
  const ranked = [...named].reverse().map((type, place) => `${type};q=0.${9 - place}`).join(", ");
  return [undefined, ...named, "text/html", "application/json", "text/html,application/xhtml+xml,*/*;q=0.8", "image/png",
    "*/*;q=0.1, text/*;q=0.2", "text/html;q=0.5, application/rdf+xml", "text/turtle;q=0.1, text/turtle, application/json;q=0.5",
    "application/json;q=0.8, */*;q=0.9", ...(ranked === "" ? [] : [ranked])];
}

/** Every way to ask for an address that an edge may answer, and some it may not. */
function requests(address, rules) {
  const target = encodeURI(address);
  const formats = rules.representations.flatMap((form) => form.formats);
  const plain = [...new Set(accepts(rules))].map((accept) => ({ target, headers: accept === undefined ? {} : { Accept: accept } }));
  const named = (formats.length > 0 ? [...formats, "bogus", ""] : ["json"])
    .flatMap((format) => ["text/turtle", "application/json", "text/html"]
      .map((accept) => ({ target: `${target}?format=${format}`, headers: { Accept: accept } })));
  return [...plain, ...named];
}

/** The same request under every condition, of which the first is none. */
function conditions(asked, tag, modified) {
  const headers = asked.headers;
  const dates = modified === undefined ? [DATE] : [modified, DATE, LONG_AGO, `${modified} `, "yesterday"];
  const tags = tag === undefined ? ["*"] : [tag, tag.replace("W/", ""), `"other", ${tag}`, '"other"', "*"];
  return [
    { ...asked, method: "HEAD" },
    ...tags.map((held) => ({ ...asked, headers: { ...headers, "If-None-Match": held } })),
    { ...asked, method: "HEAD", headers: { ...headers, "If-None-Match": tags[0] } },
    ...dates.map((since) => ({ ...asked, headers: { ...headers, "If-Modified-Since": since } })),
    // Where tags are named, dates do not count.
    { ...asked, headers: { ...headers, "If-None-Match": '"other"', "If-Modified-Since": DATE } },
    { ...asked, method: "HEAD", headers: { ...headers, "If-Modified-Since": dates[0] } },
  ];
}

/** What is odd about a request, and has to be answered as the server does all the same. */
const ODD = [
  { target: "/choose" }, { target: "/choose", headers: { Accept: "text/html" } }, { target: "/v2/licenses/CC-BY-4.0/index.nt" },
  { target: "/v2/licenses/cc-by-4.0" }, { target: "/license-library/cc-by-4.0" }, { target: "/LICENSE-LIBRARY/CC-BY-4.0" },
  { target: "/assets/Muniment.css" }, { target: "//v2/licenses" }, { target: "/v2/licenses/" }, { target: "/v2/licenses?" },
  { target: "/v2/licenses?limit=1" }, { target: "/v2/licenses/CC-BY-4.0?format=ttl&format=nt" }, { target: "/nothing/here" },
  { target: "/v2/licenses/CC-BY-4.0?format=NT" }, { target: "/v2/licenses/CC-BY-4.0?Format=nt" }, { target: "/v2/licenses/cc-by-4.0?format=nt" },
  { target: "/v2/licenses/CC-BY-4.0?format=nt&" }, { target: "/v2/licenses/CC-BY-4.0?format=nt?" }, { target: "//v2/licenses/CC-BY-4.0?format=nt" },
  { target: "/license-library/CC-BY-4.0?format=nt" }, { target: "/assets/muniment.css?format=nt" }, { target: "/v2/licenses/CC%2DBY-4.0?format=nt" },
  { target: "/v2/licenses/CC-BY-4.0?format=nt", method: "POST" }, { target: "/licenselibrary/license/CC-BY-4.0?format=text", headers: { Accept: "application/json" } },
  { target: "/v2/nothing" }, { target: "/v2/licenses/CC%2DBY-4.0" }, { target: "/v2/licenses/CC%2DBY-4.0?f%6Frmat=ttl" },
  { target: "/%6Dy" }, { target: "/=" }, { target: "/=/license-library/CC-BY-4.0" }, { target: "/_edge/manifest.json" },
  { target: "/index.html" }, { target: "/license-library/CC-BY-4.0/index.html" }, { target: "/assets" }, { target: "/assets/" },
  { target: "/v2/licenses", method: "POST" }, { target: "/v2/licenses", method: "OPTIONS" }, { target: "/v2/licenses", method: "DELETE" },
  { target: "/license-library/CC-BY-4.0", method: "POST" }, { target: "/assets/muniment.css", method: "OPTIONS" },
  { target: "/v2/licenses/CC-BY-4.0", headers: { Authorization: "Bearer nobody" } },
  { target: "/dependencygraph/graphs", headers: { Cookie: "muniment_session=nobody" } },
  { target: "/dependencygraph/graphs", headers: { Cookie: "other=1" } },
  { target: "/license-library/CC-BY-4.0", headers: { Cookie: "a=b; muniment_session=nobody" } },
  { target: "/license-library/CC-BY-4.0", headers: { Origin: "https://elsewhere.example" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { Origin: "https://elsewhere.example" } },
  { target: "/licenselibrary/license/CC-BY-4.0", headers: { Origin: "https://elsewhere.example" } },
  { target: "/license-library/CC-BY-4.0", headers: { "If-Match": '"other"' } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { "If-Match": '"other"' } },
  { target: "/assets/muniment.css", headers: { "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT" } },
  { target: "/assets/muniment.css", headers: { "If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { "If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT" } },
  // Old ways to write a date, and dates there are not.
  { target: "/v2/licenses/CC-BY-4.0", headers: { "If-Modified-Since": "Saturday, 01-Jan-50 00:00:00 GMT" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { "If-Modified-Since": "Sat Jan  1 00:00:00 2050" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { "If-Modified-Since": "Sat, 01 Jan 2050 24:00:00 GMT" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { "If-Modified-Since": "Sat, 00 Jan 2050 00:00:00 GMT" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { "If-Modified-Since": "Xyz, 01 Jan 2050 00:00:00 GMT" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { "If-Modified-Since": "Sat, 01 Xyz 2050 00:00:00 GMT" } },
  { target: "/assets/muniment.css", headers: { Range: "bytes=0-9" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { Range: "bytes=0-9" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { Accept: ["text/turtle;q=0.5", "application/rdf+xml"] } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { Accept: "text/turtle;note=caf\u00e9" } },
  { target: "/v2/licenses/CC-BY-4.0", headers: { "If-None-Match": "\u00e9, *" } },
];

const QUESTION = "/v2/containment?in=CC-BY-4.0&out=GPL-3.0-only";
const SET = { in: ["CC-BY-4.0", "GPL-3.0-only"], out: "GPL-3.0-only", use: "merged" };
const posted = (body, headers = {}) =>
  ({ target: "/v2/containment", method: "POST", headers: { "Content-Type": "application/json", ...headers }, body });

/** Questions about containment, which an edge passes on. */
const CONTAINMENT = [
  { target: QUESTION }, { target: QUESTION, method: "HEAD" }, { target: `${QUESTION}&use=merged&ship=source&modified=true` },
  { target: QUESTION, headers: { Accept: "text/markdown" } }, { target: `${QUESTION}&format=text` },
  { target: QUESTION, headers: { Accept: "image/png" } }, { target: QUESTION, headers: { Origin: "https://elsewhere.example" } },
  { target: "/v2/containment" }, { target: `${QUESTION}&use=eaten` }, { target: "/v2/containment?in=Nobody-1.0&out=AND" },
  posted(JSON.stringify(SET)), posted(JSON.stringify(SET), { Accept: "text/plain" }),
  posted(JSON.stringify({ ...SET, in: Array(500).fill("CC-BY-4.0") })), posted(JSON.stringify({ ...SET, in: ["Nobody-1.0"] })),
  posted("{"), posted(""), posted("[]", { "Content-Type": "text/plain" }),
  { target: "/v2/containment", method: "OPTIONS", headers: { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "POST" } },
  { target: "/v2/containment", method: "DELETE" },
];

/** What of an answer is not as expected. */
function difference(asked, found, expected) {
  const parts = (answer) => ({ ...answer, ...answer.headers, headers: undefined, body: answer.body.slice(0, 300) });
  const [is, should] = [parts(found), parts(expected)];
  const names = [...new Set([...Object.keys(is), ...Object.keys(should)])].filter((name) => is[name] !== should[name]);
  return JSON.stringify({ asked, differs: names.map((name) => [name, is[name], should[name]]) });
}

/** What an edge answers otherwise than the server. */
async function differences(edge) {
  const wrong = [];
  let count = 0;
  const compare = async (asked, expected) => {
    const found = await answer(edge.url, asked);
    count += 1;
    if (!isDeepStrictEqual(found, expected)) wrong.push(difference(asked, found, expected));
  };
  const examine = async (asked) => {
    const expected = await answer(server.url, asked);
    await compare(asked, expected);
    const further = conditions(asked, expected.headers.etag, expected.headers["last-modified"]);
    await Promise.all(further.map(async (each) => compare(each, await answer(server.url, each))));
  };
  for (const [address, entry] of Object.entries(manifest.addresses)) {
    // What a server fills has a session of its own each time.
    if (entry.class === "server-page") continue;
    await Promise.all(requests(address, manifest.classes[entry.class]).map(examine));
  }
  for (const odd of [...ODD, ...CONTAINMENT]) {
    const asked = { headers: {}, ...odd };
    await compare(asked, await answer(server.url, asked));
  }
  return { wrong, count };
}

test("a client that holds an answer by its date is told so", async () => {
  const asked = { target: "/v2/licenses/CC-BY-4.0/versions/1", headers: {} };
  const whole = await answer(server.url, asked);
  const modified = whole.headers["last-modified"];
  assert.ok(modified, "an answer with a date");
  const since = async (date, more = {}) =>
    (await answer(server.url, { ...asked, headers: { "If-Modified-Since": date, ...more } }));
  const held = await since(modified);
  assert.deepEqual([held.status, held.body, held.headers], [304, "", whole.headers]);
  assert.equal((await since(DATE)).status, 304);
  assert.equal((await since(LONG_AGO)).status, 200);
  assert.equal((await since("yesterday")).status, 200);
  assert.equal((await since(DATE, { "If-None-Match": '"other"' })).status, 200);
});

async function hold(edge) {
  const { wrong, count } = await differences(edge);
  console.log(`# ${count} requests to ${Object.keys(manifest.addresses).length} addresses compared`);
  assert.ok(count > 10_000, `only ${count} requests`);
  assert.equal(wrong.length, 0, `${wrong.length} of ${count} answers differ:\n${wrong.slice(0, 20).join("\n")}`);
}

test("nginx answers as the server does", { skip: !(await hasNginx()) && "there is no nginx with njs" }, async () => {
  await hold(await startNginx({ tree, servers: [server] }));
});

test("the worker answers as the server does", { skip: !(await hasWorkerd()) && "there is no workerd" }, async () => {
  await hold(await startWorker({ tree, server }));
});

test("containment is answered", async () => {
  const statuses = await Promise.all(CONTAINMENT.map(async (asked) => (await answer(server.url, asked)).status));
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 406, 200, 422, 422, 422, 200, 200, 200, 422, 422, 422, 422, 204, 405]);
  const held = await answer(server.url, { target: QUESTION });
  assert.equal((await answer(server.url, { target: QUESTION, headers: { "If-None-Match": held.headers.etag } })).status, 304);
});

test("two edges are no more alike than their answers: a change of one is found", async () => {
  // The comparison itself can fail: the server of another tree is no match.
  const other = await startServer({ flags: ["--frame-ancestors", "https://other.example"] });
  const asked = { target: "/web/license/CC-BY-4.0", headers: {} };
  assert.notDeepEqual(await answer(other.url, asked), await answer(server.url, asked));
});
