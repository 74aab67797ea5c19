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
    const send = (status, type, body, more) => response.writeHead(status, { "Content-Type": type, ...more }).end(body);
    for (const file of [path, join(path, "index.html")]) {
      const body = await readFile(file).catch(() => undefined);
      if (body) return send(200, MEDIA[extname(file)] ?? "application/octet-stream", body);
    }
    const names = await readdir(path).catch(() => undefined);
    return names ? send(200, "text/html", names.join("<br>"), { "X-Listing": "yes" }) : send(404, "text/html", "Not found");
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
    await outcome.filter({ hasText: "Verified in your browser" }).waitFor();
    await page.getByText("Show them here").click();
    await page.locator("pre", { hasText: "a odrl:Set" }).waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test("no link leads to a listing of a folder or to nothing", async () => {
    const origin = `http://127.0.0.1:${server.address().port}`;
    const [seen, waiting, dead] = [new Set(), ["/", "/404.html"], []];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const answer = await fetch(origin + path);
      const body = await answer.text();
      if (!answer.headers.get("Content-Type").startsWith("text/html")) continue;
      for (const [, link] of body.matchAll(/<a\b[^>]*?\shref="([^"#]+)/g)) {
        const { origin: host, pathname } = new URL(link.replaceAll("&amp;", "&"), origin + path);
        if (host !== origin || seen.has(pathname)) continue;
        seen.add(pathname);
        const found = await fetch(origin + pathname, { method: "HEAD" });
        if (found.status !== 200 || found.headers.has("X-Listing")) dead.push(`${path}: ${link}`);
        else waiting.push(pathname);
      }
    }
    assert.ok(seen.size > 100, `${seen.size} addresses`);
    assert.deepEqual(dead, []);
  });

  test("a page that needs a server says so, and what works instead", async () => {
    const plain = { url: `http://127.0.0.1:${server.address().port}` };
    const { context, page, complaints } = await visitor(browser, plain);
    await page.goto("/license-library/Meadow-Permissive-1.0");
    await page.locator("#ask").getByRole("combobox").first().fill("closed source");
    await page.locator("#ask").getByRole("button", { name: "Check" }).click();
    await page.getByRole("heading", { name: "This page needs a server" }).waitFor();
    await page.getByText("muniment reason").first().waitFor();
    await page.goto("/audit");
    await page.getByText("muniment audit").first().waitFor();
    // The script asks for the answer first, and then follows the form.
    assert.ok(complaints.every((complaint) => complaint.includes("status of 404")), complaints.join("\n"));
    await context.close();
  });
});
