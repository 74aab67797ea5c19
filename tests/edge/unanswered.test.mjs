// An edge whose server is not there: what is in the tree is answered as ever, and the rest with 502 in the shape of the
// version that was asked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { builtTree, freePort, hasNginx, hasWorkerd, startNginx, startWorker } from "./deployment.mjs";

const tree = await builtTree();
const nobody = { port: await freePort() };
const DETAIL = "the server behind this edge does not answer";

async function refused(edge, target, init) {
  const response = await fetch(edge.url + target, init);
  assert.equal(response.status, 502, target);
  for (const [name, value] of [["x-content-type-options", "nosniff"], ["x-frame-options", "SAMEORIGIN"],
    ["referrer-policy", "strict-origin-when-cross-origin"], ["cache-control", "no-store"]]) {
    assert.equal(response.headers.get(name), value, `${target}: ${name}`);
  }
  assert.ok(response.headers.get("x-request-id"), target);
  return response;
}

async function holds(edge) {
  assert.equal((await fetch(`${edge.url}/v2/licenses/CC-BY-4.0`)).status, 200);
  assert.equal((await fetch(`${edge.url}/license-library/CC-BY-4.0`)).status, 200);
  // A search, a spelling only the server resolves, and what is not read.
  for (const [target, init] of [["/v2/licenses?q=mit", {}], ["/v2/licenses/cc-by-4.0", {}], ["/v2/licenses", { method: "POST", body: "{}" }]]) {
    const response = await refused(edge, target, init);
    assert.equal(response.headers.get("content-type"), "application/problem+json");
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.deepEqual(await response.json(), {
      type: "about:blank", title: "Bad Gateway", status: 502, detail: DETAIL, instance: target.split("?")[0],
      request_id: response.headers.get("x-request-id"),
    });
  }
  for (const target of ["/licenselibrary/list?keyword=mit", "/license-library/cc-by-4.0", "/v2x"]) {
    const response = await refused(edge, target);
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.equal(response.headers.get("access-control-allow-origin"), null);
    assert.deepEqual(await response.json(), { detail: DETAIL });
  }
}

test("nginx without its server", { skip: !(await hasNginx()) && "there is no nginx with njs" }, async () => {
  await holds(await startNginx({ tree, servers: [nobody] }));
});

test("the worker without its server", { skip: !(await hasWorkerd()) && "there is no workerd" }, async () => {
  await holds(await startWorker({ tree, server: nobody }));
});
