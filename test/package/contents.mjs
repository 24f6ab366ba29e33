// @ts-check
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseAst } from "vite";

/** The most that the package may have: files, and bytes of the tarball. */
const LIMITS = { entryCount: 120, size: 740_000 };

const DIRECTIVE = '"use client";';

/** Entries that a server component may import, and the command, which runs without React. */
const headlessEntries = ["core.js", "dialects.js", "testing.js", "cli.js"];

/** Entries that a server component may only import as a client's. */
const clientEntries = ["index.js", "a2ui.js", "strings/de.js", "strings/ja.js", "strings/ar.js"];

/** A script of the package: its text, and the files and packages that it imports. */
/** @typedef {{ code: string; statics: string[]; lazies: string[]; packages: string[] }} Script */

/**
 * Checks the size of the package, and what its scripts import.
 *
 * @param {import("./kit.mjs").Packed} packed
 * @param {string} folder The installed package.
 * @param {Record<string, unknown>} dependencies Packages that its scripts may import.
 * @returns {string[]} The faults.
 */
export function checkContents({ entryCount, size, unpackedSize }, folder, dependencies) {
  console.log(
    `The package has ${entryCount} files (at most ${LIMITS.entryCount}), ` +
      `${kilobytes(size)} packed (at most ${kilobytes(LIMITS.size)}), ${kilobytes(unpackedSize)} unpacked.`,
  );
  const scripts = readScripts(join(folder, "dist"));
  return [
    ...(entryCount > LIMITS.entryCount ? ["The package has too many files."] : []),
    ...(size > LIMITS.size ? ["The package is too large."] : []),
    ...undeclaredImports(scripts, dependencies),
    ...unusedScripts(scripts),
    ...emptyScripts(scripts),
    ...wrongDirectives(scripts),
    ...importCycles(scripts),
  ];
}

/**
 * @param {string} dist
 * @returns {ReadonlyMap<string, Script>} The scripts by their path in `dist`.
 */
function readScripts(dist) {
  const paths = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const scripts = paths
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".js"));
  return new Map(scripts.map((path) => [path, readScript(join(dist, path), path)]));
}

/**
 * @param {string} file
 * @param {string} path
 * @returns {Script}
 */
function readScript(file, path) {
  const code = readFileSync(file, "utf8");
  /** @type {Script} */
  const script = { code, statics: [], lazies: [], packages: [] };
  for (const { type, source } of importsIn(parseAst(code))) {
    if (!source.startsWith(".")) script.packages.push(source);
    else {
      const target = normalize(join(dirname(path), source)).replaceAll("\\", "/");
      (type === "ImportExpression" ? script.lazies : script.statics).push(target);
    }
  }
  return script;
}

/**
 * @param {unknown} value A syntax tree, or a part of it.
 * @returns {Generator<{ type: string; source: string }>}
 */
function* importsIn(value) {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && "source" in value) {
    const { type, source } = /** @type {{ type: string; source: unknown }} */ (value);
    if (typeof source === "object" && source !== null && "value" in source) {
      yield { type, source: String(source.value) };
    }
  }
  for (const part of Object.values(value)) yield* importsIn(part);
}

/**
 * @param {ReadonlyMap<string, Script>} scripts
 * @param {Record<string, unknown>} dependencies
 */
function* undeclaredImports(scripts, dependencies) {
  for (const [path, { packages }] of scripts) {
    for (const name of packages) {
      const [scope = "", part = ""] = name.split("/");
      const isDeclared = (scope.startsWith("@") ? `${scope}/${part}` : scope) in dependencies;
      if (!isDeclared && !name.startsWith("node:")) {
        yield `dist/${path} imports ${name}, which the manifest does not declare.`;
      }
    }
  }
}

/** @param {ReadonlyMap<string, Script>} scripts */
function* unusedScripts(scripts) {
  const reached = reach(scripts, [...headlessEntries, ...clientEntries]);
  for (const path of scripts.keys()) {
    if (!reached.has(path)) yield `No entry loads dist/${path}.`;
  }
}

/** @param {ReadonlyMap<string, Script>} scripts */
function* emptyScripts(scripts) {
  for (const [path, { code }] of scripts) {
    if (code.trim() === "") yield `dist/${path} is empty.`;
  }
}

/** @param {ReadonlyMap<string, Script>} scripts */
function* wrongDirectives(scripts) {
  const headless = reach(scripts, headlessEntries);
  for (const [path, { code, packages }] of scripts) {
    const hasDirective = code.startsWith(DIRECTIVE);
    const usesReact = packages.some((name) => /^react(-dom)?($|\/)/.test(name));
    if (headless.has(path) && (hasDirective || usesReact)) {
      yield `A headless entry loads dist/${path}, which only a client may load.`;
    }
    if ((usesReact || clientEntries.includes(path)) && !hasDirective) {
      yield `dist/${path} lacks ${DIRECTIVE}`;
    }
  }
}

/**
 * Finds chunks that import each other: the order of their constants would depend on the bundler.
 *
 * @param {ReadonlyMap<string, Script>} scripts
 */
function* importCycles(scripts) {
  for (const [path, { statics }] of scripts) {
    if (reach(scripts, statics, { isStatic: true }).has(path)) {
      yield `dist/${path} imports a file that imports dist/${path}.`;
    }
  }
}

/**
 * Returns the scripts that are loaded with others, at once or lazily.
 *
 * @param {ReadonlyMap<string, Script>} scripts
 * @param {readonly string[]} paths
 * @param {{ isStatic?: boolean }} [options] Leaves lazy imports out.
 */
function reach(scripts, paths, { isStatic = false } = {}) {
  const reached = new Set(paths);
  for (const path of reached) {
    const script = scripts.get(path);
    if (!script) throw new Error(`The package has no dist/${path}.`);
    for (const name of [...script.statics, ...(isStatic ? [] : script.lazies)]) reached.add(name);
  }
  return reached;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
