// Making a license: from acts, from another license, from a text; a draft, its revisions, and publishing it.

import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { openBrowser, register, Site, visitor } from "./site.mjs";
import { provider } from "./upstreams.mjs";

const TEXT = `The Sample License

You may copy and distribute the work. You must not sell the work.
`;

suite("composing", () => {
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

  async function visit(journey, look) {
    const { context, page, complaints } = await visitor(browser, site, look);
    await journey(page);
    assert.deepEqual(complaints, []);
    await context.close();
  }

  const stand = (page, act, value) => page.locator(`fieldset[data-act="${act}"] input[value="${value}"]`);

  test("a contradiction is said while it is being made", () =>
    visit(async (page) => {
      await page.goto("/license-composer", { waitUntil: "networkidle" });
      const finding = page.locator("#finding");
      const first = await finding.innerText();
      await stand(page, "odrl:distribute", "permitted").check();
      await stand(page, "odrl:reproduce", "prohibited").check();
      await page.waitForFunction((before) => document.getElementById("finding").innerText !== before, first);
    }));

  for (const javaScriptEnabled of [true, false]) {
    test(`the conditions of an act appear with its permission ${javaScriptEnabled ? "" : "without scripts"}`, () =>
      visit(async (page) => {
        await page.goto("/license-composer", { waitUntil: "networkidle" });
        await page.getByLabel("Title").fill("Noted License");
        const act = page.locator('fieldset[data-act="odrl:distribute"]');
        assert.equal(await act.locator(".conditions").isVisible(), false);
        await stand(page, "odrl:distribute", "permitted").check();
        if (!javaScriptEnabled) {
          await act.getByText("Press “Check”").waitFor();
          await page.locator("aside").getByRole("button", { name: "Check", exact: true }).click();
        }
        await act.locator("summary").click();
        const notice = act.locator('input[name="duty odrl:distribute cc:Notice"]');
        await notice.check();
        if (javaScriptEnabled) assert.match(await act.locator("summary").innerText(), /On condition of: .*[Nn]otice/);
        await page.locator("aside").getByRole("button", { name: "Check", exact: true }).click();
        await page.waitForLoadState();
        assert.equal(await notice.isChecked(), true);
        await page.locator("#finding").getByText("Nobody may copy the work.").waitFor();
      }, { javaScriptEnabled }));
  }

  test("what an anonymous visitor typed outlives signing in", () =>
    visit(async (page) => {
      await page.goto("/license-composer", { waitUntil: "networkidle" });
      await page.getByLabel("Title").fill("Kept License");
      await stand(page, "odrl:distribute", "permitted").check();
      const notice = page.locator('input[name="duty odrl:distribute cc:Notice"]');
      await page.locator('fieldset[data-act="odrl:distribute"] summary').click();
      await notice.check();
      await page.waitForFunction(() => Object.keys(sessionStorage).length > 0);
      await register(page);
      await page.goto("/license-composer", { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Continue with it" }).click();
      assert.equal(await page.getByLabel("Title").inputValue(), "Kept License");
      assert.equal(await stand(page, "odrl:distribute", "permitted").isChecked(), true);
      assert.equal(await notice.isChecked(), true, "conditions are taken up, too");
    }));

  for (const javaScriptEnabled of [true, false]) {
    test(`a license is drafted, changed and published ${javaScriptEnabled ? "" : "without scripts"}`, () =>
      visit(async (page) => {
        await register(page);
        await page.goto("/license-composer?from=MIT");
        await page.getByLabel("Title").fill("Meadow License");
        await page.getByRole("button", { name: "Save as a draft" }).click();
        await page.waitForURL(/account\/licenses\/|license-composer\?draft=/);
        const id = /(?:licenses\/|draft=)([A-Za-z0-9]{32})/.exec(page.url())[1];
        await page.goto(`/license-composer?draft=${id}`);
        await page.getByLabel("Title").fill("Meadow License 2");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await page.waitForLoadState();
        await page.goto(`/account/licenses/${id}`);
        assert.equal(await page.locator("h1").innerText(), "Meadow License 2");
        assert.ok((await page.getByRole("button", { name: /Restore revision 1/ }).count()) === 1);
        await page.getByLabel(/I consent/).check();
        await page.getByRole("button", { name: "Publish permanently" }).click();
        await page.waitForLoadState();
        const answer = await page.request.get(`/licenselibrary/license/${id}`);
        assert.equal(answer.status(), 200);
      }, { javaScriptEnabled }));
  }

  test("a form without a title comes back whole, with the fault at its field", async () => {
    const { context, page } = await visitor(browser, site, { javaScriptEnabled: false });
    await register(page);
    await page.goto("/license-composer");
    await stand(page, "odrl:distribute", "permitted").check();
    await page.getByRole("button", { name: "Save as a draft" }).click();
    assert.equal(await page.getByLabel("Title").getAttribute("aria-invalid"), "true");
    assert.equal(await stand(page, "odrl:distribute", "permitted").isChecked(), true);
    await context.close();
  });

  test("the text is written from the statements", () =>
    visit(async (page) => {
      await page.goto("/license-composer?from=MIT", { waitUntil: "networkidle" });
      await page.getByLabel("Title").fill("Meadow License");
      await page.locator("summary", { hasText: "The text of the license" }).click();
      await page.getByRole("button", { name: "Generate the text from the statements" }).click();
      await page.waitForFunction(() => document.getElementById("license_text")?.value.length > 200);
    }));

  test("a text is read, each statement is looked at beside its sentence, and the rest becomes a draft", () =>
    visit(async (page) => {
      await register(page);
      await page.goto("/text-to-license", { waitUntil: "networkidle" });
      await page.getByLabel("Text of the license").fill(TEXT);
      await page.getByLabel(/I agree that the text is sent/).check();
      await page.getByRole("button", { name: "Read the text" }).click();
      await page.getByRole("heading", { name: "Statements and their passages" }).waitFor();
      assert.match(await page.locator("table.review").innerText(), /You must not sell the work\./);
      await page.getByLabel(/^Keep.*prohibited/).uncheck();
      await page.getByRole("button", { name: "Save as draft" }).click();
      await page.waitForURL(/account\/licenses\/|runs\//);
      await page.getByRole("link", { name: /composer|Edit/ }).first().click();
      await page.waitForURL(/license-composer\?draft=/);
      assert.equal(await stand(page, "odrl:distribute", "permitted").isChecked(), true);
      assert.equal(await page.getByLabel("Title").inputValue(), "The Sample License");
    }));

  test("a text sent without consent comes back with the fault at the field", async () => {
    const { context, page } = await visitor(browser, site, { javaScriptEnabled: false });
    await register(page);
    await page.goto("/text-to-license");
    await page.getByLabel("Text of the license").fill(TEXT);
    await page.locator("#consent").evaluate((box) => box.removeAttribute("required"));
    await page.getByRole("button", { name: "Read the text" }).click();
    assert.equal(await page.locator("#consent").getAttribute("aria-invalid"), "true");
    assert.match(await page.getByLabel("Text of the license").inputValue(), /You may copy/);
    await context.close();
  });

  test("a license is put into words for whoever asks", () =>
    visit(async (page) => {
      await page.goto("/license-to-text", { waitUntil: "networkidle" });
      await page.getByRole("main").getByLabel("License", { exact: false }).first().fill("MIT");
      await page.getByRole("button", { name: "Generate text", exact: true }).click();
      await page.getByText("What you may do").first().waitFor();
    }));
});
