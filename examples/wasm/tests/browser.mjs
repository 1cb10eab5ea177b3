/** Drives Chromium through its DevTools protocol, over a pair of pipes: no package, no port. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** One answer takes less than a second on an idle machine. */
const PATIENCE = 120_000;

/** The browser of the variable CHROMIUM, or of the path; undefined if there is none. */
export function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const files = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export class Browser {
  #process;
  #folder;
  #next = 1;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #rest = "";
  #session;
  /** What the page has logged as an error, and what it has not caught. */
  problems = [];

  /** @param {string} program */
  static async open(program) {
    const browser = new Browser(program);
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    browser.#session = (await browser.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await browser.send(`${domain}.enable`);
    return browser;
  }

  constructor(program) {
    this.#folder = mkdtempSync(join(tmpdir(), "lacuna-browser-"));
    const switches = ["--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"];
    // Root cannot have the sandbox; the only page that is opened is this folder's.
    if (process.getuid?.() === 0) switches.push("--no-sandbox");
    this.#process = spawn(program, [...switches, `--user-data-dir=${this.#folder}`], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    const [, , , , output] = this.#process.stdio;
    /** @type {any} */ (output).setEncoding("utf8").on("data", (text) => this.#receive(text));
    this.#process.on("error", (error) => this.#fail(error));
    this.#process.on("exit", (status) => this.#fail(new Error(`${program} ended with status ${status}`)));
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #receive(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop() ?? "";
    for (const message of messages.map((json) => JSON.parse(json))) {
      const { method, params } = message;
      if (method === "Runtime.exceptionThrown") this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Log.entryAdded" && params.entry.level === "error") this.problems.push(`${params.entry.text} ${params.entry.url ?? ""}`);
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(`${message.error.message} ${message.error.data ?? ""}`));
      else waiting?.resolve(message.result);
    }
  }

  /**
   * Sends a command of the protocol, and gives its result.
   * @param {string} method
   * @param {object} params
   */
  send(method, params = {}) {
    const id = this.#next++;
    const result = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer in ${PATIENCE / 1000} s`)), PATIENCE);
      const settled = (settle) => (value) => {
        clearTimeout(timer);
        settle(value);
      };
      this.#waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
    });
    const session = this.#session ? { sessionId: this.#session } : {};
    /** @type {any} */ (this.#process.stdio[3]).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    return /** @type {Promise<any>} */ (result);
  }

  /** @param {string} address */
  async goTo(address) {
    await this.send("Page.navigate", { url: address });
    await this.until("document.readyState === 'complete'");
  }

  /**
   * The value of an expression in the page.
   * @param {string} expression
   */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  /**
   * Waits until an expression is true.
   * @param {string} expression
   */
  async until(expression) {
    const end = Date.now() + PATIENCE;
    while (!(await this.evaluate(`Boolean(${expression})`))) {
      if (Date.now() > end) throw new Error(`not true in ${PATIENCE / 1000} s: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /**
   * Chooses a file of this computer.
   * @param {string} selector
   * @param {string} file
   */
  async chooseFile(selector, file) {
    const { root } = await this.send("DOM.getDocument");
    const { nodeId } = await this.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    await this.send("DOM.setFileInputFiles", { nodeId, files: [file] });
  }

  /**
   * A picture of the whole page, as PNG.
   * @param {{ width: number, scheme: "light" | "dark" }} look
   */
  async picture({ width, scheme }) {
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await this.send("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor: 1, mobile: false });
    await this.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    const { data } = await this.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: true });
    return Buffer.from(data, "base64");
  }

  async close() {
    const ended = once(this.#process, "exit");
    const closing = this.send("Browser.close").catch(() => undefined);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
    this.#process.kill("SIGKILL");
    await closing;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
