import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import type { EventInput } from "../../../src/protocol/events.ts";
import { drawingPath, root } from "../../docs/documents.ts";
import { wireFormats } from "../../support/encode.ts";
import { startHttpServer, type TestServer, write } from "../../support/httpServer.ts";

const entryPath = join(root, "test/recipes/main.tsx");

/** Path of the same page without a content security policy. */
export const UNGUARDED = "/unguarded";

const entry = `
  import "agui-kit/styles.css";
  import { createRoot } from "react-dom/client";
  import { App } from "./App.tsx";
  createRoot(document.getElementById("root")).render(<App />);
`;

/** Policy that forbids foreign resources, foreign scripts and evaluated code. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  // Mermaid measures a diagram with its style sheet in the page.
  "style-src 'self' 'unsafe-inline'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
  <link rel="icon" href="data:," />
  <link rel="stylesheet" href="/main.css" />
  <div id="root" style="block-size: 90vh"></div>
  <script type="module" src="/main.js"></script>
</html>`;

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

/** Page of a documentation example with its agent; `await using` closes it. */
export interface DocsExamplePage extends AsyncDisposable {
  readonly server: TestServer;
  /** Returns the answer to the next message, whose events the test sends. */
  answer(): Promise<Answer>;
}

/** Run that the test plays. */
export interface Answer {
  send(...events: readonly EventInput[]): Promise<void>;
  end(): void;
}

/**
 * Builds an example that exports `App` as an application would, and serves it with an agent at
 * `/agent`.
 */
export async function serveDocsExample(code: string): Promise<DocsExamplePage> {
  const files = await bundle(code);
  const runs: ServerResponse[] = [];
  const waiting: ((response: ServerResponse) => void)[] = [];
  const server = await startHttpServer(async (response, { path = "/" }) => {
    if (path === "/agent") {
      response.writeHead(200, { "content-type": wireFormats.sse.contentType });
      response.flushHeaders();
      const next = waiting.shift();
      if (next) next(response);
      else runs.push(response);
      await once(response, "close");
      return;
    }
    const isPage = path === "/" || path === UNGUARDED;
    const file = isPage ? page : files.get(path.slice(1));
    response.writeHead(file === undefined ? 404 : 200, {
      "content-type": isPage ? "text/html" : (types[extname(path)] ?? ""),
      ...(path === "/" && { "content-security-policy": policy }),
    });
    response.end(file);
  });
  return {
    server,
    async answer() {
      const response =
        runs.shift() ?? (await new Promise<ServerResponse>((resolve) => waiting.push(resolve)));
      return {
        async send(...events) {
          for (const event of events) await write(response, wireFormats.sse.encode(event));
        },
        end: () => response.end(),
      };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Returns the files of the page, by name. */
async function bundle(code: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const made = await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [react(), standingAt({ [entryPath]: entry, [drawingPath]: code })],
    resolve: {
      alias: [
        { find: /^agui-kit$/, replacement: join(root, "src/index.ts") },
        { find: /^agui-kit\/styles\.css$/, replacement: join(root, "src/styles/index.css") },
      ],
    },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: { main: entryPath },
        output: { entryFileNames: "[name].js", assetFileNames: "[name][extname]" },
      },
    },
  });
  const [first] = [made].flat();
  if (!first || !("output" in first)) throw new Error("The example could not be built.");
  return new Map(
    first.output.map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source]),
  );
}

/** Provides virtual files at a location from which their imports resolve. */
function standingAt(files: Readonly<Record<string, string>>): Plugin {
  return {
    name: "agui-kit:example",
    enforce: "pre",
    resolveId(id, importer) {
      const path = importer && id.startsWith("./") ? join(importer, "..", id) : id;
      return files[path] === undefined ? null : path;
    },
    load: (id) => files[id] ?? null,
  };
}
