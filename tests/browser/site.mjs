// A server of the website and a browser to look at it with.

import { spawn, execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

export const repository = resolve(import.meta.dirname, "../..");
const binary = process.env.MUNIMENT_PROGRAM ?? join(repository, "target/release/muniment");
/** The command beside the server. */
export const compiler = join(dirname(binary), "muniment");

/** Widths people look from, in CSS pixels: a phone held upright, a desk. */
export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

/** Settings of ours must not move the server under test. */
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MUNIMENT_")));
}

/** The port, if it is free; a free one for 0. */
function freePort(port) {
  return new Promise((done) => {
    const server = createServer().once("error", () => done(undefined));
    server.listen(port, "127.0.0.1", () => {
      const found = server.address().port;
      server.close(() => done(found));
    });
  });
}

/** Where servers of the library listen: at the port of the first, as long as it is free. */
async function libraryAddress() {
  const file = join(tmpdir(), "muniment-browser-port");
  const known = Number(await readFile(file, "utf8").catch(() => 0));
  const port = (await freePort(known)) ?? (await freePort(0));
  await writeFile(file, String(port));
  return `127.0.0.1:${port}`;
}

/** A running server with a database of its own. */
export class Site {
  /**
   * Starts a server over a data folder; `flags` are added to its command line. A `lenient` one serves data that breaks
   * checks, from a tree that the compiler was told to build all the same.
   */
  static async start({ data = "data", flags = [], lenient = false } = {}) {
    const folder = await mkdtemp(join(tmpdir(), "muniment-browser-"));
    if (lenient) {
      const base = ["--base-url", "https://muniment.example"];
      const words = ["build", "--lenient", "--data", join(repository, data), "--out", join(folder, "site"), ...base];
      await promisify(execFile)(compiler, words, { env: environment() });
      flags = [...flags, "--build", "off", ...base];
    }
    const database = `sqlite://${join(folder, "accounts.db")}`;
    // Suites run one after another. Those of the library share a tree, which the first builds, and so its address.
    const isLibrary = data === "data";
    const tree = isLibrary ? join(tmpdir(), "muniment-browser-tree") : join(folder, "site");
    const listen = isLibrary ? await libraryAddress() : "127.0.0.1:0";
    const process = spawn(
      binary,
      ["serve", "--listen", listen, "--data", join(repository, data), "--site", tree,
        "--database-url", database, "--limits", "off", "--registration", "on", ...flags],
      { env: environment(), stdio: ["ignore", "pipe", "inherit"] },
    );
    const site = new Site();
    Object.assign(site, { process, folder, database });
    const ended = new Promise((_, reject) => process.once("exit", (code) => reject(new Error(`the server ended: ${code}`))));
    ended.catch(() => {});
    const said = (async () => {
      for await (const line of createInterface({ input: process.stdout })) {
        const url = /^serving at (\S+)/.exec(line)?.[1];
        if (url) return url.replace(/\/$/, "");
      }
      throw new Error("the server did not say where it serves");
    })();
    site.url = await Promise.race([said, ended]);
    process.stdout.resume();
    return site;
  }

  /** What an administrator does at the command line. */
  async admin(...words) {
    const flags = ["--database-url", this.database];
    const { stdout } = await promisify(execFile)(binary, ["admin", ...words, ...flags], { env: environment() });
    return stdout.trim();
  }

  async stop() {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The browser; pages come from `visitor`. */
export function openBrowser() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

/**
 * Somebody who looks at a site: a page, and everything it complained of.
 *
 * Complaints are errors and warnings at the console (a violated security policy is one), exceptions, and requests to
 * anybody but the site.
 */
export async function visitor(browser, site, { viewport = DESK, colorScheme = "light", javaScriptEnabled = true } = {}) {
  const context = await browser.newContext({ baseURL: site.url, viewport, colorScheme, javaScriptEnabled, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(site.url) && !url.startsWith("data:") && !url.startsWith("blob:")) {
      complaints.push(`${page.url()} asked ${url}`);
    }
  });
  return { context, page, complaints };
}

let people = 0;

/** Makes an account with the form of the site, which leaves the visitor signed in. */
export async function register(page, name = "Ada Lovelace") {
  people += 1;
  const email = `person-${people}@example.org`;
  await page.goto("/register");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/account");
  return email;
}
