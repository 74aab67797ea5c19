// What every page has to be, whatever is on it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { HtmlValidate } from "html-validate";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // The parameter `ids` of the checker is repeated, and its titles are a question with its answer.
    "form-dup-name": "off",
    "long-title": "off",
  },
});

/** Whether the markup of an answer is valid as it was sent, in the eyes of html-validate. */
export async function assertValid(response) {
  const { results } = await validator.validateString(await response.text());
  const faults = results.flatMap((result) => result.messages);
  const told = faults.map(({ line, ruleId, message }) => `line ${line}: ${message} (${ruleId})`);
  assert.deepEqual(told, [], response.url());
}

/** Whether a page is usable as it stands: one heading, no sideways scrolling, nothing serious in the eyes of axe. */
export async function assertUsable(page) {
  const where = page.url();
  assert.equal(await page.locator("h1").count(), 1, `${where}: one h1`);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 5)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 40)}`);
  });
  assert.deepEqual(overflow, [], `${where}: wider than the window`);
  await assertAccessible(page);
}

/** Nothing that WCAG 2.2 AA forbids and axe calls serious or critical. */
export async function assertAccessible(page) {
  // The security policy keeps scripts of others out; the tool comes in beside it.
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const run = await globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      resultTypes: ["violations"],
    });
    return run.violations
      .filter((violation) => ["serious", "critical"].includes(violation.impact))
      .map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 120)} (${node.failureSummary?.split("\n")[1]?.trim()})`).join(" | ")}`);
  });
  assert.deepEqual(violations, [], page.url());
}
