// From where a request comes: what a client says of itself never reaches the server.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { builtTree, hasWorkerd, startWorker } from "./deployment.mjs";

const worker = { skip: !(await hasWorkerd()) && "there is no workerd" };
const CLAIMED = { "X-Forwarded-For": "203.0.113.9", Forwarded: "for=203.0.113.9", "X-Real-IP": "203.0.113.9", "CF-Connecting-IP": "198.51.100.7" };

/** What the worker tells a server of a request in which all of this is claimed. */
async function told(settings) {
  const heard = [];
  const origin = createServer((request, response) => {
    heard.push(request.headers);
    response.end();
  });
  origin.listen(0, "127.0.0.1");
  await once(origin, "listening");
  try {
    const edge = await startWorker({ tree: await builtTree(), server: { port: origin.address().port }, settings });
    await (await fetch(`${edge.url}/v2/licenses?limit=1`, { headers: CLAIMED })).text();
  } finally {
    origin.close();
  }
  assert.equal(heard.length, 1);
  const names = ["x-forwarded-for", "forwarded", "x-real-ip"];
  return Object.fromEntries(Object.entries(heard[0]).filter(([name]) => names.includes(name)));
}

test("the worker drops what clients say of themselves", worker, async () => {
  assert.deepEqual(await told({}), {});
});

test("the worker passes on what a named field of the platform says", worker, async () => {
  assert.deepEqual(await told({ CLIENT_ADDRESS_HEADER: "CF-Connecting-IP" }), { "x-forwarded-for": "198.51.100.7" });
});
