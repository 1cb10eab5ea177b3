// Serves this folder on this computer: node serve.mjs [PORT]. Any other static server does it too.
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, sep } from "node:path";
import { fileURLToPath } from "node:url";

const PORT = 8000;
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
  ".libsvm": "text/plain; charset=utf-8",
};

/**
 * @param {string} folder
 * @param {number} port 0 for any free one.
 * @returns {Promise<import("node:http").Server>}
 */
export function serve(folder, port) {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.writeHead(404, { "content-type": "text/plain" }).end("not found\n"));
  });
  return new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", () => resolve(server)));
}

async function answer(folder, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") return response.writeHead(405).end();
  const { pathname } = new URL(request.url, "http://localhost");
  const root = await realpath(folder);
  // With links resolved, so that nothing outside of the folder is served.
  const file = await realpath(root + decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
  const found = await stat(file);
  if (!file.startsWith(root + sep) || !found.isFile()) throw new Error("no file of this folder");
  const head = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": found.size, "cache-control": "no-cache" };
  response.writeHead(200, head);
  if (request.method === "HEAD") return response.end();
  createReadStream(file).on("error", () => response.destroy()).pipe(response);
}

if (process.argv[1] && fileURLToPath(import.meta.url) === (await realpath(process.argv[1]))) {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const port = Number(process.argv[2] ?? PORT);
  try {
    const server = await serve(folder, port);
    console.log(`http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`);
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  }
}
