// The tree on a host of plain files, which knows neither queries nor media types of RDF and lists its folders.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, suite, test } from "node:test";
import { openBrowser, Site, visitor } from "./site.mjs";

const MEDIA = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml" };

/** A server of the files below a folder. */
async function host(folder) {
  const server = createServer(async (request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url, "http://host").pathname));
    const send = (status, type, body) => response.writeHead(status, { "Content-Type": type }).end(body);
    for (const file of [path, join(path, "index.html")]) {
      const body = await readFile(file).catch(() => undefined);
      if (body) return send(200, MEDIA[extname(file)] ?? "application/octet-stream", body);
    }
    const names = await readdir(path).catch(() => undefined);
    return names ? send(200, "text/html", names.join("<br>")) : send(404, "text/html", "Not found");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

suite("a host of plain files", () => {
  let browser, site, server;
  before(async () => {
    [browser, site] = await Promise.all([openBrowser(), Site.start({ data: "tests/fixtures/small" })]);
    server = await host(join(site.folder, "site/current"));
  });
  after(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    await site?.stop();
  });

  test("versions are verified and triples shown from their files", async () => {
    const plain = { url: `http://127.0.0.1:${server.address().port}` };
    const { context, page, complaints } = await visitor(browser, plain);
    await page.goto("/license-library/Meadow-Permissive-1.0");
    const button = page.getByRole("button", { name: "Verify version 1" });
    await button.click();
    const outcome = page.locator(`#${await button.getAttribute("aria-describedby")}`);
    await outcome.filter({ hasText: "Verified here in your browser" }).waitFor();
    await page.getByText("Show them here").click();
    await page.locator("pre", { hasText: "a odrl:Set" }).waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
