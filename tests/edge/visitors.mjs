// Visitors of a deployment, in a thread of their own: each asks one thing over and over on a connection of its own, and
// examines every answer by itself. Told to end, the thread says what each saw, in order, and what was wrong.

import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** How long each waits between two turns, in milliseconds: they ask all the time, and leave a processor to the rest. */
const PAUSE = 25;

/** Something an honest deployment never answers. */
class Complaint extends Error {}

function insist(isSo, what, ...facts) {
  if (!isSo) throw new Complaint(`${what} ${facts.map((fact) => JSON.stringify(fact)).join(" ")}`);
}

/** All that is found, each once. */
const distinct = (text, pattern) => [...new Set(text.match(pattern) ?? [])];
const hashOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** One who asks; holds its connection and the last answer of each address. */
class Visitor {
  constructor(url) {
    this.url = new URL(url);
    this.agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.held = new Map();
    this.requests = 0;
    this.confirmed = 0;
    this.sentAgain = 0;
  }

  /** An answer; every other time the one before is only asked to be confirmed. */
  async get(path, accept = "*/*") {
    const key = `${accept} ${path}`;
    const held = this.held.get(key);
    const isConditional = held !== undefined && !held.isConfirmed;
    const headers = { Accept: accept, ...(isConditional && { "If-None-Match": held.headers.etag }) };
    const answer = await this.send(path, headers);
    this.requests += 1;
    const { status, body } = answer;
    insist(status === 200 || (status === 304 && isConditional), "status", status, path, body.toString().slice(0, 300));
    if (status === 304) {
      insist(answer.headers.etag === held.headers.etag && body.length === 0, "304 for another tag", path, answer.headers, held.headers);
      this.confirmed += 1;
      held.isConfirmed = true;
      return held;
    }
    // A tag is of one body: a changed body never bears the tag of the one before.
    const isSame = held === undefined || held.headers.etag !== answer.headers.etag || held.body.equals(body);
    insist(isSame, "two bodies with one tag", path, answer.headers.etag);
    insist(answer.headers.etag !== undefined, "no tag", path);
    this.held.set(key, { ...answer, isConfirmed: false });
    return this.held.get(key);
  }

  /** A connection that waited may be closed just as it is used; who never got a byte on it asks again (RFC 9112 §9.3.1). */
  async send(path, headers) {
    for (;;) {
      try {
        return await this.exchange(path, headers);
      } catch (error) {
        insist(error.isUnanswered === true, "failed", path, error.message);
        this.sentAgain += 1;
      }
    }
  }

  exchange(path, headers) {
    const { hostname, port } = this.url;
    return new Promise((done, fail) => {
      const sent = request({ agent: this.agent, hostname, port, path, headers }, (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("error", fail);
        response.on("end", () => done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
      });
      sent.on("error", (error) => {
        error.isUnanswered = sent.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code);
        fail(error);
      });
      sent.end();
    });
  }

  async json(path) {
    return JSON.parse((await this.get(path, "application/json")).body);
  }

  /** Every item of a list, page by page; whoever sees its state change while walking starts again (spec:version-2#list-envelope). */
  async walk(first, state) {
    for (;;) {
      const [items, begin] = [[], await this.json(first)];
      let page = begin;
      while (state(page) === state(begin)) {
        items.push(...page.items);
        if (page.links.next === null) {
          const names = items.map(({ kind, id, version }) => `${kind} ${id} ${version}`);
          insist(new Set(names).size === items.length, "an item twice", first, state(begin));
          insist(items.length === begin.total && page.total === begin.total, "total", first, items.length, begin.total, page.total);
          return { items, release: state(begin) };
        }
        page = await this.json(page.links.next);
      }
    }
  }
}

const { record, release, each, only } = workerData;

/** What a list says of the record, with the state it says it was made from. */
function standing(items) {
  const found = items.find((item) => item.id === record);
  insist(found !== undefined, "the record is missing");
  return { version: found.version, hash: found.content_hash };
}

/** A page of the site that names what it was made from. */
async function page(visitor, path, facts) {
  const { body } = await visitor.get(path, "text/html");
  const text = body.toString();
  insist(text.trimEnd().endsWith("</html>"), "half a page", path);
  return facts(text);
}

/** What visitors do, by name: one turn, and what was seen of the release. */
const ERRANDS = {
  /** Polls as clients do who remember `until.release`. */
  poll: () => {
    let since = release;
    return async (visitor) => {
      const walk = await visitor.walk(`/v2/changes?since=${since}&limit=1`, (page) => page.until.release);
      const asked = since;
      since = walk.release;
      return { since: asked, until: since, items: walk.items };
    };
  },
  /** Asks the server what is newer than the release that nginx names. */
  "ask since the current release": () => async (visitor) => {
    const { release: since } = (await visitor.json("/v2/releases")).current;
    const { items, release: until } = await visitor.walk(`/v2/changes?since=${since}`, (page) => page.until.release);
    return { since, until, items };
  },
  "walk since a day": () => async (visitor) => {
    const { items, release } = await visitor.walk("/v2/changes?since=2026-11-20&limit=150", (page) => page.until.release);
    const of = items.filter((item) => item.id === record);
    return { release, changes: of.map((item) => [item.version, item.content_hash]), total: items.length };
  },
  "walk the records": () => async (visitor) => {
    const { items, release } = await visitor.walk("/v2/licenses?limit=150", (page) => page.release);
    return { release, ...standing(items) };
  },
  "first records": () => async (visitor) => {
    const { items, release } = await visitor.json("/v2/licenses");
    return { release, ...standing(items) };
  },
  releases: () => async (visitor) => {
    const { current, items } = await visitor.json("/v2/releases");
    insist(current.registered && items[0].release === current.release, "current is not the newest", current, items[0]);
    return { release: current.release, library: current.library, known: items.map((item) => item.release) };
  },
  "record as triples": () => async (visitor) => {
    const { headers, body } = await visitor.get(`/v2/licenses/${record}`, "application/n-triples");
    // The canonical form is what is hashed.
    const hash = hashOf(body);
    insist(headers.etag === `W/"${hash.slice(7, 39)}-nt"`, "tag of another body", headers.etag, hash);
    return { version: Number(/\/versions\/(\d+)>; rel=canonical/.exec(headers.link)?.[1]), hash };
  },
  "record as an object": () => async (visitor) => {
    const { headers, body } = await visitor.get(`/v2/licenses/${record}`, "application/json");
    const { version, latest_version, content_hash: hash, title, links } = JSON.parse(body);
    insist(headers.etag === `W/"${hash.slice(7, 39)}-json"`, "tag of another body", headers.etag, hash);
    insist(latest_version === version && links.self.endsWith(`/versions/${version}`), "two versions in one", body.toString());
    return { version, hash, title };
  },
  "page of the record": () => (visitor) =>
    page(visitor, `/license-library/${record}`, (text) => ({
      hash: distinct(text, /(?<=<code class="hash">)sha256:[0-9a-f]{64}/g)[0],
      title: /<h1[^>]*>\s*([^<]+?)\s*</.exec(text)[1],
    })),
  "page of the releases": () => (visitor) =>
    page(visitor, "/releases", (text) => ({ releases: distinct(text, /\b(?:data|lib)-[0-9a-f]{16}\b/g).slice(0, 2) })),
};

let isOver = false;
parentPort.once("message", () => {
  isOver = true;
});

/** Repeats an errand to the end; what was seen is kept where it is other than before. */
async function visit(name) {
  const visitor = new Visitor(workerData.url);
  const turn = ERRANDS[name]();
  const [sights, complaints] = [[], []];
  let turns = 0;
  try {
    while (!isOver) {
      const sight = await turn(visitor);
      turns += 1;
      if (JSON.stringify(sight) !== JSON.stringify(sights.at(-1))) {
        sights.push(sight);
        parentPort.postMessage({ name, sight });
      }
      await setTimeout(PAUSE);
    }
  } catch (error) {
    complaints.push(error instanceof Complaint ? error.message : error.stack);
    parentPort.postMessage({ name, complaint: complaints[0] });
  }
  visitor.agent.destroy();
  const { requests, confirmed, sentAgain } = visitor;
  return { name, sights, complaints, turns, requests, confirmed, sentAgain };
}

const accounts = await Promise.all((only ?? Object.keys(ERRANDS)).flatMap((name) => Array(each).fill(name)).map(visit));
parentPort.postMessage({ accounts });
