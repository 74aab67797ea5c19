#!/usr/bin/env node
// Starts the program of the package for this platform.
"use strict";

const { spawnSync } = require("node:child_process");

const name = `@muniment/${process.platform}-${process.arch}`;
let program = process.env.MUNIMENT_PROGRAM;
try {
  program ??= require.resolve(`${name}/bin/muniment`);
} catch {
  console.error(`muniment: there is no package ${name}; MUNIMENT_PROGRAM names a program that is built otherwise`);
  process.exit(2);
}
const ended = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (ended.error) {
  console.error(`muniment: ${program} cannot be started: ${ended.error.message}`);
}
if (ended.signal) {
  process.kill(process.pid, ended.signal);
}
process.exitCode = ended.status ?? 2;
