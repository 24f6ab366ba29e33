import { build, type Plugin } from "vite";
import { expect, test } from "vitest";
import { chunkNaming } from "../../build/chunks.ts";
import { pureCalls } from "../../build/pureCalls.ts";
import { lazyReexports } from "../../build/reexports.ts";

/** Sources of a kit in which a popup loads the chat lazily and the entry exports both. */
const sources: Readonly<Record<string, string>> = {
  "/src/index.ts": `export { popup } from "/src/components/popup.ts";
export { chat } from "/src/components/chat.ts";
export { useThread } from "/src/hooks/useThread.ts";`,
  "/src/components/popup.ts": `import { createThread } from "/src/store/thread.ts";
export const popup = () => [createThread, import("/src/components/chat.ts")];`,
  "/src/components/chat.ts": `import { createThread } from "/src/store/thread.ts";
import { rows } from "/src/components/rows.ts";
export const chat = () => [createThread, rows, import("/src/components/menu.ts")];`,
  "/src/components/rows.ts": "export const rows = Object.freeze(['row']);",
  "/src/components/menu.ts": "export const menu = 'menu';",
  "/src/hooks/useThread.ts": "export const useThread = () => 'thread';",
  "/src/store/thread.ts": "export const createThread = () => 'created';",
};

const virtual: Plugin = {
  name: "virtual",
  enforce: "pre",
  resolveId: (id) => (id in sources ? id : null),
  load: (id) => sources[id] ?? null,
};

async function buildKit(roots: readonly string[] = ["popup"]): Promise<Record<string, string>> {
  const chunks = chunkNaming({
    firstLoads: [
      { headless: "thread", roots: ["thread"] },
      { client: "surface", roots },
      { client: "conversation", roots: ["chat"] },
    ],
    rest: [{ client: "parts", roots: ["index"] }],
    kindOf: (id) =>
      id.includes("/store/") ? "store" : id.includes("/hooks/") ? "hooks" : "components",
  });
  const built = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      virtual,
      chunks.plugin,
      pureCalls((id) => id in sources),
      lazyReexports({ entries: ["index.js"], direct: ["thread", "surface"] }),
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry: { index: "/src/index.ts" }, formats: ["es"] },
      rolldownOptions: {
        preserveEntrySignatures: "allow-extension",
        experimental: { chunkOptimization: { mergeCommonChunks: false } },
        output: {
          minifyInternalExports: false,
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name].js",
          codeSplitting: { groups: [{ name: chunks.name }], includeDependenciesRecursively: false },
        },
      },
    },
  });
  const [output] = [built].flat();
  if (!output || !("output" in output)) throw new Error("Vite built nothing.");
  return Object.fromEntries(
    output.output.map((file) => [
      file.fileName,
      file.type === "chunk" ? file.code : String(file.source),
    ]),
  );
}

test("each initial load and each lazy feature has a chunk of its own", async () => {
  const files = await buildKit();
  expect(files["chunks/thread.js"]).toContain("created");
  expect(files["chunks/surface.js"]).not.toContain("row");
  expect(files["chunks/conversation.js"]).toContain("row");
  expect(files["chunks/menu.js"]).toContain("menu");
});

test("the entry re-exports lazy code through a declaration", async () => {
  const files = await buildKit();
  expect(files["index.js"]).toContain('export { popup } from "./chunks/surface.js";');
  expect(files["index.js"]).toContain('export { chat } from "./exports/conversation.js";');
  expect(files["exports/conversation.js"]).toContain("export const chat = chat$1;");
  expect(files["exports/conversation.js"]).toContain('from "../chunks/conversation.js";');
});

test("calls that initialize constants are marked as pure", async () => {
  const files = await buildKit();
  expect(files["chunks/conversation.js"]).toContain("/* @__PURE__ */ Object.freeze(");
});

test("a layer with an unknown root fails the build", async () => {
  await expect(buildKit(["sidebar"])).rejects.toThrow('No module is named "sidebar"');
});
