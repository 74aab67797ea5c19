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

/** Modules of the suite that start servers of their own, whoever else is asked. */
const OF_THEIR_OWN = ["accounts", "checkers", "connections", "framing", "narration", "reload", "repository", "startup", "translation", "withdrawn"];
const WHY = "left out of all: they start servers with settings, clocks or services of their own";

/** What software of others decides before anything of ours is asked. */
const BELOW_NGINX = ["conditional::several_fields_of_tags_are_one_list"];
const BELOW_WORKERS = [
  "problems::an_address_too_long_is_refused",
  "problems::headers_too_large_are_refused",
];

/** What each target needs, how it is put up, and which promises it cannot keep. */
const TARGETS = {
  server: {
    skip: [],
    missing: async () => undefined,
    start: async (tree) => [await startServer({ data: DATA, tree, flags })],
  },
  nginx: {
    skip: BELOW_NGINX,
    missing: async () => ((await hasNginx()) ? undefined : "nginx with its njs module"),
    start: async (tree) => {
      const server = await startServer({ data: DATA, tree, flags });
      return [await startNginx({ tree, servers: [server] }), server];
    },
  },
  worker: {
    skip: BELOW_WORKERS,
    mayBeMissing: true,
    missing: async () => ((await hasWorkerd()) ? undefined : "workerd (npm ci --prefix tests/edge)"),
    start: async (tree) => {
      const server = await startServer({ data: DATA, tree, flags });
      return [await startWorker({ tree, server }), server];
    },
  },
  postgres: {
    skip: BELOW_NGINX,
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
  // The whole workspace, so that features of dependencies are those of `tests/run` and nothing is compiled again.
  const words = ["test", "--release", "--workspace", "--test", "http", "--no-run", "--message-format", "json"];
  const { stdout } = await promisify(execFile)("cargo", words, { cwd: repository, maxBuffer: 1 << 28 });
  const built = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return built.find((each) => each.target?.name === "http" && each.executable)?.executable;
}

/** Asks the suite of a target; answers whether all of it passed. */
function passes(program, url, skip) {
  const env = { ...process.env, MUNIMENT_TEST_URL: url };
  const words = [...OF_THEIR_OWN.map((module) => `${module}::`), ...skip].flatMap((name) => ["--skip", name]);
  const child = spawn(program, ["--quiet", ...words], { cwd: `${repository}/server`, env, stdio: ["ignore", "inherit", "inherit"] });
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
  const isPassed = await passes(program, started[0].url, target.skip);
  isWell = isWell && isPassed;
  const without = target.skip.map((each) => `, without ${each}`).join("");
  report.push(`${name}: ${isPassed ? "passed" : "FAILED"}${without}`);
  for (const { child } of started) await stop(child);
}
console.log(`\n${report.join("\n")}\n${OF_THEIR_OWN.join(", ")} ${WHY}`);
process.exit(isWell ? 0 : 1);
