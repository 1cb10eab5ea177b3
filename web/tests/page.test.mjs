// The package in a headless Chromium: what Node.js gets. The variable CHROMIUM names the browser, or it is found.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { test } from "node:test";
import { LinearModel, readLibsvm } from "lacuna-sparse";
import { Browser, findBrowser } from "./browser.mjs";

const TYPES = { ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const program = findBrowser();
const PAGE = `<!doctype html><title>a page</title>
<script type="importmap">{"imports": {"lacuna-sparse": "/node_modules/lacuna-sparse/index.mjs", "lacuna-sparse/kernels": "/node_modules/lacuna-sparse/kernels.mjs"}}</script>
<script type="module">
  import { LinearModel, readLibsvm } from "lacuna-sparse";
  import { Kernels } from "lacuna-sparse/kernels";
  const loaded = () => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\\.wasm$/.test(name));
  try {
    const model = await LinearModel.fromSafetensors("model.safetensors");
    const first = loaded();
    const { x } = await readLibsvm("rows.libsvm", { features: model.features, base: model.indexBase });
    const { version } = await Kernels.load();
    window.found = { first, scores: Array.from(model.scores(x)), version };
  } catch (error) {
    window.found = { error: String(error) };
  }
</script>`;

test("a page", { skip: program ? false : "no Chromium" }, async () => {
  const files = { "/": PAGE, "/model.safetensors": readFileSync(process.env.MODEL ?? ""), "/rows.libsvm": readFileSync(process.env.ROWS ?? "") };
  const server = createServer(({ url = "" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    try {
      const body = files[pathname] ?? readFileSync(new URL(`.${pathname}`, new URL("../", import.meta.url)));
      // One module is served as if the server did not know its type.
      const type = pathname === "/" ? "text/html" : pathname.includes("text") ? undefined : TYPES[extname(pathname)];
      response.writeHead(200, { "content-type": type ?? (pathname.endsWith("js") ? "text/javascript" : "application/octet-stream") }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const browser = await Browser.open(/** @type {string} */ (program));
  try {
    await browser.goTo(`http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`);
    await browser.until("window.found !== undefined");
    const found = await browser.evaluate("window.found");
    assert.equal(found.error, undefined);
    assert.deepEqual(found.first.map((name) => name.split("/").at(-1)), ["linear.simd.wasm"], "text and kernels come when they are needed");
    const model = await LinearModel.fromSafetensors(files["/model.safetensors"]);
    const { x } = await readLibsvm(files["/rows.libsvm"], { features: model.features, base: model.indexBase });
    assert.deepEqual(found.scores, Array.from(model.scores(x)));
    assert.ok(found.scores.length > 1000);
    assert.deepEqual(browser.problems.filter((problem) => !/favicon/.test(problem)), []);
  } finally {
    await browser.close();
    server.close();
  }
});
