// @ts-check
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const fromHere = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** Folder of the built pages. */
export const pagesFolder = fromHere("dist/");

/** Aliases to the kit as it is published, and to one React that all subjects share. */
const alias = [
  { find: /^agui-kit$/, replacement: fromHere("../../../dist/index.js") },
  { find: /^agui-kit\/styles\.css$/, replacement: fromHere("../../../dist/styles.css") },
  { find: /^(react|react-dom)(?=\/|$)/, replacement: `${fromHere("../../../node_modules/")}$1` },
];

/**
 * Returns the Vite configuration of a page, a production build as an application has it.
 *
 * @param {string} subject
 * @returns {import("vite").InlineConfig}
 */
const configOf = (subject) => ({
  configFile: false,
  root: fromHere("pages"),
  base: `/${subject}/`,
  logLevel: "error",
  define: { "process.env.NODE_ENV": '"production"' },
  resolve: { alias },
});

/** @param {string} subject */
const entryOf = (subject) => fromHere(`pages/${subject}.jsx`);

/**
 * Builds the page of a subject.
 *
 * @param {string} subject
 */
export async function buildPage(subject) {
  await build({
    ...configOf(subject),
    build: {
      target: "esnext",
      outDir: `${pagesFolder}${subject}`,
      emptyOutDir: true,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: entryOf(subject),
        output: {
          entryFileNames: "app.js",
          chunkFileNames: "[name]-[hash].js",
          assetFileNames: ({ names: [name = ""] }) =>
            name.endsWith(".css") ? "app.css" : "[name]-[hash][extname]",
        },
      },
    },
  });
}

/**
 * Measures the initial script of a subject, minified and gzipped, without lazy chunks and without
 * React.
 *
 * @param {string} subject
 * @returns {Promise<number>} kB of 1,000 bytes.
 */
export async function weigh(subject) {
  const made = await build({
    ...configOf(subject),
    build: {
      target: "esnext",
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entryOf(subject), external: /^(react|react-dom)(\/|$)/ },
    },
    resolve: { alias: alias.slice(0, 2) },
  });
  const [bundle] = [made].flat();
  if (!bundle || !("output" in bundle)) throw new Error(`${subject} could not be built.`);
  const chunks = new Map(
    bundle.output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])),
  );
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  const initial = new Set(entry ? [entry.fileName] : []);
  for (const name of initial) for (const next of chunks.get(name)?.imports ?? []) initial.add(next);
  const sizes = [...initial].map((name) => gzipSync(chunks.get(name)?.code ?? "").length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
