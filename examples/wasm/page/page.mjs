/** The page: reads the form, starts a worker, shows what it reports. */
import { DEFAULTS } from "../linear/linear.mjs";
import { significant } from "../linear/text.mjs";
import { drawLosses } from "./chart.mjs";

const SAMPLE = { address: new URL("../build/agaricus.train.libsvm", import.meta.url).href, name: "agaricus.train.libsvm" };

const at = (id) => /** @type {any} */ (document.getElementById(id));
const number = new Intl.NumberFormat("en");

/** @type {Worker | undefined} */
let worker;
let epochs = 1;
/** @type {number[]} */
let losses = [];
let milliseconds = 0;
/** @type {{ epoch: number, loss: number, milliseconds: number }[]} */
let unshown = [];

function settings() {
  const source = at("settings").elements.source.value;
  const file = at("file").files[0];
  if (source === "file" && !file) throw new Error("No file is chosen.");
  const base = at("base").value;
  return {
    source: source === "file" ? file : SAMPLE.address,
    name: source === "file" ? file.name : SAMPLE.name,
    base: base === "auto" ? base : Number(base),
    epochs: at("epochs").valueAsNumber,
    settings: { batchSize: at("batch").valueAsNumber, learningRate: at("rate").valueAsNumber, momentum: at("momentum").valueAsNumber },
  };
}

function start() {
  finish();
  at("error").hidden = true;
  let order;
  try {
    order = settings();
  } catch (error) {
    return refuse({ message: error.message, numbers: {} });
  }
  [epochs, losses, milliseconds, unshown] = [order.epochs, [], 0, []];
  at("losses").replaceChildren();
  at("results").hidden = true;
  at("compare").hidden = true;
  at("hash").textContent = "not finished";
  at("command").textContent = command(order);
  at("time").textContent = "";
  at("status").textContent = `Reading ${order.name} ...`;
  at("train").disabled = true;
  at("stop").disabled = false;
  document.body.dataset.state = "training";
  draw();
  worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => told[data.kind](data));
  worker.addEventListener("error", (event) => refuse({ message: event.message || "The worker could not be loaded.", numbers: {} }));
  worker.postMessage(order);
}

/** What the worker reports. */
const told = {
  data({ facts, version, moduleBytes, memoryBytes }) {
    const [rows, features, entries] = [facts.rows, facts.features, facts.entries].map((count) => number.format(count));
    at("data").textContent = `${rows} rows × ${features} features, ${entries} entries, indices from ${facts.base}`;
    at("module").textContent = `lacuna ${version}, ${number.format(moduleBytes)} bytes`;
    at("memory").textContent = `${(memoryBytes / 2 ** 20).toFixed(1)} MiB, data included`;
  },
  epoch(report) {
    if (unshown.length === 0) requestAnimationFrame(show);
    unshown.push(report);
  },
  done({ hash }) {
    show();
    at("hash").textContent = hash;
    at("compare").hidden = false;
    finish("done");
    at("status").textContent = `Done: ${number.format(epochs)} epochs, loss ${significant(losses[losses.length - 1])}.`;
  },
  error(error) {
    show();
    refuse(error);
  },
};

/** Shows the epochs that have come since the last frame. */
function show() {
  if (unshown.length === 0) return;
  const rows = unshown.map((report) => {
    losses.push(report.loss);
    milliseconds += report.milliseconds;
    const row = document.createElement("tr");
    for (const text of [String(report.epoch), significant(report.loss), report.milliseconds.toFixed(1)]) row.insertCell().textContent = text;
    return row;
  });
  unshown = [];
  at("losses").append(...rows);
  at("results").hidden = false;
  at("status").textContent = `Epoch ${losses.length} of ${epochs}, loss ${significant(losses[losses.length - 1])}`;
  at("time").textContent = `${(milliseconds / 1000).toFixed(3)} s for ${number.format(losses.length)} epochs`;
  draw();
}

function refuse({ message, numbers }) {
  finish("error");
  at("status").textContent = "Not trained.";
  const [text, list] = at("error").children;
  text.textContent = message;
  list.replaceChildren();
  for (const [name, value] of Object.entries(numbers)) {
    const [term, definition] = [document.createElement("dt"), document.createElement("dd")];
    [term.textContent, definition.textContent] = [name, String(value)];
    list.append(term, definition);
  }
  at("error").hidden = false;
}

function finish(state = "ready") {
  worker?.terminate();
  worker = undefined;
  at("train").disabled = false;
  at("stop").disabled = true;
  document.body.dataset.state = state;
}

/** How the command line program trains the same. */
function command({ name, base, epochs, settings }) {
  const option = (flag, value, standard) => (value === standard ? "" : ` --${flag} ${value}`);
  const file = name === SAMPLE.name ? `data/${name}` : `'${name.replaceAll("'", "'\\''")}'`;
  const { batchSize, learningRate, momentum } = settings;
  const hyper = option("batch-size", batchSize, DEFAULTS.batchSize) + option("learning-rate", learningRate, DEFAULTS.learningRate);
  return [
    "cargo run --release -- train linear",
    `--data ${file}${option("index-base", ["zero", "one"][base] ?? base, "auto")}`,
    `--preset mxnet --initial-weights zero --epochs ${epochs}`,
    (hyper + option("momentum", momentum, DEFAULTS.momentum)).trim(),
  ]
    .filter(Boolean)
    .join(" \\\n  ");
}

function draw() {
  drawLosses(at("chart"), losses, { logarithmic: at("log").checked, epochs });
}

at("not-loaded").hidden = true;
for (const id of ["settings", "curve"]) at(id).hidden = false;
at("settings").addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
at("stop").addEventListener("click", () => {
  show();
  finish("stopped");
  at("status").textContent = `Stopped after ${number.format(losses.length)} epochs.`;
});
at("file").addEventListener("change", () => {
  at("settings").elements.source.value = "file";
});
at("log").addEventListener("change", draw);
new ResizeObserver(draw).observe(at("chart"));
document.body.dataset.state = "ready";
