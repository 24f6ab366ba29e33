// @ts-check
import process from "node:process";
import { buildPage, pagesFolder } from "../browser/build.mjs";
import { startBrowser } from "../browser/chromium.mjs";
import { serve } from "../browser/server.mjs";
import { median } from "../measure.mjs";
import { figure, machine, table, target, targetTable, writeResults } from "../report.mjs";
import { schemas } from "./schemas.mjs";
import { showForm, texts, typeKeys } from "./works.mjs";

/**
 * `npm run bench:fields` measures typing into a field with 100 KB of text, and forms for schemas of up to 100 KB, in
 * production builds in Chromium. The argument is the number of rounds (default 5).
 */

const rounds = Number(process.argv[2]) || 5;

const fields = ["plain", "composer", "edited"];

const server = await serve(pagesFolder);
const browser = await startBrowser();
const workbench = { browser, url: server.url };
try {
  await buildPage("fields");
  const keys = await inTurn(
    Object.keys(texts).flatMap((text) => fields.map((field) => `${field}: ${text}`)),
    (name) => {
      const [field, text] = name.split(": ");
      return typeKeys(workbench, /** @type {"plain"} */ (field), Reflect.get(texts, text ?? ""));
    },
  );
  const forms = await inTurn(Object.keys(schemas), (name) =>
    showForm(workbench, Reflect.get(schemas, name)),
  );
  report(keys, forms);
} finally {
  await browser.close();
  await server.close();
}

/**
 * Measures in alternation, and returns the median of each.
 *
 * @param {readonly string[]} names
 * @param {(name: string) => Promise<number>} measure
 */
async function inTurn(names, measure) {
  const lists = new Map(names.map((name) => [name, /** @type {number[]} */ ([])]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, list] of lists) list.push(await measure(name));
  }
  return new Map([...lists].map(([name, list]) => [name, median(list)]));
}

/**
 * @param {Map<string, number>} keys
 * @param {Map<string, number>} forms
 */
function report(keys, forms) {
  const of = (/** @type {string} */ name) => keys.get(name) ?? Number.NaN;
  const kilobytes = (/** @type {string} */ name) =>
    JSON.stringify(Reflect.get(schemas, name)).length / 1_000;
  const against = (/** @type {string} */ field) =>
    Math.max(...Object.keys(texts).map((text) => of(`${field}: ${text}`) / of(`plain: ${text}`)));
  const rowsOfKeys = Object.keys(texts).map((text) => [
    text,
    ...fields.map((field) => figure(of(`${field}: ${text}`))),
  ]);
  const rows = [...forms].map(([name, ms]) => [name, figure(kilobytes(name)), figure(ms)]);
  const text = [
    machine([]),
    `Milliseconds of processor time of the page's main thread, medians over ${rounds} rounds. A key is typed at the end of 100 KB of text, the mean of 20. The plain field is
a \`textarea\` with \`field-sizing: content\`.`,
    table(["a key after 100 KB in", "plain", "composer", "edited message"], rowsOfKeys),
    table(["a form for", "kB of the schema", "ms until it is painted"], rows),
    targetTable([
      target("a key in the composer, at most against the plain field", against("composer"), 2),
      target("… in the field of an edited message", against("edited"), 2),
      target("a form, the slowest", Math.max(...forms.values()), 100, "ms"),
    ]),
  ].join("\n\n");
  console.log(`\n${text}`);
  writeResults("fields", text);
}
