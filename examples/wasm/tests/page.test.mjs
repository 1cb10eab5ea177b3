// The page, in a headless Chromium: the one that the variable CHROMIUM names, or of the path. PICTURES=FOLDER keeps pictures of it.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Kernels } from "../build/lacuna-sparse/kernels.mjs";
import { readExamples } from "../linear/examples.mjs";
import { DEFAULTS, LinearModel } from "../linear/linear.mjs";
import { significant } from "../linear/text.mjs";
import { serve } from "../serve.mjs";
import { Browser, findBrowser } from "./browser.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const program = findBrowser();

/** What Node.js gets. */
async function expected(file, epochs, settings = {}) {
  const lacuna = await Kernels.load(readFileSync(here("../build/linear.wasm")));
  const model = new LinearModel(lacuna, await readExamples(readFileSync(file)), { ...DEFAULTS, ...settings });
  const losses = Array.from({ length: epochs }, () => significant(model.epoch()));
  return { losses, hash: model.hash() };
}

describe("the page", { skip: program ? false : "no Chromium" }, () => {
  /** @type {Browser} */
  let browser;
  let server;
  let address;
  const folder = mkdtempSync(join(tmpdir(), "lacuna-page-"));

  before(async () => {
    server = await serve(here(".."), 0);
    address = `http://127.0.0.1:${server.address().port}/`;
    browser = await Browser.open(/** @type {string} */ (program));
  });
  after(async () => {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  const fill = async (fields) => {
    for (const [id, value] of Object.entries(fields)) await browser.evaluate(`document.getElementById('${id}').value = '${value}'`);
  };
  const click = (id) => browser.evaluate(`document.getElementById('${id}').click()`);
  const text = (selector) => browser.evaluate(`document.querySelector('${selector}').textContent`);
  const shown = (selector) => browser.evaluate(`document.querySelector('${selector}').checkVisibility()`);
  const open = async () => {
    browser.problems.length = 0;
    await browser.goTo(address);
    await browser.until("document.body.dataset.state === 'ready'");
  };
  const train = async (fields) => {
    await fill(fields);
    await click("train");
    await browser.until("document.body.dataset.state !== 'training'");
    return browser.evaluate("document.body.dataset.state");
  };
  const points = () => browser.evaluate("document.querySelector('#chart polyline').points.numberOfItems");

  test("the sample is trained to the bits that Node.js gets", async () => {
    await open();
    assert.equal(await shown("#not-loaded"), false);
    assert.equal(await train({ epochs: 7 }), "done");
    const { losses, hash } = await expected(here("../../../data/agaricus.train.libsvm"), 7);
    assert.equal(await text("#hash"), hash);
    assert.deepEqual(await browser.evaluate("Array.from(document.querySelectorAll('#losses tr'), (row) => row.cells[1].textContent)"), losses);
    assert.equal(await points(), 7);
    assert.match(await text("#data"), /^6,513 rows × 126 features, 143,286 entries, indices from 1$/);
    assert.match(await text("#command"), /^cargo run --release -- train linear \\\n  --data data\/agaricus.train.libsvm \\\n  --preset mxnet --initial-weights zero --epochs 7$/);
    assert.deepEqual(browser.problems, []);
  });

  test("so is a chosen file, with other settings", async () => {
    await open();
    await browser.chooseFile("#file", here("awkward.libsvm"));
    assert.equal(await train({ epochs: 60, batch: 2, rate: 0.03, momentum: 0.5 }), "done");
    const { hash } = await expected(here("awkward.libsvm"), 60, { batchSize: 2, learningRate: 0.03, momentum: 0.5 });
    assert.equal(await text("#hash"), hash);
    assert.equal(await points(), 60);
    assert.match(await text("#command"), / --data 'awkward.libsvm' \\\n.*\n  --batch-size 2 --learning-rate 0.03 --momentum 0.5$/);
    assert.deepEqual(browser.problems, []);
  });

  test("a bad file is refused with its place, and a training that diverges with its epoch", async () => {
    await open();
    const bad = join(folder, "bad.libsvm");
    writeFileSync(bad, "1 1:1 2:1\n0 1:1 3:x\n");
    await browser.chooseFile("#file", bad);
    assert.equal(await train({ epochs: 3 }), "error");
    assert.equal(await text("#error p"), "bad.libsvm:2:9: value `x` is not a number");
    assert.equal(await text("#error dl"), "line2column9");
    assert.equal(await shown("#error"), true);

    await browser.evaluate("document.querySelector('[value=sample]').checked = true");
    assert.equal(await train({ rate: 1000, epochs: 100 }), "error");
    assert.match(await text("#error p"), /^the loss is not finite in epoch \d+/);
    // And all is well again after that.
    assert.equal(await train({ rate: 0.05, epochs: 2 }), "done");
    assert.equal(await shown("#error"), false);
    assert.deepEqual(browser.problems, []);
  });

  test("the page answers while it trains, and stops when asked", async () => {
    await open();
    await fill({ epochs: 10000 });
    await click("train");
    await browser.until("document.querySelectorAll('#losses tr').length >= 3");
    await click("stop");
    assert.equal(await browser.evaluate("document.body.dataset.state"), "stopped");
    const epochs = await points();
    assert.ok(epochs >= 3 && epochs < 10000, `${epochs} epochs`);
    assert.match(await text("#status"), new RegExp(`^Stopped after ${epochs.toLocaleString("en")} epochs`));
    assert.equal(await text("#hash"), "not finished");
  });

  test("from a file, the page says how it wants to be opened", async () => {
    await browser.goTo(`file://${here("../index.html")}`);
    assert.equal(await shown("#not-loaded"), true);
    assert.equal(await shown("#settings"), false);
  });

  test("it fits narrow and wide screens, with contrast in light and in dark", async () => {
    await open();
    assert.equal(await train({ epochs: 20 }), "done");
    const pictures = process.env.PICTURES;
    if (pictures) mkdirSync(pictures, { recursive: true });
    for (const scheme of /** @type {const} */ (["light", "dark"])) {
      for (const width of [320, 390, 1200]) {
        const picture = await browser.picture({ width, scheme });
        if (pictures) writeFileSync(join(pictures, `page-${scheme}-${width}.png`), picture);
        assert.ok(await browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${width} is too narrow`);
        const outside = await browser.evaluate(`Array.from(document.querySelectorAll('#chart text'), (text) => {
          const [inner, outer] = [text.getBoundingClientRect(), document.getElementById('chart').getBoundingClientRect()];
          return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1 ? text.textContent : '';
        }).filter(Boolean)`);
        assert.deepEqual(outside, [], "text outside of the chart");
      }
      for (const [on, colour] of [["--card", "--text"], ["--card", "--muted"], ["--ground", "--muted"], ["--accent", "--on-accent"], ["--soft", "--text"], ["--wrong-soft", "--wrong"]]) {
        const ratio = contrast(...(await browser.evaluate(`['${on}', '${colour}'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))`)));
        assert.ok(ratio >= 4.5, `${colour} on ${on} in ${scheme}: ${ratio.toFixed(2)}`);
      }
    }
  });
});

/** The contrast of two colours, #rrggbb, as WCAG 2 defines it. */
function contrast(...colours) {
  const [dark, light] = colours
    .map((colour) => {
      const [red, green, blue] = [1, 3, 5].map((at) => {
        const part = parseInt(colour.trim().slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
