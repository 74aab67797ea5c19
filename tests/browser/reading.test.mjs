// Finding a license, reading it, and proving that it is the one that was published.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, suite, test } from "node:test";
import { openBrowser, PHONE, Site, visitor } from "./site.mjs";

/** Counts of the live library, which `tests/library/figures.rs` holds against it. */
const { records } = JSON.parse(await readFile(new URL("../live-library.json", import.meta.url), "utf8"));

suite("reading", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([openBrowser(), Site.start()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  async function visit(path, journey, look) {
    const { context, page, complaints } = await visitor(browser, site, look);
    await page.goto(path, { waitUntil: "networkidle" });
    await journey(page, context);
    assert.deepEqual(complaints, []);
    await context.close();
  }

  const count = async (page) => Number.parseInt(await page.locator("#count").innerText(), 10);

  test("the library narrows down while one types, and the address says how", () =>
    visit("/license-library", async (page) => {
      const all = await count(page);
      assert.equal(all, records);
      await page.getByRole("main").getByRole("searchbox").fill("apache");
      await page.getByRole("link", { name: "Apache License 2.0" }).first().waitFor();
      const named = await count(page);
      assert.ok(named > 0 && named < 30, `${named} records`);
      assert.match(page.url(), /keyword=apache/);
      await page.reload({ waitUntil: "networkidle" });
      assert.equal(await count(page), named);
      assert.equal(await page.getByRole("main").getByRole("searchbox").inputValue(), "apache");
      await page.goBack();
      await page.waitForFunction((all) => document.getElementById("count").textContent.startsWith(String(all)), all);
    }));

  test("facets count what they would find, and are taken back one by one", () =>
    visit("/license-library", async (page) => {
      const box = page.locator("#filters input[name=prohibited]").first();
      const label = page.locator("#filters label.pick.prohibited").first();
      const promised = Number.parseInt(await label.locator(".number").innerText(), 10);
      await box.check();
      assert.equal(await count(page), promised);
      assert.match(page.url(), /prohibited=/);
      await page.locator("#chosen button").first().click();
      assert.equal(await count(page), records);
    }));

  for (const [typed, title] of [["GPLv3", "GNU General Public License v3.0 only"], ["mpl 2", "Mozilla Public License"], ["expat", "MIT License"]]) {
    test(`${typed} finds its license first`, () =>
      visit(`/license-library?keyword=${encodeURIComponent(typed)}`, async (page) => {
        await page.locator("#count").waitFor();
        assert.match(await page.locator("#records tbody tr").first().innerText(), new RegExp(`^${title}`));
      }));
  }

  test("a search without scripts finds the license that was meant", () =>
    visit("/license-library/MIT", async (page) => {
      await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
      await page.getByLabel("Words of the title or of another name").fill("gplv3");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/web/searchresults");
      assert.equal(await page.locator("main a[href^='/web/license/']").first().innerText(), "GNU General Public License v3.0 only");
    }, { javaScriptEnabled: false }));

  test("a slip of the pen still finds the license", () =>
    visit("/license-library?keyword=apahce", async (page) => {
      assert.equal(await count(page), 0);
      assert.match(await page.locator("#nothing").innerText(), /Apache/);
    }));

  test("filtering takes less than a blink", () =>
    visit("/license-library", async (page) => {
      const slowest = await page.evaluate(() => {
        const box = document.getElementById("keyword");
        const type = (text) => {
          box.value = text;
          const start = performance.now();
          box.dispatchEvent(new Event("input"));
          return performance.now() - start;
        };
        type("a");
        return Math.max(...["gp", "gpl", "", "cc by"].map(type));
      });
      assert.ok(slowest < 250, `${slowest} ms, on a machine at work`);
    }));

  test("without scripts the library is a list of everything", () =>
    visit("/license-library", async (page) => {
      const links = await page.locator("main a[href^='/license-library/']").count();
      assert.ok(links >= records, `${links} links`);
    }, { javaScriptEnabled: false }));

  test("a record is verified in the browser, and what was tampered with is not", () =>
    visit("/license-library/MIT", async (page) => {
      const { version } = await (await page.request.get("/v2/licenses/MIT")).json();
      const [statements, result] = [`/v2/licenses/MIT/versions/${version}/index.nt`, `#verified-${version}`];
      const button = page.getByRole("button", { name: `Verify version ${version}` });
      await button.click();
      await page.locator(`${result}[data-state=equal]`).waitFor();
      const shown = await page.locator(".versions .hash").first().innerText();
      const served = await (await page.request.get(statements)).body();
      assert.equal(shown, `sha256:${createHash("sha256").update(served).digest("hex")}`);
      await page.route(`**${statements}`, (route) => route.fulfill({ body: `${served}\n` }));
      await button.click();
      await page.locator(`${result}[data-state=different]`).waitFor();
      await page.unroute(`**${statements}`);
      await page.route(`**${statements}`, (route) => route.fulfill({ status: 404 }));
      await button.click();
      await page.locator(`${result}[data-state=unchecked]`).waitFor();
      assert.match(await page.locator(result).innerText(), /404/);
    }).catch((error) => {
      // The browser itself reports the answer that was made up.
      if (!/status of 404/.test(String(error))) throw error;
    }));

  test("what changed between any two versions is on the page of the older one", () =>
    visit("/license-library/MIT#history-heading", async (page) => {
      await page.getByRole("link", { name: "What version 2 changed" }).click();
      const step = page.locator("#to-2");
      await step.waitFor();
      assert.ok((await step.locator("li").count()) >= 3);
      assert.match(await step.innerText(), /added/);
      const { version } = await (await page.request.get("/v2/licenses/MIT")).json();
      assert.equal(await page.locator("main details.changes").count(), version - 1);
      assert.ok(await page.locator(`#to-${version}`).isVisible());
    }));

  test("snippets are copied, and license.json is saved with what was typed", () =>
    visit("/license-library/CC-BY-4.0", async (page, context) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.locator("button[data-copy]").first().click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /CC-BY-4\.0/);
      await page.getByLabel("Address of the work").fill("https://works.example/photo");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: /license\.json/ }).last().click(),
      ]);
      const saved = JSON.parse(await readFile(await download.path(), "utf8"));
      assert.equal(saved.asset, "https://works.example/photo");
      assert.equal(saved["spdx-id"], "CC-BY-4.0");
    }));

  test("the matrix explains a pair, and its address can be passed on", () =>
    visit("/compatibility", async (page) => {
      await page.getByLabel("A part under", { exact: true }).fill("GPL-3.0-only");
      await page.getByLabel("into a work under", { exact: true }).fill("MIT");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.locator("#pair-heading").waitFor();
      assert.match(page.url(), /a=GPL-3\.0-only/);
      assert.match(page.url(), /b=MIT/);
      await page.waitForFunction(() => document.getElementById("pair-body").textContent.length > 100);
      const told = await page.locator("#pair").innerText();
      assert.match(told, /A part under GPL-3\.0-only into a work under MIT\s+no/);
      assert.match(told, /A part under MIT into a work under GPL-3\.0-only\s+yes, if you meet the conditions/);
      await page.reload({ waitUntil: "networkidle" });
      await page.waitForFunction(() => document.getElementById("pair-body").textContent.length > 100);
      assert.equal(await page.locator("#pair").innerText(), told);
    }));

  test("the matrix is drawn, and a license is read as a list by those who cannot see it", () =>
    visit("/compatibility?a=MIT", async (page) => {
      await page.locator("#list").waitFor();
      assert.match(await page.locator("#groups").textContent(), /GPL-3\.0-only/);
      const inked = await page.locator("#picture").evaluate((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const colours = new Set();
        for (let at = 0; at < data.length; at += 4) colours.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
        return colours.size;
      });
      assert.ok(inked >= 3, `${inked} colours`);
    }, { viewport: PHONE }));

  test("a record shows its answers with the best known licenses", () =>
    visit("/license-library/GPL-3.0-only", async (page) => {
      const [into, takes] = await page.locator(".strip ul").allInnerTexts();
      assert.match(into, /MIT\s+no/);
      assert.match(into, /AGPL-3\.0-only\s+yes, with conditions/);
      assert.match(takes, /MIT\s+yes, with conditions/);
      assert.match(takes, /GPL-2\.0-only\s+no/);
    }, { javaScriptEnabled: false }));

  test("a record says on its first screen what one can do, must do and cannot do", () =>
    visit("/license-library/GPL-3.0-only", async (page) => {
      for (const name of ["You can", "You must", "You can\u2019t"]) {
        const heading = page.getByRole("heading", { name, exact: true });
        const { y } = await heading.boundingBox();
        assert.ok(y < 900, `${name} begins at ${y}`);
      }
      const must = page.getByRole("region", { name: "You must" });
      assert.match(await must.innerText(), /source of the part/);
      // What few licenses require comes last, and is marked.
      const marked = (list) => list.locator("> li").evaluateAll((lines) => lines.map((line) => !!line.querySelector(".tag")));
      const lists = await Promise.all((await must.locator("ul").all()).map(marked));
      assert.ok(lists.flat().includes(true));
      for (const marks of lists) assert.deepEqual(marks, marks.toSorted());
    }));

  test("a limit on use stands before what a license lets people do", () =>
    visit("/license-library/Llama-3.1-Community-License", async (page) => {
      const limits = page.getByRole("region", { name: "Limits on use" });
      assert.match(await limits.innerText(), /700 million/);
      const [limit, can] = [await limits.boundingBox(), await page.getByRole("region", { name: "You can", exact: true }).boundingBox()];
      assert.ok(limit.y < can.y && limit.y < 900);
    }));

  test("a record answers for a work in place", () =>
    visit("/license-library/AGPL-3.0", async (page) => {
      await page.getByLabel("Use it in my work under").fill("MIT");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.getByRole("heading", { name: /^No\b.*AGPL-3\.0-only/ }).waitFor();
      assert.match(page.url(), /license-library\/AGPL-3\.0$/);
    }));

  test("a drawn graph names every act it relates", () =>
    visit("/dependency-graph/dg_default", async (page) => {
      const drawing = page.locator("main svg[role=img], main svg.drawing").first();
      await drawing.waitFor();
      assert.ok((await page.locator("main svg a").count()) > 10);
    }));

  test("a record prints without its navigation", () =>
    visit("/license-library/MIT", async (page) => {
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(".site-head nav").isVisible(), false);
      assert.equal(await page.locator("h1").isVisible(), true);
    }));
});
