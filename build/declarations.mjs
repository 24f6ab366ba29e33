// @ts-check
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

/**
 * Bundles the declarations that TypeScript wrote for each module into one file per entry, with what
 * the public API refers to and nothing else. Types that entries share are in `chunks/`, so that a
 * class is the same type in `agui-kit` and `agui-kit/core`.
 */

const MODULES = "dist/types-by-module";
const BUNDLED = "dist/types";

const entries = {
  index: "index",
  core: "core",
  dialects: "dialects",
  testing: "testing",
  a2ui: "a2ui",
  "strings/de": "components/strings/de",
  "strings/ja": "components/strings/ja",
  "strings/ar": "components/strings/ar",
};

/** @type {Record<"dependencies" | "peerDependencies", Record<string, string>>} */
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const packages = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

const bundle = await rollup({
  input: Object.fromEntries(
    Object.entries(entries).map(([name, module]) => [name, `${MODULES}/${module}.d.ts`]),
  ),
  external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [dts({ tsconfig: "tsconfig.build.json" })],
  onLog: (_, { message }) => {
    throw new Error(`The declarations cannot be bundled: ${message}`);
  },
});
await bundle.write({
  dir: BUNDLED,
  entryFileNames: "[name].d.ts",
  // The name of a module ends with ".d" here.
  chunkFileNames: ({ name }) => `chunks/${name.replace(/\.d$/, "")}.d.ts`,
});
await bundle.close();
rmSync(MODULES, { recursive: true });
// TypeScript checks that an import without names leads to a file with types.
writeFileSync(`${BUNDLED}/styles.d.ts`, "// A style sheet, which exports nothing.\nexport {};\n");
