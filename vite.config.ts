import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundle } from "lightningcss";
import type { Plugin, UserConfig } from "vite";
import { defineConfig } from "vitest/config";
import { chunkNaming } from "./build/chunkNaming.ts";
import { declareExports } from "./build/declareExports.ts";

/** The packages that an application installs with the kit, which stay imports. */
const manifest: Record<"dependencies" | "peerDependencies", Record<string, string>> = JSON.parse(
  readFileSync(new URL("package.json", import.meta.url), "utf8"),
);
const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
const isExternal = (id: string): boolean =>
  id.startsWith("node:") || packages.some((name) => id === name || id.startsWith(`${name}/`));

/** Everything above the line of the architecture renders, so a server component must not load it. */
const isClientModule = (id: string): boolean =>
  /\/src\/((index|a2ui)\.ts$|(hooks|components|a2ui)\/)/.test(id);

/** The entries whose exports an application loads in part. */
const isLargeEntry = (id: string): boolean => /\/src\/(index|core)\.ts$/.test(id);

/** The command that `bin` names: its first line tells a shell to run it with Node. */
const isCommand = (id: string): boolean => id.endsWith("/src/cli.ts");

/** The style sheets in `dist`, each with its source in `src/styles`. */
const sheets = {
  "styles.css": "index.css",
  "a2ui.css": "plugins/a2ui.css",
  "themes/shadcn.css": "themes/shadcn.css",
  "themes/high-contrast.css": "themes/high-contrast.css",
  "themes/material.css": "themes/material.css",
  "themes/dense.css": "themes/dense.css",
};

/**
 * Writes the style sheets. No browser targets: they keep `@layer`, nesting, `@container` and
 * `light-dark()` as written, since lowering them would raise their specificity and their size.
 */
function styles(): Plugin {
  return {
    name: "agui-kit:styles",
    apply: "build",
    generateBundle() {
      for (const [fileName, source] of Object.entries(sheets)) {
        const filename = fileURLToPath(new URL(`src/styles/${source}`, import.meta.url));
        const { code, warnings } = bundle({ filename, minify: true, errorRecovery: false });
        for (const warning of warnings) this.warn(`${warning.message} (${warning.loc.filename})`);
        this.emitFile({ type: "asset", fileName, source: code });
      }
    },
  };
}

/** The first loads of the kit, the smallest first. */
const chunks = chunkNaming([
  // Store and hooks share it. In the chunk of the reducer, an import of one hook would load the whole reducer.
  { name: "run", roots: ["reducer/isRunning.ts"] },
  { name: "thread", roots: ["store/thread/createThread.ts", "transport/http/httpAgent.ts"] },
  { name: "strings", roots: ["components/strings/format.ts"] },
  {
    name: "surface",
    roots: [
      "hooks/providers/AgentProvider.tsx",
      "components/chat/ChatPopup.tsx",
      "components/chat/ChatSidebar.tsx",
    ],
  },
  // An application may use these without a chat, and they need little of one.
  {
    name: "parts",
    roots: [
      "components/activity/Usage.tsx",
      "components/composer/dictation/webSpeechDictation.ts",
      "components/message/BranchPicker.tsx",
      "components/message/SystemMessageItem.tsx",
      "components/status/ErrorRow.tsx",
      "components/transcript/ScrollToEnd.tsx",
    ],
  },
  { name: "chat", roots: ["components/chat/Chat.tsx"] },
  { name: "index", roots: ["index.ts"] },
]);

const library: UserConfig = {
  plugins: [styles(), chunks.plugin, declareExports(isLargeEntry)],
  build: {
    target: "es2022",
    minify: false,
    // Readable code, which the maps of an application refer to.
    sourcemap: false,
    lib: {
      entry: {
        index: "src/index.ts",
        core: "src/core.ts",
        dialects: "src/dialects.ts",
        testing: "src/testing.ts",
        a2ui: "src/a2ui.ts",
        // Each by itself, as an application takes one of them, perhaps only when it is asked for.
        "strings/de": "src/components/strings/de.ts",
        "strings/ja": "src/components/strings/ja.ts",
        "strings/ar": "src/components/strings/ar.ts",
        cli: "src/cli.ts",
      },
      formats: ["es"],
    },
    rolldownOptions: {
      external: isExternal,
      preserveEntrySignatures: "allow-extension",
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name].js",
        codeSplitting: {
          groups: [{ name: chunks.name }],
          // The names cover the imports of each module already.
          includeDependenciesRecursively: false,
        },
        minifyInternalExports: false,
        // A fifth of the package. The declarations have the documentation of all public names.
        comments: { jsdoc: false },
        banner: ({ moduleIds, facadeModuleId }) =>
          moduleIds.some(isCommand)
            ? "#!/usr/bin/env node"
            : [...moduleIds, facadeModuleId ?? ""].some(isClientModule)
              ? '"use client";'
              : "",
      },
    },
  },
};

export default defineConfig(async ({ command }) => {
  if (command === "build") return library;
  // Loaded only for tests: the stories project starts Storybook to learn its settings.
  const { projects, WORKERS } = await import("./test/setup/projects.ts");
  const { LongestFirst } = await import("./test/setup/longestFirst.ts");
  // Vitest shuffles files with a sequencer of its own, which another would replace.
  const isShuffled = process.argv.some((option) => option.startsWith("--sequence.shuffle"));
  const sequence = isShuffled ? {} : { sequencer: LongestFirst };
  return { test: { projects, maxWorkers: WORKERS, sequence } };
});
