import { cp, mkdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "playwright";
import { build } from "vite";
import { expect, vi } from "vitest";
import type { RunAgentInput } from "../../../src/protocol/events.ts";
import { bundlers } from "../../package/bundlers.mjs";
import { linkPackages, manifest, withProject } from "../../package/kit.mjs";
import { wireFormats } from "../../support/encode.ts";
import { startHttpServer, type TestServer } from "../../support/httpServer.ts";
import { answerRun } from "./answerRun.ts";

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

/**
 * Returns whether this browser requests a script again that a page could not load. Chromium 156
 * does. Chromium 150 keeps the failure until the page is reloaded.
 */
export async function requestsFailedScriptsAgain(browser: Browser): Promise<boolean> {
  const page = await browser.newPage();
  try {
    let requests = 0;
    await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "" }));
    await page.route("**/failed.js", (route) => {
      requests++;
      return route.abort();
    });
    await page.goto("http://application.test/");
    // A text, because Vitest replaces the `import()` of a function.
    const importFailed = 'import("/failed.js").catch(() => {})';
    await page.evaluate(importFailed);
    await page.evaluate(importFailed);
    return requests === 2;
  } finally {
    await page.close();
  }
}

/**
 * Runs in the page: resolves when the browser has been idle and has loaded nothing for a second. A slow machine may
 * still render a second after the last script was loaded.
 */
function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    let lastCheckAt = performance.now();
    let idleSince = lastCheckAt;
    const check = () => {
      const now = performance.now();
      const ends = performance.getEntriesByType("resource").map(
        // The type of the entries is determined by their name.
        (entry) => (entry as PerformanceResourceTiming).responseEnd,
      );
      // An idle browser calls back at least every 50 ms.
      if (now - lastCheckAt > 100) idleSince = now;
      lastCheckAt = now;
      if (now - Math.max(idleSince, ...ends) >= 1000) resolve();
      else requestIdleCallback(check);
    };
    requestIdleCallback(check);
  });
}
