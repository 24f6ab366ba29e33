import { build, type Plugin } from "vite";
import { expect, test } from "vitest";
import { chunkNaming } from "../../build/chunkNaming.ts";
import { declareExports } from "../../build/declareExports.ts";

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

async function buildKit(
  surface = "components/popup.ts",
): Promise<Readonly<Record<string, string>>> {
  const chunks = chunkNaming([
    { name: "thread", roots: ["store/thread.ts"] },
    { name: "surface", roots: [surface] },
    { name: "chat", roots: ["components/chat.ts"] },
    { name: "more", roots: ["index.ts"] },
  ]);
  const built = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [virtual, chunks.plugin, declareExports((id) => id === "/src/index.ts")],
    build: {
      write: false,
      minify: false,
      lib: { entry: { index: "/src/index.ts" }, formats: ["es"] },
      rolldownOptions: {
        preserveEntrySignatures: "allow-extension",
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

test("each first load and each lazy feature has chunks of its own", async () => {
  const files = await buildKit();
  expect(files["chunks/thread-store.js"]).toContain("created");
  expect(files["chunks/surface-components.js"]).not.toContain("row");
  expect(files["chunks/chat-components.js"]).toContain("row");
  expect(files["chunks/menu.js"]).toContain("menu");
});

test("hooks and components of a first load are in different chunks", async () => {
  const files = await buildKit();
  expect(files["chunks/more-hooks.js"]).toContain("useThread");
});

test("the entry exports each chunk through a declaration", async () => {
  const files = await buildKit();
  expect(files["index.js"]).toContain(
    'import { chat } from "./chunks/exports-chat-components.js";',
  );
  const declarations = files["chunks/exports-chat-components.js"];
  expect(declarations).toContain("chat = chat$1;");
  expect(declarations).toContain('import { chat as chat$1 } from "./chat-components.js";');
});

test("a first load with an unknown file fails the build", async () => {
  await expect(buildKit("components/sidebar.ts")).rejects.toThrow(
    'No module is named "components/sidebar.ts"',
  );
});
