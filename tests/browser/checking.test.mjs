// Whether licenses go together: the checker, with scripts and without, and the check of a repository.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, suite, test } from "node:test";
import { openBrowser, PHONE, Site, visitor } from "./site.mjs";
import { packages } from "./upstreams.mjs";

suite("checking", () => {
  let browser, site, metadata;
  before(async () => {
    metadata = await packages();
    [browser, site] = await Promise.all([openBrowser(), Site.start({ flags: metadata.flags })]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    await metadata?.stop();
  });

  async function visit(path, journey, look) {
    const { context, page, complaints } = await visitor(browser, site, look);
    await page.goto(path, { waitUntil: "networkidle" });
    await journey(page);
    assert.deepEqual(complaints, []);
    await context.close();
  }

  test("the first page answers in place, and leads to the whole answer", () =>
    visit("/", async (page) => {
      assert.match(await page.locator("#answer-heading").innerText(), /No: a part under GPL-3\.0-only can’t go into a work under MIT/);
      await page.getByLabel("I want to use").fill("CC-BY-NC-4.0");
      await page.getByLabel("in a work under").fill("GPL-3.0-only");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.locator("#answer-heading", { hasText: "CC-BY-NC-4.0" }).waitFor();
      await page.getByRole("link", { name: /whole answer/ }).click();
      await page.locator("#result-heading").waitFor();
      assert.match(page.url(), /license-compatibility-checker\?ids=CC-BY-NC-4\.0&target=GPL-3\.0-only/);
      assert.match(await page.locator("#result-heading").innerText(), /^\s*No: /);
    }));

  test("the first page leads to an answer without scripts", () =>
    visit("/", async (page) => {
      await page.getByLabel("I want to use").fill("LGPL-2.1-only");
      await page.getByLabel("in a work under").fill("closed source");
      await page.getByLabel("and", { exact: true }).selectOption("service");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.locator("#result-heading").waitFor();
      assert.match(await page.locator("#result-heading").innerText(), /^\s*Yes: a part under LGPL-2\.1-only may go into a closed-source work/);
    }, { javaScriptEnabled: false }));

  const listed = { name: "parts.txt", mimeType: "text/plain", buffer: Buffer.from("MIT\ngui: GPL-3.0-only\nLicenseRef-house\n") };

  test("a file of parts is audited, changed and saved", () =>
    visit("/audit", async (page) => {
      await page.getByLabel("My work is under").fill("closed source");
      await page.getByLabel("A file of parts").setInputFiles(listed);
      const heading = page.locator("#result-heading");
      await heading.waitFor();
      assert.match(await heading.innerText(), /^\s*1 of 3 parts can’t go into a closed-source work\./);
      assert.ok((await heading.boundingBox()).y < 300);
      const [notice] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "NOTICE" }).click()]);
      assert.match(await readFile(await notice.path(), "utf8"), /\[copyright notice of gui\]/);
      await page.locator("summary", { hasText: "Your list and your question" }).click();
      await page.getByLabel("and I").selectOption("internal");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await page.locator("#result-heading", { hasText: "We can’t tell for 1 of 3 parts." }).waitFor();
    }));

  test("the first page takes a file of parts for the work that it asks about", () =>
    visit("/", async (page) => {
      await page.getByLabel("in a work under").fill("GPL-3.0-only");
      await page.getByLabel("drop its lock file").setInputFiles(listed);
      await page.locator("#result-heading").waitFor();
      assert.match(page.url(), /\/audit$/);
      assert.match(await page.locator("#result-heading").innerText(), /^\s*We can’t tell for 1 of 3 parts\./);
      assert.equal(await page.getByLabel("My work is under").inputValue(), "GPL-3.0-only");
    }));

  test("a list of parts is pasted without scripts", () =>
    visit("/audit", async (page) => {
      await page.getByLabel("The list of parts").fill("MIT\nApache-2.0\n");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      assert.match(await page.locator("#result-heading").innerText(), /^\s*2 parts can go together into one work\./);
    }, { javaScriptEnabled: false }));

  test("an answer follows the choices, and one stands in sight at once", () =>
    visit("/license-compatibility-checker?ids=GPL-3.0-only&target=MIT", async (page) => {
      const heading = page.locator("#result-heading");
      assert.match(await heading.innerText(), /^\s*No: /);
      assert.ok((await heading.boundingBox()).y < 300);
      await page.locator("summary", { hasText: "Your question" }).click();
      await page.getByLabel("and I").selectOption("internal");
      await page.locator("#result-heading", { hasText: "Yes: " }).waitFor();
      assert.match(page.url(), /ship=internal/);
      assert.match(await page.title(), /^Yes: /);
    }, { viewport: PHONE }));

  test("one part is used in another way than the others", () =>
    visit("/license-compatibility-checker?ids=MIT,GPL-3.0-only&target=proprietary", async (page) => {
      assert.match(await page.locator("#result-heading").innerText(), /^\s*No: /);
      await page.getByLabel("How I use GNU General Public License v3.0 only").selectOption("aggregated");
      await page.locator("#result-heading", { hasText: "Yes, if" }).waitFor();
      assert.match(page.url(), /uses=,aggregated/);
      assert.match(await page.locator("#result").innerText(), /GPL-3\.0-only is a separate work, distributed beside it\./);
      await page.reload();
      assert.match(await page.locator("#result-heading").innerText(), /^\s*Yes, if/);
      assert.equal(await page.getByLabel("How I use GNU General Public License v3.0 only").inputValue(), "aggregated");
    }));

  test("one part is used in another way without scripts", () =>
    visit("/license-compatibility-checker", async (page) => {
      await page.getByLabel("License 1").fill("GPL-3.0-only");
      await page.getByLabel("How I use part 1").selectOption("aggregated");
      await page.getByLabel("License 2").fill("MIT");
      await page.getByLabel("My work is under").fill("closed source");
      await page.getByRole("button", { name: "Check", exact: true }).last().click();
      assert.match(await page.locator("#result-heading").innerText(), /^\s*Yes, if/);
      assert.equal(await page.getByLabel("How I use part 1").inputValue(), "aggregated");
    }, { javaScriptEnabled: false }));

  test("the page of two licenses answers both ways and leads to the question", () =>
    visit("/license-library/GPL-3.0-only", async (page) => {
      await page.locator("a[href='/license-pairs/GPL-3.0-only/MIT#first']").click();
      assert.match(page.url(), /\/license-pairs\/GPL-3\.0-only\/MIT#first$/);
      const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
      assert.deepEqual(headings.map((heading) => heading.trim().split(":")[0]), ["No", "Yes, if you meet the conditions"]);
      await page.getByRole("link", { name: /Change the question/ }).first().click();
      assert.match(await page.locator("#result-heading").innerText(), /^\s*No: /);
    }));

  test("licenses are held against each other without scripts", () =>
    visit("/license-compatibility-checker", async (page) => {
      await page.getByLabel("License 1").fill("MIT");
      await page.getByLabel("License 2").fill("GPL-3.0-only");
      await page.getByRole("button", { name: "Check", exact: true }).last().click();
      await page.locator("#result-heading").waitFor();
      assert.match(page.url(), /ids=MIT&uses=&ids=GPL-3\.0-only&uses=/);
      assert.ok((await page.locator("#result").innerText()).length > 300);
    }, { javaScriptEnabled: false }));

  test("licenses are chosen from suggestions with the keyboard, and answered in place", () =>
    visit("/license-compatibility-checker", async (page) => {
      const field = page.getByRole("combobox", { name: "Add a license" });
      await field.pressSequentially("apache lic");
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await field.fill("GPL-3.0-only");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Enter");
      assert.equal(await page.getByRole("list", { name: "Licenses chosen" }).getByRole("listitem").count(), 2);
      await page.getByRole("button", { name: "Check", exact: true }).last().click();
      await page.locator("#result-heading").waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.id), "result-heading");
      const answered = page.url();
      assert.match(decodeURIComponent(answered), /GPL-3\.0-only/);
      await page.goBack();
      await page.locator("#result-heading").waitFor({ state: "detached" });
      await page.goForward();
      await page.locator("#result-heading").waitFor();
      assert.equal(page.url(), answered);
    }));

  test("a name that is no license is said so at its field, and everything typed is kept", async () => {
    const { context, page } = await visitor(browser, site, { javaScriptEnabled: false });
    await page.goto("/license-compatibility-checker?ids=MIT&ids=No-Such-License-9");
    const field = page.getByLabel("License 2");
    assert.equal(await field.inputValue(), "No-Such-License-9");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await page.getByLabel("License 1").inputValue(), "MIT");
    await context.close();
  });

  test("obligations are taken along as a text", () =>
    visit("/license-compatibility-checker?ids=MIT,CC-BY-4.0", async (page) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download the obligations" }).click(),
      ]);
      assert.equal(download.suggestedFilename(), "statements.txt");
      assert.match(await readFile(await download.path(), "utf8"), /MIT/);
    }));

  test("the parts of a repository are looked up and checked", () =>
    visit("/repo-license-compatibility-checker", async (page) => {
      await page.getByLabel("Repository").fill("https://github.com/owner/mixed");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      const result = page.locator("#result");
      await result.waitFor();
      assert.match(await result.innerText(), /readline/);
      assert.match(await result.innerText(), /Custom-1\.0/);
    }, { viewport: PHONE }));

  test("what is no repository is said so at the field", async () => {
    const { context, page } = await visitor(browser, site);
    await page.goto("/repo-license-compatibility-checker");
    await page.getByLabel("Repository").fill("https://elsewhere.example/a/b");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const field = page.getByLabel("Repository");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await field.inputValue(), "https://elsewhere.example/a/b");
    await context.close();
  });
});
