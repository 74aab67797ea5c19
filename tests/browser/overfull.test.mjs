// A record with more than anybody expects, forty statements and a title of 150 characters, and one with nothing at all.

import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { assertUsable } from "./look.mjs";
import { DESK, openBrowser, PHONE, Site, visitor } from "./site.mjs";

suite("overfull and empty", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([openBrowser(), Site.start({ data: "tests/fixtures/overfull", lenient: true })]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  for (const look of [{ viewport: DESK, colorScheme: "dark" }, { viewport: PHONE, colorScheme: "light" }]) {
    for (const path of ["/", "/license-library", "/license-library/Overfull-1.0", "/license-library/Empty"]) {
      test(`${path} is usable, ${look.viewport.width} wide, ${look.colorScheme}`, async () => {
        const { context, page, complaints } = await visitor(browser, site, look);
        const response = await page.goto(path, { waitUntil: "networkidle" });
        assert.equal(response.status(), 200);
        await assertUsable(page);
        assert.deepEqual(complaints, []);
        await context.close();
      });
    }
  }

  test("forty statements are told at a glance and one by one", async () => {
    const { context, page } = await visitor(browser, site);
    await page.goto("/license-library/Overfull-1.0");
    assert.ok((await page.locator("h1").innerText()).length >= 150);
    assert.ok((await page.locator(".statements .statement").count()) >= 40);
    await context.close();
  });
});
