// What belongs to somebody: an account, its tokens, its graphs, what it shares, and what it writes to the curators.

import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { openBrowser, register, Site, visitor } from "./site.mjs";

suite("belonging", () => {
  let browser, site;
  before(async () => {
    [browser, site] = await Promise.all([openBrowser(), Site.start()]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
  });

  async function visit(journey, look) {
    const { context, page, complaints } = await visitor(browser, site, look);
    await journey(page);
    assert.deepEqual(complaints, []);
    await context.close();
  }

  const account = (page) => page.locator("dt:text-is('Identifier') + dd code").innerText();

  test("somebody signs out and in again", () =>
    visit(async (page) => {
      const email = await register(page, "Grace Hopper");
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.goto("/login");
      await page.getByLabel("E-mail address").fill(email);
      await page.getByLabel("Password").fill("correct horse battery");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL("**/account");
      assert.match(await page.locator("main").innerText(), /Grace Hopper/);
    }));

  test("a wrong password is said so, and the address stays typed", async () => {
    const { context, page } = await visitor(browser, site);
    const email = await register(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.goto("/login");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill("something else entirely");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator("[role=alert], .error").first().waitFor();
    assert.equal(await page.getByLabel("E-mail address").inputValue(), email);
    await context.close();
  });

  test("a token is shown once and opens the API", () =>
    visit(async (page) => {
      await register(page);
      await page.goto("/account/tokens");
      await page.getByLabel("Name").fill("script");
      await page.getByRole("button", { name: /Make|Create/ }).click();
      const secret = (await page.locator(".secret").innerText()).trim();
      assert.match(secret, /svc_[A-Za-z0-9]{40}/);
      const token = /svc_[A-Za-z0-9]{40}/.exec(secret)[0];
      const answer = await page.request.get("/licenselibrary/mine", { headers: { Authorization: `Bearer ${token}` } });
      assert.equal(answer.status(), 200);
      await page.goto("/account/tokens");
      assert.equal(await page.locator(".secret").count(), 0);
    }));

  for (const javaScriptEnabled of [true, false]) {
    test(`a graph is written, put right, published and compared ${javaScriptEnabled ? "" : "without scripts"}`, async () => {
      const { context, page } = await visitor(browser, site, { javaScriptEnabled });
      await register(page);
      await page.goto("/account/graphs/new");
      await page.getByLabel("Title").fill("A graph of my own");
      await page.getByLabel("Statement 1, act", { exact: true }).fill("odrl:display");
      await page.getByLabel("Statement 1, second act").fill("odrl:nonsense");
      await page.getByRole("button", { name: "Save the draft" }).click();
      await page.locator("#fault-1").waitFor();
      assert.equal(await page.getByLabel("Title").inputValue(), "A graph of my own");
      await page.getByLabel("Statement 1, second act").fill("odrl:use");
      await page.getByRole("button", { name: "Save the draft" }).click();
      await page.waitForURL(/account\/graphs\/[A-Za-z0-9]{32}$/);
      await page.getByLabel(/Publish version/).check();
      await page.getByRole("button", { name: "Publish the graph" }).click();
      await page.waitForLoadState();
      assert.match(await page.locator(".facts").first().innerText(), /published/);
      await page.getByRole("link", { name: "Compare with the default graph" }).click();
      await page.waitForURL(/dependency-graph\/compare/);
      assert.match(await page.locator("main").innerText(), /A graph of my own/);
      await context.close();
    });
  }

  test("a correction is asked for, answered by a curator, and the answer arrives", async () => {
    const author = await visitor(browser, site);
    await register(author.page, "Ada Lovelace");
    await author.page.goto("/license-library/MIT");
    await author.page.getByRole("link", { name: "Report an error" }).click();
    await author.page.getByLabel("What is wrong").fill("The notice has to stay with copies.");
    await author.page.getByRole("button", { name: "Request the correction" }).click();
    await author.page.waitForURL(/threads\//);
    const thread = author.page.url();

    const curator = await visitor(browser, site);
    await register(curator.page, "Curator");
    await site.admin("set-role", "--account", await account(curator.page), "--role", "administrator");
    await curator.page.goto("/curation");
    await curator.page.getByRole("link", { name: /MIT/ }).first().click();
    await curator.page.getByRole("textbox", { name: "Message" }).fill("You are right; it is in version 3.");
    await curator.page.getByLabel("Decision").selectOption("accepted");
    await curator.page.getByRole("button", { name: "Send" }).click();
    await curator.page.waitForLoadState();

    await author.page.goto("/account/notifications");
    assert.match(await author.page.locator("main").innerText(), /accepted|wrote about/);
    await author.page.goto(thread);
    assert.match(await author.page.locator("main").innerText(), /it is in version 3/);

    const stranger = await visitor(browser, site);
    await register(stranger.page, "Mallory");
    assert.equal((await stranger.page.goto(thread)).status(), 404);
    for (const { context } of [author, curator, stranger]) await context.close();
  });

  test("anybody writes to the curators, and what is missing is said at its field", async () => {
    const { context, page } = await visitor(browser, site, { javaScriptEnabled: false });
    await page.goto("/contact");
    await page.locator("form.fields").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("textbox", { name: "Message" }).fill("Thank you.");
    await page.getByRole("button", { name: "Send" }).click();
    assert.equal(await page.getByLabel("E-mail address").getAttribute("aria-invalid"), "true");
    assert.equal(await page.getByRole("textbox", { name: "Message" }).inputValue(), "Thank you.");
    await page.getByLabel("E-mail address").fill("ada@example.org");
    await page.getByLabel("Subject").fill("Thanks");
    await page.getByRole("button", { name: "Send" }).click();
    assert.doesNotMatch(await page.locator("main").innerText(), /is needed|missing/);
    assert.equal(await page.locator("form [aria-invalid=true]").count(), 0);
    await context.close();
  });
});
