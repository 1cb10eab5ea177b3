/** A loss curve as SVG. */
import { significant } from "../linear/text.mjs";

const NAMESPACE = "http://www.w3.org/2000/svg";
const MARGIN = { top: 12, right: 18, bottom: 46, left: 78 };
/** Beyond this many points, dots would hide the line. */
const DOTS = 50;

/**
 * Draws the losses of epochs 1, 2, ... into an svg element, at its size on the screen, so that text keeps its size.
 * @param {SVGSVGElement} svg
 * @param {number[]} losses
 * @param {{ logarithmic: boolean, epochs: number }} options `epochs`: where the axis ends.
 */
export function drawLosses(svg, losses, { logarithmic, epochs }) {
  const { width, height } = svg.getBoundingClientRect();
  if (width === 0) return;
  const right = Math.max(width - MARGIN.right, MARGIN.left + 1);
  const bottom = height - MARGIN.bottom;
  const scale = (logarithmic ? logScale : linearScale)(losses);
  const x = (epoch) => (epochs === 1 ? (MARGIN.left + right) / 2 : MARGIN.left + ((epoch - 1) / (epochs - 1)) * (right - MARGIN.left));
  const y = (loss) => bottom - scale.place(loss) * (bottom - MARGIN.top);

  const parts = [];
  for (const tick of scale.ticks) {
    parts.push(element("line", { class: "grid", x1: MARGIN.left, x2: right, y1: y(tick), y2: y(tick) }));
    parts.push(element("text", { x: MARGIN.left - 10, y: y(tick), "text-anchor": "end", "dominant-baseline": "central" }, scale.text(tick)));
  }
  parts.push(element("line", { class: "axis", x1: MARGIN.left, x2: right, y1: bottom, y2: bottom }));
  for (const epoch of epochTicks(epochs, Math.max(2, Math.floor((right - MARGIN.left) / 64)))) {
    parts.push(element("line", { class: "axis", x1: x(epoch), x2: x(epoch), y1: bottom, y2: bottom + 5 }));
    parts.push(element("text", { x: x(epoch), y: bottom + 20, "text-anchor": "middle" }, String(epoch)));
  }
  parts.push(element("text", { class: "title", x: (MARGIN.left + right) / 2, y: height - 6, "text-anchor": "middle" }, "epoch"));
  const middle = (MARGIN.top + bottom) / 2;
  const turned = { class: "title", x: 0, y: 0, transform: `translate(16 ${middle}) rotate(-90)`, "text-anchor": "middle" };
  parts.push(element("text", turned, "mean squared error"));

  const points = losses.map((loss, place) => [x(place + 1), y(loss)]);
  parts.push(element("polyline", { points: points.map((point) => point.map((number) => number.toFixed(2)).join(",")).join(" ") }));
  if (losses.length <= DOTS) {
    points.forEach(([cx, cy], place) => {
      const dot = element("circle", { cx, cy, r: 3.5 });
      dot.append(element("title", {}, `epoch ${place + 1}: ${significant(losses[place])}`));
      parts.push(dot);
    });
  }
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const last = losses.length > 0 ? `${losses.length} epochs, from ${significant(losses[0])} to ${significant(losses[losses.length - 1])}` : "no epochs yet";
  svg.setAttribute("aria-label", `Loss of each epoch: ${last}`);
  svg.replaceChildren(...parts);
}

function element(name, attributes, text) {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** 1, 2 or 5 times a power of ten: the least that cuts a range into at most so many parts. */
function step(range, parts) {
  const power = 10 ** Math.floor(Math.log10(range / parts));
  return power * [1, 2, 5, 10].find((factor) => factor * power * parts >= range * (1 - 1e-9));
}

function linearScale(losses) {
  const most = Math.max(...losses, 0) || 1;
  const distance = step(most, 5);
  const end = Math.ceil(most / distance - 1e-9) * distance;
  const decimals = Math.max(0, -Math.floor(Math.log10(distance)));
  return {
    place: (loss) => loss / end,
    ticks: Array.from({ length: Math.round(end / distance) + 1 }, (_, count) => count * distance),
    text: (tick) => (decimals > 6 || tick >= 1e6 ? (tick === 0 ? "0" : tick.toExponential(0).replace("e+", "e")) : tick.toFixed(decimals)),
  };
}

/** Between powers of ten; what is zero lies on the axis. */
function logScale(losses) {
  const logs = losses.filter((loss) => loss > 0).map(Math.log10);
  const low = Math.floor(Math.min(...logs, logs.length > 0 ? Infinity : -1));
  const high = Math.max(Math.ceil(Math.max(...logs, -Infinity)), low + 1);
  const every = Math.ceil((high - low) / 6);
  const powers = Array.from({ length: Math.floor((high - low) / every) + 1 }, (_, count) => low + count * every);
  const factors = high - low <= 2 ? [1, 2, 5] : [1];
  const ticks = powers.flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`))).filter((tick) => tick <= 10 ** high * (1 + 1e-9));
  return {
    place: (loss) => (loss > 0 ? (Math.log10(loss) - low) / (high - low) : 0),
    ticks,
    text: (tick) => (tick >= 1e-4 && tick < 1e6 ? String(tick) : tick.toExponential(0).replace("e+", "e")),
  };
}

function epochTicks(epochs, most) {
  if (epochs === 1) return [1];
  const distance = Math.max(1, step(epochs, most));
  const ticks = [];
  for (let epoch = distance; epoch <= epochs; epoch += distance) ticks.push(epoch);
  return distance === 1 ? ticks : [1, ...ticks];
}
