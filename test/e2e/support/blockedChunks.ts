import { cp, mkdir } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "playwright";
import { build } from "vite";
import { expect, vi } from "vitest";
import type { EventInput, Interrupt, RunAgentInput } from "../../../src/protocol/events.ts";
import { bundlers } from "../../package/bundlers.mjs";
import { linkPackages, manifest, withProject } from "../../package/kit.mjs";
import { wireFormats } from "../../support/encode.ts";
import { startHttpServer, type TestServer } from "../../support/httpServer.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of the application on the server, as `bundlers` builds it. */
const APP_FOLDER = "/app/";

const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Application</title><link rel="icon" href="data:,"></head>
<body><div id="root"></div><script type="module" src="./main.js"></script></body>
</html>`;

/** Files of a built application, by their path on the server. */
export type BuiltApp = ReadonlyMap<string, string | Uint8Array>;

/** Builds the package, installs it in a project, and builds an application for each source. */
export async function buildApps<Name extends string>(
  sources: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, BuiltApp>>> {
  // Vitest's own value would build the applications for development.
  vi.stubEnv("NODE_ENV", "production");
  try {
    return await withProject(async (project) => {
      await installPackage(join(project, "node_modules", manifest.name));
      linkPackages(project, [...Object.keys(manifest.dependencies), "react", "react-dom"]);
      const apps: Partial<Record<Name, BuiltApp>> = {};
      for (const name in sources) {
        const { files } = await bundlers.vite({ project, name, source: sources[name], html });
        apps[name] = new Map(files.map((file) => [`${APP_FOLDER}${file.name}`, file.code]));
      }
      // The loop has set every name.
      return apps as Record<Name, BuiltApp>;
    });
  } finally {
    vi.unstubAllEnvs();
  }
}

async function installPackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(join(root, "package.json"), join(folder, "package.json"));
  await build({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    build: { outDir: join(folder, "dist"), emptyOutDir: true },
  });
}

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
};

/** Server of an application with an agent at `/agent`. */
export interface AppServer extends TestServer {
  /** Ends every run that has not ended. */
  endRuns(): void;
}

/** Starts the server of an application. */
export async function serveApp(app: BuiltApp): Promise<AppServer> {
  const calls = new Map<string, number>();
  const openRuns: (() => void)[] = [];
  const server = await startHttpServer((response, { path = "/", body }) => {
    if (path === "/agent") {
      const end = answerRun(response, JSON.parse(body), calls);
      if (end) openRuns.push(end);
      return;
    }
    if (path === "/connect") {
      const messages = [{ id: "m1", role: "assistant" as const, content: "Welcome back" }];
      response.writeHead(200, { "content-type": wireFormats.sse.contentType });
      response.end(wireFormats.sse.encode({ type: "MESSAGES_SNAPSHOT", messages }));
      return;
    }
    const name = path === "/" ? `${APP_FOLDER}index.html` : path;
    const file = app.get(name);
    const contentType = contentTypes[extname(name)] ?? "";
    response.writeHead(file === undefined ? 404 : 200, { "content-type": contentType });
    response.end(file);
  });
  return {
    ...server,
    endRuns() {
      for (const end of openRuns.splice(0)) end();
    },
  };
}

/** Error of a Python server that has failed. */
const TRACEBACK = `Traceback (most recent call last):
  File "/srv/agent/main.py", line 42, in run
    connect("postgres://admin:hunter2@db.internal/agents")
OperationalError: db.internal refused the connection`;

/** Schema of the answers to the questions of the agent, by the text of the message that asks for them. */
const questions: Readonly<Record<string, Omit<Interrupt, "id">>> = {
  "Ask for a choice": {
    reason: "input_required",
    message: "Which port?",
    responseSchema: { type: "string", enum: ["North", "South"], title: "Port" },
  },
  "Ask for a form": {
    reason: "input_required",
    message: "Where to?",
    responseSchema: {
      type: "object",
      properties: {
        city: { type: "string", title: "City", minLength: 2 },
        days: { type: "integer", title: "Days" },
      },
      required: ["city"],
    },
  },
};

/**
 * Answers a run by the text of the last message.
 *
 * @param calls - Number of runs so far, by the text of the last message.
 * @returns A function that ends the run, for a message that starts with "Hang".
 */
function answerRun(
  response: ServerResponse,
  { threadId, runId, messages, resume }: RunAgentInput,
  calls: Map<string, number>,
): (() => void) | undefined {
  const last = messages.at(-1);
  const text = typeof last?.content === "string" ? last.content : "";
  const call = (calls.get(text) ?? 0) + 1;
  calls.set(text, call);
  const send = (...events: readonly EventInput[]) => {
    for (const event of events) response.write(wireFormats.sse.encode(event));
  };
  const write = (content: string) => {
    const messageId = `${runId}-text`;
    send(
      { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId, delta: content },
    );
    send({ type: "TEXT_MESSAGE_END", messageId });
  };
  const callTool = (toolCallName: string, args: unknown): string => {
    const toolCallId = `${runId}-call`;
    send(
      { type: "TOOL_CALL_START", toolCallId, toolCallName },
      { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(args) },
      { type: "TOOL_CALL_END", toolCallId },
    );
    return toolCallId;
  };
  const end = (...interrupts: readonly Interrupt[]) => {
    const outcome = { type: "interrupt" as const, interrupts: [...interrupts] };
    send({ type: "RUN_FINISHED", threadId, runId, ...(interrupts.length > 0 && { outcome }) });
    response.end();
  };

  if (text.startsWith("Crash")) {
    response.writeHead(500, { "content-type": "text/plain" });
    response.end(TRACEBACK);
    return undefined;
  }
  response.writeHead(200, { "content-type": wireFormats.sse.contentType });
  send({ type: "RUN_STARTED", threadId, runId });
  const id = `${runId}-interrupt`;
  const question = questions[text];
  if (resume) {
    write(`The answer is ${JSON.stringify(resume[0]?.payload)}.`);
    end();
  } else if (last?.role === "tool") {
    write(`The tool returned ${text}.`);
    end();
  } else if (question) {
    end({ id, ...question });
  } else if (text.startsWith("Ask for approval")) {
    end({ id, reason: "tool_call", toolCallId: callTool("send_email", { to: "ann@example.com" }) });
  } else if (text.startsWith("Paint")) {
    callTool("paint", { color: "red" });
    end();
  } else if (text.startsWith("Hang")) {
    write("I am thinking.");
    return end;
  } else if (text.startsWith("Trace")) {
    send({ type: "RUN_ERROR", message: TRACEBACK });
    response.end();
  } else if (text.startsWith("Fail") && call === 1) {
    send({ type: "RUN_ERROR", message: "The engine stalled." });
    response.end();
  } else {
    write(`Answer ${call} to “${text}”.\n\n\`\`\`ts\nconst answer = ${call};\n\`\`\``);
    end();
  }
  return undefined;
}

/** Open page whose requests for scripts are blocked; `await using` closes it and fails on errors in the page. */
export interface BlockedPage extends AsyncDisposable {
  readonly page: Page;
  readonly log: Locator;
  /** Paths of the scripts that the page requested in vain. */
  readonly blocked: readonly string[];
  /** Returns the inputs of the runs so far. */
  inputs(): readonly RunAgentInput[];
  messages(author: "You" | "Assistant"): Locator;
  /** Lets the page load scripts again, each once `until` has resolved. */
  unblock(until?: Promise<void>): Promise<void>;
  /** Types a message and sends it with Enter. */
  send(text: string): Promise<void>;
}

const SCRIPTS = "**/*.js";

/** Opens a page, waits until it has been idle for a second, and blocks every script from then on. */
export async function openAndBlock(browser: Browser, server: TestServer): Promise<BlockedPage> {
  const blockedPage = await createPage(browser, server);
  await blockedPage.page.goto(server.url);
  await blockedPage.page.evaluate(waitUntilIdle);
  await blockedPage.block(SCRIPTS);
  return blockedPage;
}

/** Opens a page that can load no script with a path of the pattern `scripts`, and waits until it is idle. */
export async function openWithout(
  browser: Browser,
  server: TestServer,
  scripts: string,
): Promise<BlockedPage> {
  const blockedPage = await createPage(browser, server);
  await blockedPage.block(scripts);
  await blockedPage.page.goto(server.url);
  await blockedPage.page.evaluate(waitUntilIdle);
  return blockedPage;
}

async function createPage(
  browser: Browser,
  server: TestServer,
): Promise<BlockedPage & { block(scripts: string): Promise<void> }> {
  const page = await browser.newPage();
  const blocked: string[] = [];
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    const { pathname } = new URL(message.location().url, server.url);
    if (!blocked.includes(pathname)) errors.push(message.text());
  });
  const log = page.getByRole("log");
  return {
    page,
    log,
    blocked,
    async block(scripts) {
      await page.route(scripts, (route) => {
        blocked.push(new URL(route.request().url()).pathname);
        return route.abort();
      });
    },
    inputs: () =>
      server.requests.flatMap(({ path, body }) => (path === "/agent" ? JSON.parse(body) : [])),
    messages: (name) => log.getByRole("article", { name, exact: true }),
    async unblock(until) {
      await page.unrouteAll();
      if (!until) return;
      await page.route(SCRIPTS, async (route) => {
        await until;
        await route.continue();
      });
    },
    async send(text) {
      const composer = page.getByRole("textbox", { name: "Message", exact: true });
      await composer.fill(text);
      await composer.press("Enter");
    },
    async [Symbol.asyncDispose]() {
      await page.close();
      expect(errors, "errors in the page").toEqual([]);
    },
  };
}

/** Runs in the page: resolves when the browser is idle and has loaded nothing for a second. */
function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const ends = performance.getEntriesByType("resource").map(
        // The type of the entries is determined by their name.
        (entry) => (entry as PerformanceResourceTiming).responseEnd,
      );
      if (performance.now() - Math.max(...ends) >= 1000) resolve();
      else requestIdleCallback(check);
    };
    requestIdleCallback(check);
  });
}
