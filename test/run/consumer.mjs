// @ts-check
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { checkContents } from "../package/contents.mjs";
import { checkExports } from "../package/exports.mjs";
import { checkJest } from "../package/jest.mjs";
import { installKit, linkPackages, manifest, withProject } from "../package/kit.mjs";
import { installFolder } from "./install.mjs";
import { run } from "./run.mjs";

/**
 * Uses the packed tarball as an external project would: the headless entries without React
 * installed, then the React entry, each loaded by plain Node, compiled with library checks on, and
 * tested with Jest. `bundlers.mjs` builds applications with the tarball.
 */

await installFolder("test/consumer");

/** The compiler of this repository, and that of the next major version. */
const compilers = ["node_modules/.bin/tsc", "test/consumer/node_modules/.bin/tsc"].map((path) =>
  resolve(path),
);

const headless = ["core", "dialects", "testing"].map((entry) => `${manifest.name}/${entry}`);
const withReact = [manifest.name];
/** Entries that need an optional peer. */
const withPeer = [`${manifest.name}/a2ui`];
const strings = ["strings/de", "strings/ja", "strings/ar"];
const distEntries = ["index", "core", "dialects", "testing", "a2ui", ...strings];
const themes = ["shadcn", "high-contrast", "material", "dense"].map((name) => `themes/${name}.css`);
const sheets = ["styles.css", "a2ui.css", ...themes].map((sheet) => `${manifest.name}/${sheet}`);
const languages = strings.map((entry) => `${manifest.name}/${entry}`);

const strictCompilerOptions = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  jsx: "react-jsx",
  strict: true,
  exactOptionalPropertyTypes: true,
  // The default since TypeScript 6: an import of a style sheet needs types.
  noUncheckedSideEffectImports: true,
  skipLibCheck: false,
  noEmit: true,
};

const faults = await withProject(async (project) => {
  const { folder, packed } = installKit(project);
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
  const contentFaults = checkContents(packed, folder, declared);
  linkPackages(project, Object.keys(manifest.dependencies));
  check(project, headless);
  linkPackages(project, ["react", "react-dom", "@types/react", "@types/react-dom"]);
  check(project, [...withReact, ...languages]);
  linkPackages(project, ["@a2ui/web_core"]);
  check(project, withPeer);
  console.log(
    `A project without this repository uses ${[...headless, ...withReact, ...withPeer, ...languages].join(", ")}.`,
  );
  return [...contentFaults, ...(await checkExports(folder, distEntries)), ...checkJest(project)];
});
if (faults.length > 0) {
  console.error(`\n${faults.join("\n")}`);
  process.exitCode = 1;
}

/**
 * @param {string} project
 * @param {readonly string[]} entries
 */
function check(project, entries) {
  const source = entries.map(
    (entry, index) => `import * as entry${index} from "${entry}";
if (Object.keys(entry${index}).length === 0) throw new Error("${entry} exports nothing.");
`,
  );
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(project, "index.mjs"), source.join(""));
  const imports = sheets.map((sheet) => `import "${sheet}";\n`);
  writeFileSync(join(project, "index.ts"), [...source, ...imports].join(""));
  run(process.execPath, ["index.mjs"], { cwd: project });
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ]) {
    const compilerOptions = { ...strictCompilerOptions, module, moduleResolution };
    const config = JSON.stringify({ compilerOptions, files: ["index.ts"] });
    writeFileSync(join(project, "tsconfig.json"), config);
    for (const compiler of compilers) run(compiler, ["--project", project]);
  }
}
