// @ts-check
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { marked } from "marked";
import { run } from "./run.mjs";

/**
 * Uses the packed tarball as a stranger's project would: the headless entries without React
 * installed, then the React entry, each loaded by plain Node and compiled with library checks on.
 */

/** @type {{ name: string; dependencies: Record<string, string> }} */
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const headless = ["core", "dialects", "testing"].map((entry) => `${manifest.name}/${entry}`);
const withReact = [manifest.name];
const languages = ["de", "ja", "ar"].map((code) => `${manifest.name}/strings/${code}`);

const strictCompilerOptions = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  jsx: "react-jsx",
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};

const project = mkdtempSync(join(tmpdir(), "agui-kit-consumer-"));
try {
  const installed = unpack(project);
  checkDirectives(installed);
  await checkLexer(installed);
  link(Object.keys(manifest.dependencies));
  check(headless);
  link(["react", "react-dom", "@types/react", "@types/react-dom"]);
  check([...withReact, ...languages]);
  console.log(
    `A project without this repository uses ${[...headless, ...withReact, ...languages].join(", ")}.`,
  );
} finally {
  rmSync(project, { recursive: true, force: true });
}

/**
 * @param {string} folder
 * @returns {string} Where the package is now.
 */
function unpack(folder) {
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  /** @type {[{ filename: string }]} */
  const [{ filename }] = JSON.parse(packed);
  const target = join(folder, "node_modules", manifest.name);
  mkdirSync(target, { recursive: true });
  run("tar", ["-xzf", join(folder, filename), "-C", target, "--strip-components=1"]);
  return target;
}

/**
 * A server component may import the headless entries, and the React entry only as a client's.
 *
 * @param {string} installed
 */
function checkDirectives(installed) {
  for (const [entry, isClient] of /** @type {const} */ ([
    ["index.js", true],
    ["core.js", false],
    ["dialects.js", false],
    ["testing.js", false],
    // Words are functions, which only a client's module can hand from a page of the server to a chat.
    ["strings/de.js", true],
    ["strings/ja.js", true],
    ["strings/ar.js", true],
  ])) {
    const text = readFileSync(join(installed, "dist", entry), "utf8");
    if (text.startsWith('"use client";') !== isClient) {
      throw new Error(`dist/${entry} ${isClient ? "lacks" : "must not have"} "use client".`);
    }
  }
}

/**
 * What the build has taken of marked reads Markdown as all of marked does.
 *
 * @param {string} installed
 */
async function checkLexer(installed) {
  const file = join(installed, "dist", "components", "markdown", "markedLexer.js");
  const { Lexer } = await import(pathToFileURL(file).href);
  const lex = (/** @type {string} */ text) => {
    const lexer = new Lexer({ gfm: true });
    lexer.blockTokens(text.replace(/\r\n?/g, "\n"), lexer.tokens);
    for (const { src, tokens } of lexer.inlineQueue) {
      lexer.state.inRawBlock = false;
      lexer.inlineTokens(src, tokens);
    }
    return lexer.tokens;
  };
  const pages = readdirSync("node_modules")
    .map((name) => join("node_modules", name, "README.md"))
    .filter((page) => existsSync(page))
    .concat("README.md", "CHANGELOG.md", "CONTRIBUTING.md");
  for (const page of pages) {
    const text = readFileSync(page, "utf8");
    if (JSON.stringify(lex(text)) !== JSON.stringify(marked.lexer(text))) {
      throw new Error(`The lexer in dist reads ${page} otherwise than marked does.`);
    }
  }
  console.log(`The lexer in dist reads ${pages.length} pages as marked does.`);
}

/** @param {readonly string[]} packages */
function link(packages) {
  for (const name of packages) {
    const target = join(project, "node_modules", name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(resolve("node_modules", name), target, "junction");
  }
}

/** @param {readonly string[]} entries */
function check(entries) {
  const source = entries.map(
    (entry, index) => `import * as entry${index} from "${entry}";
if (Object.keys(entry${index}).length === 0) throw new Error("${entry} exports nothing.");
`,
  );
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(project, "index.mjs"), source.join(""));
  writeFileSync(join(project, "index.ts"), source.join(""));
  run(process.execPath, ["index.mjs"], { cwd: project });
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ]) {
    const compilerOptions = { ...strictCompilerOptions, module, moduleResolution };
    const config = JSON.stringify({ compilerOptions, files: ["index.ts"] });
    writeFileSync(join(project, "tsconfig.json"), config);
    run("npx", ["tsc", "--project", project]);
  }
}
