// Every kind of page, as it is found by whoever comes by: on a phone and on a desk, in the light and in the dark, with
// scripts and without.

import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { assertUsable, assertValid } from "./look.mjs";
import { DESK, openBrowser, PHONE, register, Site, visitor } from "./site.mjs";
import { provider } from "./upstreams.mjs";

const READ = [
  "/",
  "/license-library",
  "/license-library/MIT",
  "/license-library/CC-BY-4.0",
  "/license-library/GPL-3.0-only",
  "/license-library/GPL-3.0-only/versions/1",
  "/license-pairs/GPL-3.0-only/MIT",
  "/license-pairs/BUSL-1.1/proprietary",
  "/web/license/MIT",
  "/web/list",
  "/web/search",
  "/ns",
  "/ns/promote",
  "/spec",
  "/dependency-graph",
  "/dependency-graph/dg_default",
  "/dependency-graph/dg_eu",
  "/dependency-graph/compare?left=dg_default&right=dg_eu",
  "/compatibility",
  "/releases",
  "/changes",
  "/documentation",
  "/documentation/v2",
  "/documentation/deprecation",
  "/documentation/specification",
  "/documentation/version-1",
  "/documentation/version-2",
  "/documentation/canonical-form",
  "/documentation/releases",
  "/documentation/reasoning",
  "/documentation/data-model",
  "/privacy",
  "/imprint",
  "/choose",
  "/choose?kind=code&sell=yes&open=files&patents=grant&credit=notice&name=Ada&year=2026",
  "/license-compatibility-checker",
  "/license-compatibility-checker?ids=MIT,GPL-3.0-only,CC-BY-NC-4.0",
  "/repo-license-compatibility-checker",
  "/license-to-text?license=MIT",
];

const FORMS = ["/audit", "/license-composer", "/license-composer?from=MIT", "/text-to-license", "/contact", "/login", "/register"];

const OWN = [
  "/account",
  "/account/tokens",
  "/account/password",
  "/account/close",
  "/account/graphs/new",
  "/account/notifications",
  "/account/threads",
  "/text-to-license",
  "/license-to-text",
  "/license-composer",
  "/submissions/new",
  "/corrections/new?license=MIT",
];

const LOOKS = [
  { viewport: DESK, colorScheme: "light" },
  { viewport: PHONE, colorScheme: "dark" },
];

// The narrowest screen that pages are made for, in CSS pixels (WCAG 2.2, 1.4.10).
const NARROWEST = 320;

async function assertFits(page, path) {
  await page.setViewportSize({ width: NARROWEST, height: 640 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= NARROWEST, `${path} is ${width} wide`);
}

// Each test has a visitor of its own, and mostly waits until a page has been quiet for half a second.
suite("every page", { concurrency: 4 }, () => {
  let browser, site, model;
  before(async () => {
    model = await provider();
    [browser, site] = await Promise.all([openBrowser(), Site.start({ flags: model.flags })]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    await model?.stop();
  });

  for (const look of LOOKS) {
    const name = `${look.viewport.width} wide, ${look.colorScheme}`;
    for (const path of [...READ, ...FORMS]) {
      test(`${path} is usable, ${name}`, async () => {
        const { context, page, complaints } = await visitor(browser, site, look);
        const response = await page.goto(path, { waitUntil: "networkidle" });
        assert.equal(response.status(), 200, path);
        if (look.viewport === DESK) await assertValid(response);
        await assertUsable(page);
        if (look.viewport === PHONE) await assertFits(page, path);
        assert.deepEqual(complaints, []);
        await context.close();
      });
    }

    test(`the pages of an account are usable, ${name}`, async (t) => {
      const { context, page, complaints } = await visitor(browser, site, look);
      await register(page);
      for (const path of OWN) {
        await t.test(path, async () => {
          const response = await page.goto(path, { waitUntil: "networkidle" });
          assert.equal(response.status(), 200, path);
          if (look.viewport === DESK) await assertValid(response);
          await page.setViewportSize(look.viewport);
          await assertUsable(page);
          if (look.viewport === PHONE) await assertFits(page, path);
        });
      }
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }

  test("what only reads needs no scripts", async (t) => {
    const { context, page } = await visitor(browser, site, { javaScriptEnabled: false });
    for (const path of READ) {
      await t.test(path, async () => {
        const response = await page.goto(path);
        assert.equal(response.status(), 200, path);
        assert.ok((await page.locator("main").innerText()).length > 150, `${path} says nothing`);
      });
    }
    await context.close();
  });

  test("an address that leads nowhere says so to a person", async () => {
    const { context, page } = await visitor(browser, site);
    const response = await page.goto("/no-such-page");
    assert.equal(response.status(), 404);
    await assertUsable(page);
    await page.getByRole("link", { name: "library", exact: true }).first().click();
    await page.waitForURL("**/license-library");
    await context.close();
  });

  test("the keyboard reaches the content at once and every control shows that it has the focus", async () => {
    const { context, page } = await visitor(browser, site);
    await page.goto("/license-library/MIT");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main-content");
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === document.body) return "away";
        const style = getComputedStyle(element);
        return style.outlineStyle === "none" ? element.outerHTML.slice(0, 100) : "shown";
      });
      if (outline === "away") break;
      assert.equal(outline, "shown");
    }
    await context.close();
  });
});
