// Lighthouse on each kind of page, on a phone and on a desk. The first argument is the folder where it is installed.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Site } from "./site.mjs";

const installed = createRequire(join(resolve(process.argv[2]), "package.json"));
const { default: lighthouse, desktopConfig } = await import(pathToFileURL(installed.resolve("lighthouse")).href);
const { launch } = await import(pathToFileURL(installed.resolve("chrome-launcher")).href);

const PAGES = {
  home: "/",
  library: "/license-library",
  record: "/license-library/GPL-3.0-only",
  "record of a model license": "/license-library/Llama-3.1-Community-License",
  check: "/license-compatibility-checker?ids=GPL-3.0-only,MIT&target=Apache-2.0",
  choice: "/choose?kind=code&sell=yes&open=files&credit=notice&patents=grant",
  audit: "/audit",
  documentation: "/documentation/begin",
};

/** The least score of each category, of 100. */
const LEAST = 95;
/** The most that a page may transfer, in bytes, with everything it loads. */
const BUDGET = 150_000;

const site = await Site.start();
const browser = await launch({
  chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
});
let failed = false;
try {
  for (const [name, path] of Object.entries(PAGES)) {
    for (const [device, config] of Object.entries({ phone: undefined, desk: desktopConfig })) {
      const { lhr } = await lighthouse(site.url + path, { port: browser.port, logLevel: "error" }, config);
      const scores = Object.values(lhr.categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]);
      const bytes = lhr.audits["total-byte-weight"].numericValue;
      const low = scores.some(([, score]) => score < LEAST) || bytes > BUDGET;
      failed ||= low;
      console.log(`${low ? "not ok" : "ok"} ${name}, ${device}: ${scores.map((it) => it.join(" ")).join(", ")}; ${Math.round(bytes / 1000)} kB`);
      if (low) {
        const missed = Object.values(lhr.audits).filter(({ score }) => score !== null && score < 0.9);
        console.log(missed.map(({ id, displayValue }) => `  ${id} ${displayValue ?? ""}`).join("\n"));
      }
    }
  }
} finally {
  browser.kill();
  await site.stop();
}
process.exitCode = failed ? 1 : 0;
