// Requests that nginx refuses before the server sees them: in the shape of the version that was asked, and never in its own.

import assert from "node:assert/strict";
import { connect } from "node:net";
import { before, test } from "node:test";
import { builtTree, hasNginx, startNginx, startServer } from "./deployment.mjs";

const nginx = { skip: !(await hasNginx()) && "there is no nginx with njs" };

let edge;
before(async () => {
  if (nginx.skip) return;
  const tree = await builtTree();
  edge = await startNginx({ tree, servers: [await startServer({ tree })] });
});

/** What comes back for bytes that no client library would send, until the connection is closed. */
function raw(text) {
  return new Promise((done, fail) => {
    const socket = connect(edge.port, "127.0.0.1", () => socket.write(text));
    const parts = [];
    socket.setTimeout(20_000, () => socket.destroy(new Error(`no end of the answer to ${JSON.stringify(text.slice(0, 200))}`)));
    socket.on("data", (part) => {
      parts.push(part);
      // nginx goes on reading for a while what it has refused.
      const [head, body] = Buffer.concat(parts).toString("latin1").split("\r\n\r\n");
      if (body !== undefined && body.length === Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])) socket.destroy();
    });
    socket.on("error", fail);
    socket.on("close", () => {
      const [head, body] = Buffer.concat(parts).toString().split("\r\n\r\n");
      const [line, ...lines] = head.split("\r\n");
      const headers = Object.fromEntries(lines.map((field) => [field.split(":")[0].toLowerCase(), field.slice(field.indexOf(":") + 1).trim()]));
      done({ status: Number(line.split(" ")[1]), headers, body });
    });
  });
}

const END = "Host: muniment.example\r\nConnection: close\r\n";
const REQUESTS = [
  [400, "no host", (path) => `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  [400, "a malformed host", (path) => `GET ${path} HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n`],
  [400, "malformed chunks", (path) => `POST ${path} HTTP/1.1\r\n${END}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`],
  [413, "a long body", (path) => `POST ${path} HTTP/1.1\r\n${END}Content-Length: 2000000\r\n\r\n{`],
  [414, "a long address", (path) => `GET ${path}?${"a".repeat(40_000)} HTTP/1.1\r\n${END}\r\n`],
  [431, "a long field", (path) => `GET ${path} HTTP/1.1\r\n${END}X-Long: ${"a".repeat(40_000)}\r\n\r\n`],
  [501, "an unknown transfer coding", (path) => `POST ${path} HTTP/1.1\r\n${END}Transfer-Encoding: rot13\r\n\r\n`],
  [505, "an unknown version", (path) => `GET ${path} HTTP/7.0\r\n${END}\r\n`],
];

test("what nginx refuses has the shape of the version", nginx, async () => {
  for (const [status, what, request] of REQUESTS) {
    for (const path of ["/v2/licenses", "/v2/licenses/cc-by-4.0", "/v2/nothing"]) {
      const answer = await raw(request(path));
      assert.equal(answer.status, status, `${what} at ${path}`);
      assert.equal(answer.headers["content-type"], "application/problem+json", `${what} at ${path}`);
      const problem = JSON.parse(answer.body);
      assert.deepEqual([problem.type, problem.status, problem.instance], ["about:blank", status, path], what);
      assert.equal(problem.request_id, answer.headers["x-request-id"], what);
    }
    for (const path of ["/", "/licenselibrary/license/CC-BY-4.0", "/licenselibrary/composer", "/nothing"]) {
      const answer = await raw(request(path));
      assert.equal(answer.status, status, `${what} at ${path}`);
      assert.equal(answer.headers["content-type"], "application/json", `${what} at ${path}`);
      assert.deepEqual(Object.keys(JSON.parse(answer.body)), ["detail"], `${what} at ${path}`);
    }
  }
});
