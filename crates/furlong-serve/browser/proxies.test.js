// The samples for proxies, tried with nginx and Caddy where they are installed.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TestServer, play } from "./server.js";

/** Runs a proxy with its sample, changed for these ports of this computer, in a folder that it may fill. */
const PROXIES = {
  async nginx(folder, from, to) {
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", key, "-out", certificate], { stdio: "ignore" });
    const sample = (await sampleOf("nginx.conf")).replace("listen 80;", `listen 127.0.0.1:${await freePort()};`).replace("listen 443", `listen 127.0.0.1:${from}`)
      .replace("/etc/ssl/games.example.pem", certificate).replace("/etc/ssl/games.example.key", key).replaceAll("127.0.0.1:7447", `127.0.0.1:${to}`);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(name => `${name}_temp_path ${join(folder, name)};`).join(" ");
    const file = join(folder, "nginx.conf");
    await writeFile(file, `daemon off; pid ${join(folder, "pid")}; error_log stderr; events {} http { access_log off; ${paths}\n${sample}}`);
    return spawn("nginx", ["-c", file], { stdio: "inherit" });
  },

  async caddy(folder, from, to) {
    const sample = (await sampleOf("Caddyfile")).replace("games.example {", `https://localhost:${from} {`).replace("127.0.0.1:7447", `127.0.0.1:${to}`);
    const file = join(folder, "Caddyfile");
    await writeFile(file, `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${sample}`);
    return spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], { stdio: "ignore", env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } });
  },
};

const sampleOf = name => readFile(new URL(`../proxy/${name}`, import.meta.url), "utf8");

const opened = server => new Promise(resolve => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));

async function freePort() {
  const server = createServer();
  const port = await opened(server);
  await new Promise(resolve => server.close(resolve));
  return port;
}

function isInstalled(command) {
  try { execFileSync("which", [command]); return true; } catch { return false; }
}

/** Waits until something listens at this port. */
async function listens(port) {
  for (let tries = 0; tries < 600; tries++) {
    const isOpen = await new Promise(resolve => {
      const socket = connect(port, "127.0.0.1", () => { socket.destroy(); resolve(true); }).on("error", () => setTimeout(resolve, 50, false));
    });
    if (isOpen) return;
  }
  throw new Error(`nothing listens at ${port}`);
}

for (const [name, start] of Object.entries(PROXIES)) {
  test(`a game is played through ${name}, which passes on the address of the browser`, { skip: !isInstalled(name) }, async t => {
    const server = await TestServer.open("--name", "localhost", "--trusted-proxy", "127.0.0.1");
    t.after(() => server.close());
    // What the proxy sends is heard on its way.
    let heard = "";
    const between = createServer(client => {
      const upstream = connect(new URL(server.address).port, "127.0.0.1");
      client.on("data", bytes => { heard += bytes.toString("latin1"); });
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on("error", () => {}).on("close", () => { client.destroy(); upstream.destroy(); });
    });
    const [folder, from] = [await mkdtemp(join(tmpdir(), "proxy-")), await freePort()];
    t.after(() => rm(folder, { recursive: true, force: true }));
    const proxy = await start(folder, from, await opened(between));
    t.after(async () => {
      between.close();
      const ended = new Promise(resolve => proxy.on("exit", resolve));
      proxy.kill();
      await ended;
    });
    await listens(from);
    const people = [];
    for (let seat = 0; seat < 2; seat++) people.push(await server.person(undefined, undefined, undefined, undefined, undefined, { ignoreHTTPSErrors: true, serviceWorkers: "block" }));
    const links = await people[0].open({ address: `https://localhost:${from}/` }, "gotham");
    await people[1].come(links[0]);
    await play(people);
    for (const person of people) assert.deepEqual(person.faults, []);
    const requests = heard.split("\r\n\r\n").filter(request => /^GET /.test(request));
    assert.ok(requests.some(request => request.startsWith("GET /ws ")));
    for (const request of requests) assert.match(request, /^x-forwarded-for: (127\.0\.0\.1|::1)$/im);
  });
}
