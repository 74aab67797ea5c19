// Servers with an edge before them, started on free ports and ended with this process.

import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { chmod, chown, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
export const repository = resolve(import.meta.dirname, "../..");
/** Where all of them say they answer, so that links are the same. */
const BASE = ["--base-url", "http://127.0.0.1:8080"];
const binary = process.env.MUNIMENT_PROGRAM ?? join(repository, "target/release/muniment");

/** Settings of ours must not move what is under test. */
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MUNIMENT_")));
}

const children = new Set();
const folders = new Set();
const endings = [];

/** Ends whatever was started here. */
function endAll() {
  for (const child of children) child.kill("SIGTERM");
  for (const ending of endings.splice(0)) ending();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.once("exit", endAll);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** A folder that everybody may read, and that goes when this process ends. */
export async function temporaryFolder(beneath = tmpdir()) {
  const folder = await mkdtemp(join(beneath, "muniment-edge-"));
  folders.add(folder);
  await chmod(folder, 0o755);
  return folder;
}

function start(program, words, options) {
  const child = spawn(program, words, { env: environment(), ...options });
  children.add(child);
  child.once("exit", () => children.delete(child));
  // Neither the child nor its pipes keep this process alive.
  child.unref();
  return child;
}

/** Ends one that was started here, and waits for it. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // Until it has ended it keeps this process alive after all.
  child.ref();
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await ended;
}

/** Whether a program is there. */
export async function has(program) {
  return run("sh", ["-c", `command -v ${program}`]).then(() => true, () => false);
}

export async function freePort() {
  const probe = createServer();
  await new Promise((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

/** Waits until somebody listens; `child` ending first is a failure. */
async function listening(port, child) {
  for (let left = 600; left > 0; left -= 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended: ${child.exitCode}`);
    const isThere = await new Promise((done) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => done(true));
      socket.once("error", () => done(false));
      socket.once("close", () => socket.destroy());
      socket.once("connect", () => socket.end());
    });
    if (isThere) return;
    await pause(50);
  }
  throw new Error(`nothing listens on port ${port}`);
}

/** Says a verb of the command, which has to succeed; answers with what it says. */
export async function muniment(...words) {
  return (await run(binary, words, { env: environment() })).stdout;
}

/** Builds a tree with the flags of a build; answers with its real folder. */
export async function build(data, out, ...flags) {
  await muniment("build", "--data", data, "--out", out, ...flags, ...BASE);
  return realpath(join(out, "current"));
}

/** Builds a tree for every edge; answers with its real folder. */
export async function builtTree(data = "tests/fixtures/small") {
  return build(join(repository, data), join(await temporaryFolder(), "site"), "--edge", "all");
}

/** A server over the tree of a folder, with a database of its own unless one is named. */
export async function startServer({ data = "tests/fixtures/small", tree, database, flags = [] }) {
  const folder = await temporaryFolder();
  const site = tree === undefined ? join(folder, "site") : dirname(tree);
  const child = start(
    binary,
    ["serve", "--listen", "127.0.0.1:0", "--data", resolve(repository, data), "--site", site,
      "--database-url", database ?? `sqlite://${join(folder, "accounts.db")}`, ...BASE, ...flags],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^serving at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (port !== undefined) {
      child.stdout.resume();
      child.stdout.unref();
      return { url: `http://127.0.0.1:${port}`, port: Number(port), child };
    }
  }
  throw new Error("the server ended before it said where it serves");
}

/** A module for nginx, where distributions put it. */
function moduleOf(name) {
  const folders = ["/usr/lib/nginx/modules", "/usr/lib64/nginx/modules", "/usr/local/lib/nginx/modules"];
  return folders.map((folder) => join(folder, `ngx_http_${name}_module.so`)).find((path) => existsSync(path));
}

/** Whether there is an nginx that can run modules of njs. */
export async function hasNginx() {
  return (await has("nginx")) && moduleOf("js") !== undefined;
}

/** Whether nginx can send what was compressed with brotli. */
export function hasBrotli() {
  return moduleOf("brotli_static") !== undefined;
}

/** nginx with the site a tree has for it; `more` goes into `http`; `brotli` loads the module for that. `reload` lets it go on to another tree. */
export async function startNginx({ tree, servers, more = "", brotli = false }) {
  const [folder, port] = [await temporaryFolder(), await freePort()];
  const settings = { folder, port, servers, more, brotli };
  const words = ["-p", folder, "-c", "nginx.conf", "-e", "stderr"];
  await configureNginx(tree, settings);
  const child = start("nginx", words, { stdio: ["ignore", "ignore", "inherit"] });
  await listening(port, child);
  const reload = async (next) => {
    await configureNginx(next, settings);
    await run("nginx", [...words, "-s", "reload"]);
  };
  return { url: `http://127.0.0.1:${port}`, port, child, reload };
}

async function configureNginx(tree, { folder, port, servers, more, brotli }) {
  const site = (await readFile(join(tree, "_edge/nginx/site.conf"), "utf8"))
    .replaceAll("@tree@", tree)
    .replace("listen 80;", `listen 127.0.0.1:${port}; ${brotli ? "brotli_static on;" : ""}`)
    .replace("server 127.0.0.1:8080;", servers.map((each) => `server 127.0.0.1:${each.port};`).join(" "));
  const settings = `
    ${["js", ...(brotli ? ["brotli_static"] : [])].map((name) => `load_module ${moduleOf(name)};`).join(" ")}
    ${process.getuid() === 0 ? "user root;" : ""}
    worker_processes auto;
    daemon off;
    pid ${folder}/pid;
    error_log stderr warn;
    events { worker_connections 1024; }
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      ${more}
      ${site}
    }`;
  await writeFile(join(folder, "nginx.conf"), settings);
}

const workerd = join(import.meta.dirname, "node_modules/.bin/workerd");

/** Whether the runtime of Workers is installed. */
export async function hasWorkerd() {
  return run(workerd, ["--version"]).then(() => true, () => false);
}

/** The worker of a tree in the runtime of Workers; `settings` are its bindings that are text. */
export async function startWorker({ tree, server, settings = {} }) {
  const port = await freePort();
  const folder = join(tree, "_edge/worker");
  const bindings = Object.entries(settings).map(([name, text]) => `(name = "${name}", text = "${text}"),`);
  const config = await readFile(join(folder, "workerd.capnp"), "utf8");
  // What it embeds stands beside it.
  await writeFile(join(folder, "test.capnp"), config.replace("bindings = [", `bindings = [ ${bindings.join(" ")}`));
  const child = start(
    workerd,
    ["serve", join(folder, "test.capnp"), "--socket-addr", `http=127.0.0.1:${port}`,
      "--directory-path", `tree=${tree}`, "--external-addr", `server=127.0.0.1:${server.port}`],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  await listening(port, child);
  return { url: `http://127.0.0.1:${port}`, port, child };
}

/** The folder of PostgreSQL's programs, which distributions keep out of PATH; undefined where there is none. */
export function postgresPrograms() {
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(base, version, "bin")).find((folder) => existsSync(join(folder, "initdb")));
}

/** A PostgreSQL server of our own on a socket; answers with the address of an empty database. */
export async function startPostgres() {
  const folder = await temporaryFolder();
  const programs = postgresPrograms();
  const options = { cwd: folder };
  // PostgreSQL refuses to run as root.
  if (process.getuid() === 0) {
    const [uid, gid] = (await run("sh", ["-c", "id -u postgres; id -g postgres"])).stdout.trim().split("\n").map(Number);
    await chown(folder, uid, gid);
    Object.assign(options, { uid, gid });
  }
  const ask = (program, ...words) => run(join(programs, program), words, options);
  await ask("initdb", "-D", "data", "-U", "muniment", "--auth=trust", "--no-locale", "--encoding=UTF8", "--no-sync");
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c max_connections=300 -c fsync=off`;
  // Whoever starts it would wait for its output, so that goes to a file.
  await run("sh", ["-c", '"$0" -D data -l log -s -w -o "$1" start >/dev/null 2>&1', join(programs, "pg_ctl"), settings], options);
  endings.push(() => {
    const words = ["-D", "data", "-m", "immediate", "-s", "stop"];
    execFileSync(join(programs, "pg_ctl"), words, { ...options, stdio: "ignore" });
  });
  return `postgres://muniment@localhost/postgres?host=${folder.replaceAll("/", "%2F")}`;
}
