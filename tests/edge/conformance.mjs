#!/usr/bin/env node
// One suite, four targets: `tests/http` asks a server, nginx before it, the worker before it, and two servers on one
// PostgreSQL database behind nginx. Says at the end which ran; one that cannot be set up here is a failure where CI=true,
// but for the worker, whose runtime comes from npm.
//
//   node tests/edge/conformance.mjs [server|nginx|worker|postgres]...
//
// MUNIMENT_TEST_BINARY names the suite, where it is built already; what is started uses MUNIMENT_SERVER.

import { spawn, execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  builtTree, hasNginx, hasWorkerd, postgresPrograms, repository, startNginx, startPostgres, startServer, startWorker, stop,
} from "./deployment.mjs";

const DATA = "data";
// Tests publish and register; nginx is the client the server sees.
const flags = ["--registration", "on", "--trusted-proxies", "127.0.0.1/32"];

/** What each target needs, and how it is put up. */
const TARGETS = {
  server: {
    missing: async () => undefined,
    start: async (tree) => [await startServer({ data: DATA, tree, flags })],
  },
  nginx: {
    missing: async () => ((await hasNginx()) ? undefined : "nginx with its njs module"),
    start: async (tree) => {
      const server = await startServer({ data: DATA, tree, flags });
      return [await startNginx({ tree, servers: [server] }), server];
    },
  },
  worker: {
    mayBeMissing: true,
    missing: async () => ((await hasWorkerd()) ? undefined : "workerd (npm ci --prefix tests/edge)"),
    start: async (tree) => {
      const server = await startServer({ data: DATA, tree, flags });
      return [await startWorker({ tree, server }), server];
    },
  },
  postgres: {
    missing: async () => {
      const hasAll = (await hasNginx()) && postgresPrograms() !== undefined;
      return hasAll ? undefined : "nginx with its njs module, and PostgreSQL";
    },
    start: async (tree) => {
      const database = await startPostgres();
      const servers = [await startServer({ data: DATA, tree, database, flags }), await startServer({ data: DATA, tree, database, flags })];
      return [await startNginx({ tree, servers }), ...servers];
    },
  },
};

/** The suite as one program. */
async function suite() {
  if (process.env.MUNIMENT_TEST_BINARY) return process.env.MUNIMENT_TEST_BINARY;
  const words = ["test", "--profile", "tests", "-p", "muniment-server", "--test", "http", "--no-run", "--message-format", "json"];
  const { stdout } = await promisify(execFile)("cargo", words, { cwd: repository, maxBuffer: 1 << 28 });
  const built = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return built.find((each) => each.target?.name === "http" && each.executable)?.executable;
}

/** Asks the suite of a target; answers whether all of it passed. */
function passes(program, url) {
  const env = { ...process.env, MUNIMENT_TEST_URL: url };
  const child = spawn(program, ["--quiet"], { cwd: `${repository}/server`, env, stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((done) => child.once("exit", (code) => done(code === 0)));
}

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(TARGETS);
const program = await suite();
const tree = await builtTree(DATA);
const report = [];
let isWell = true;
for (const name of names) {
  const target = TARGETS[name];
  const missing = await target.missing();
  if (missing !== undefined) {
    isWell = isWell && (process.env.CI !== "true" || target.mayBeMissing === true);
    report.push(`${name}: SKIPPED, there is no ${missing}`);
    continue;
  }
  console.log(`\n== ${name}`);
  const started = await target.start(tree);
  const isPassed = await passes(program, started[0].url);
  isWell = isWell && isPassed;
  report.push(`${name}: ${isPassed ? "passed" : "FAILED"}`);
  for (const { child } of started) await stop(child);
}
console.log(`\n${report.join("\n")}`);
process.exit(isWell ? 0 : 1);
