// @ts-check
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rspack } from "@rspack/core";
import react from "@vitejs/plugin-react";
import * as esbuild from "esbuild";
import * as vite from "vite";
import webpack from "webpack";

/**
 * An application to build: the folder that has its `node_modules`, and the source of its entry.
 *
 * @typedef {object} App
 * @property {string} project
 * @property {string} name Folder of the sources and the output, below the project.
 * @property {string} source JavaScript of the entry.
 * @property {readonly string[]} [external] Packages that stay imports, with their subpaths.
 * @property {boolean} [sourcemap]
 * @property {string} [html] Page that loads `main.js`, for Vite, served below `/app/`.
 */

/**
 * A file of the output. `imports` are the names of the files that it imports statically.
 *
 * @typedef {{ name: string; code: string | Uint8Array; isEntry: boolean; imports: string[] }} OutputFile
 */

/** @typedef {{ files: OutputFile[]; warnings: string[] }} Output */
/** @typedef {(app: App) => Promise<Output>} Bundler */

const MAIN = "main.js";

/** @type {Bundler} */
async function buildWithVite(app) {
  const root = writeSource(app);
  /** @type {string[]} */
  const warnings = [];
  const logger = vite.createLogger("warn");
  for (const method of /** @type {const} */ (["warn", "warnOnce", "error"])) {
    logger[method] = (text) => void warnings.push(text);
  }
  const built = await vite.build({
    root,
    configFile: false,
    logLevel: "warn",
    customLogger: logger,
    // As the template of a React application has it; silences what "use client" means to a server.
    plugins: [react()],
    ...(app.html && { base: "/app/" }),
    build: {
      outDir: "vite",
      sourcemap: app.sourcemap ?? false,
      // Vite puts React (190 kB), the agent and the first load of a chat into one file. `npm run size` has its budget.
      chunkSizeWarningLimit: 860,
      rolldownOptions: {
        // Advice on slow plugins depends on the machine.
        checks: { pluginTimings: false },
        input: join(root, app.html ? "index.html" : MAIN),
        external: (id) => isExternal(app, id),
      },
    },
  });
  const [result] = [built].flat();
  if (!result || !("output" in result)) throw new Error("Vite built nothing.");
  const files = result.output.map((file) =>
    file.type === "chunk"
      ? { name: file.fileName, code: file.code, isEntry: file.isEntry, imports: file.imports }
      : { name: file.fileName, code: file.source, isEntry: false, imports: [] },
  );
  return { files, warnings };
}

/** @type {Bundler} */
async function buildWithEsbuild(app) {
  const root = writeSource(app);
  const outdir = join(root, "esbuild");
  const { metafile, outputFiles, warnings } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [MAIN],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    metafile: true,
    sourcemap: app.sourcemap ?? false,
    logLevel: "silent",
    define: { "process.env.NODE_ENV": '"production"' },
    external: (app.external ?? []).flatMap((name) => [name, `${name}/*`]),
    write: false,
  });
  const folder = "esbuild/";
  const files = Object.entries(metafile.outputs).map(([path, { entryPoint, imports }]) => ({
    name: path.slice(folder.length),
    code: outputFiles.find((file) => file.path === join(root, path))?.contents ?? "",
    isEntry: entryPoint === MAIN && path.endsWith(".js"),
    imports: imports
      .filter(({ kind, external }) => kind === "import-statement" && !external)
      .map((imported) => imported.path.slice(folder.length)),
  }));
  mkdirSync(outdir, { recursive: true });
  for (const { name, code } of files) writeFileSync(join(outdir, name), code);
  return { files, warnings: warnings.map(({ text }) => text) };
}

/** @type {Bundler} */
const buildWithWebpack = (app) => buildWith(webpack, "webpack", app);

/** @type {Bundler} */
const buildWithRspack = (app) =>
  // Rspack reads the options of webpack and reports the same fields.
  buildWith(/** @type {typeof webpack} */ (/** @type {unknown} */ (rspack)), "rspack", app);

/**
 * Builds an application with webpack, or with a bundler that has its options.
 *
 * @param {typeof webpack} bundle
 * @param {string} folder
 * @param {App} app
 * @param {webpack.Configuration} [options] Replace those of the same name.
 * @returns {Promise<Output>}
 */
export async function buildWith(bundle, folder, app, options = {}) {
  const root = writeSource(app);
  const compiler = bundle({
    context: root,
    mode: "production",
    entry: `./${MAIN}`,
    devtool: app.sourcemap ? "source-map" : false,
    output: { path: join(root, folder), module: true, chunkFormat: "module" },
    experiments: { outputModule: true, css: true },
    module: { rules: [{ test: /\.css$/, type: "css/auto" }] },
    externalsType: "module",
    externals: [
      ({ request = "" }, callback) =>
        isExternal(app, request) ? callback(undefined, request) : callback(),
    ],
    // Advice on the size of the application, which includes React, is not about the kit.
    performance: false,
    ...options,
  });
  const { entrypoints, warnings = [], errors = [] } = await compile(compiler);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  const initial = new Set(entrypoints?.main?.assets?.map(({ name }) => name));
  const files = readdirSync(join(root, folder)).map((name) => ({
    name,
    code: readFileSync(join(root, folder, name)),
    isEntry: initial.has(name),
    imports: [],
  }));
  return { files, warnings: warnings.map(({ message }) => message) };
}

/**
 * @param {webpack.Compiler | null} compiler
 * @returns {Promise<webpack.StatsCompilation>}
 */
function compile(compiler) {
  return new Promise((resolve, reject) => {
    compiler?.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats) reject(error);
        else
          resolve(
            stats.toJson({
              all: false,
              entrypoints: true,
              errors: true,
              warnings: true,
            }),
          );
      });
    });
  });
}

/** @param {App} app */
function writeSource({ project, name, source, html }) {
  const root = join(project, name);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, MAIN), source);
  if (html) writeFileSync(join(root, "index.html"), html);
  return root;
}

/**
 * @param {App} app
 * @param {string} id
 */
function isExternal({ external = [] }, id) {
  return external.some((name) => id === name || id.startsWith(`${name}/`));
}

/** The bundlers that the package is checked with, by name. */
export const bundlers = {
  vite: buildWithVite,
  esbuild: buildWithEsbuild,
  webpack: buildWithWebpack,
  rspack: buildWithRspack,
};

/**
 * Returns the scripts that load before the application starts: the entry and its static imports.
 *
 * @param {Output} output
 */
export function firstLoad({ files }) {
  const loaded = new Set(files.filter(({ isEntry }) => isEntry));
  for (const { imports } of loaded) {
    for (const file of files) if (imports.includes(file.name)) loaded.add(file);
  }
  return [...loaded];
}

/**
 * Returns the bytes that files take on the network, each compressed by itself.
 *
 * @param {readonly Pick<OutputFile, "code">[]} files
 */
export function gzipBytes(files) {
  return files.reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0);
}

/**
 * Returns the text of a file.
 *
 * @param {Pick<OutputFile, "code">} file
 */
export function toText({ code }) {
  return typeof code === "string" ? code : Buffer.from(code).toString();
}
