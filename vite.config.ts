import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundle } from "lightningcss";
import type { Plugin, UserConfig } from "vite";
import { defineConfig } from "vitest/config";

/** What `package.json` promises the user's own bundler will find, so it never enters ours. */
const manifest: Record<"dependencies" | "peerDependencies", Record<string, string>> = JSON.parse(
  readFileSync(new URL("package.json", import.meta.url), "utf8"),
);
const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
const isExternal = (id: string): boolean =>
  id.startsWith("node:") || packages.some((name) => id === name || id.startsWith(`${name}/`));

/** Everything above the line of the architecture renders, so a server component must not load it. */
const isClientModule = (id: string): boolean =>
  /\/src\/(index\.ts$|(hooks|components|devtools)\/)/.test(id);

/** What the package manager links into `bin`: a shell has to know what runs it. */
const isCommand = (id: string): boolean => id.endsWith("/src/cli.ts");

/**
 * Writes `dist/styles.css`. No browser targets: the sheet keeps `@layer`, nesting, `@container` and
 * `light-dark()` as written, since lowering them would raise their specificity and their size.
 */
function styles(): Plugin {
  return {
    name: "agui-kit:styles",
    apply: "build",
    generateBundle() {
      const filename = fileURLToPath(new URL("src/styles/index.css", import.meta.url));
      const { code, warnings } = bundle({ filename, minify: true, errorRecovery: false });
      for (const warning of warnings) this.warn(`${warning.message} (${warning.loc.filename})`);
      this.emitFile({ type: "asset", fileName: "styles.css", source: code });
    },
  };
}

const library: UserConfig = {
  plugins: [styles()],
  build: {
    target: "es2022",
    minify: false,
    sourcemap: true,
    lib: {
      entry: {
        index: "src/index.ts",
        core: "src/core.ts",
        dialects: "src/dialects.ts",
        testing: "src/testing.ts",
        cli: "src/cli.ts",
      },
      formats: ["es"],
    },
    rolldownOptions: {
      external: isExternal,
      output: {
        // One file for each of ours: what is loaded late stays apart in the user's bundle too.
        preserveModules: true,
        preserveModulesRoot: "src",
        entryFileNames: "[name].js",
        minifyInternalExports: false,
        banner: ({ moduleIds }) =>
          moduleIds.some(isCommand)
            ? "#!/usr/bin/env node"
            : moduleIds.some(isClientModule)
              ? '"use client";'
              : "",
      },
    },
  },
};

export default defineConfig(async ({ command }) => {
  if (command === "build") return library;
  // Loaded only for tests: the stories project starts Storybook to learn its settings.
  const { projects } = await import("./test/setup/projects.ts");
  return { test: { projects } };
});
