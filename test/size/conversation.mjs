// @ts-check
import { once } from "node:events";
import { createServer } from "node:http";
import { basename } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import * as esbuild from "esbuild";
import { chromium } from "playwright";
import { findChromium, findHeadlessShell, quietFlags } from "../run/chromium.mjs";

/** @typedef {import("../package/bundlers.mjs").OutputFile} OutputFile */

/** The packages that the page loads beside the kit, through an import map. */
export const REACT = ["react", "react/jsx-runtime", "react-dom", "react-dom/client"];

const REACT_FOLDER = "/react/";
const APP_FOLDER = "/app/";

/** The first run: text with code, a tool call with its result, and a tool call to approve. */
const asking = [
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  {
    type: "TEXT_MESSAGE_CONTENT",
    messageId: "m1",
    delta: "Use **this**:\n\n```ts\nconst answer: number = 42;\n```\n\nThen I send it.",
  },
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search", parentMessageId: "m1" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"query":"answer"}' },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
  { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: '{"hits":3}' },
  { type: "TOOL_CALL_START", toolCallId: "c2", toolCallName: "send_email", parentMessageId: "m1" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c2", delta: '{"to":"ann@example.com"}' },
  { type: "TOOL_CALL_END", toolCallId: "c2" },
];
const interrupts = [
  { id: "i1", reason: "tool_call", toolCallId: "c2", message: "Send it to Ann?" },
];

/** The second run, after the approval. */
const answering = [
  { type: "TOOL_CALL_RESULT", messageId: "r2", toolCallId: "c2", content: "Sent." },
  { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "Ann has the message." },
  { type: "TEXT_MESSAGE_END", messageId: "m2" },
];

/**
 * Returns the page of the application: React comes from an import map, so that every script below
 * `app/` is the kit's.
 *
 * @param {string} script
 */
export function conversationPage(script) {
  const imports = Object.fromEntries(REACT.map((name) => [name, `${REACT_FOLDER}${fileOf(name)}`]));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script></head>
<body><div id="root"></div><script type="module" src="${script}"></script></body>
</html>`;
}

/**
 * Plays the conversation in Chromium against a server on this machine, and returns the scripts of
 * the application that the browser fetched.
 *
 * @param {{ page: string; files: readonly OutputFile[] }} app The page and the built scripts.
 */
export async function playConversation({ page: html, files }) {
  const scripts = new Map(files.map(({ name, code }) => [`${APP_FOLDER}${name}`, code]));
  for (const [name, code] of await buildReact()) scripts.set(`${REACT_FOLDER}${name}`, code);
  /** @type {Set<string>} */
  const fetched = new Set();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const script = scripts.get(pathname);
    if (pathname === "/agent") {
      await answer(request, response);
    } else if (script !== undefined) {
      fetched.add(pathname);
      const type = pathname.endsWith(".css") ? "text/css" : "text/javascript";
      response.writeHead(200, { "content-type": type }).end(script);
    } else if (pathname === "/") {
      response.writeHead(200, { "content-type": "text/html" }).end(html);
    } else {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  try {
    await converse(`http://127.0.0.1:${address.port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return [...fetched]
    .filter((path) => path.startsWith(APP_FOLDER) && path.endsWith(".js"))
    .map((path) => ({ name: path.slice(APP_FOLDER.length), code: scripts.get(path) ?? "" }));
}

/**
 * Sends a message, approves the tool call, and waits for the rest of the text.
 *
 * @param {string} url
 */
async function converse(url) {
  const executablePath = findHeadlessShell() ?? findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: quietFlags,
  });
  try {
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) errors.push(message.text());
    });
    await page.goto(url);
    const composer = page.getByRole("textbox", { name: "Message" });
    await composer.fill("What is the answer?");
    await composer.press("Enter");
    await page.locator("pre code").getByText("const answer: number = 42;").waitFor();
    await page.getByText("Search", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("Ann has the message.").first().waitFor();
    // Chunks that the kit prefetches while the browser is idle count as well.
    await page.waitForLoadState("networkidle");
    if (errors.length > 0) throw new Error(`The page reports:\n${errors.join("\n")}`);
  } finally {
    await browser.close();
  }
}

/**
 * Answers a run: the first input asks for the approval, an input with `resume` carries it.
 *
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
async function answer(request, response) {
  const { threadId, runId, resume } = JSON.parse(await text(request));
  const ids = { threadId, runId };
  const run = resume
    ? [...answering, { type: "RUN_FINISHED", ...ids }]
    : [...asking, { type: "RUN_FINISHED", ...ids, outcome: { type: "interrupt", interrupts } }];
  const events = [{ type: "RUN_STARTED", ...ids }, ...run];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
}

/**
 * Builds React as modules, which its own package does not have.
 *
 * @returns {Promise<Map<string, Uint8Array>>} The files by name.
 */
async function buildReact() {
  const { outputFiles } = await esbuild.build({
    entryPoints: REACT.map((name) => ({ in: `named:${name}`, out: fileOf(name).slice(0, -3) })),
    outdir: "react",
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    write: false,
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [namedExports],
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}

/**
 * Writes the names that a CommonJS module exports, which a bundler cannot know.
 *
 * @type {esbuild.Plugin}
 */
const namedExports = {
  name: "named-exports",
  setup(build) {
    build.onResolve({ filter: /^named:/ }, ({ path }) => ({
      path: path.slice("named:".length),
      namespace: "named",
    }));
    build.onLoad({ filter: /.*/, namespace: "named" }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => /^[A-Za-z]\w*$/.test(name));
      const list = names.filter((name) => name !== "default").join(", ");
      const contents = `import all from "${path}"; export const { ${list} } = all; export default all;`;
      return { contents, resolveDir: process.cwd() };
    });
  },
};

/** @param {string} name */
function fileOf(name) {
  return `${name.replace("/", "-")}.js`;
}
