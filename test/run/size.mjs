// @ts-check
import { fileURLToPath } from "node:url";

/**
 * Size budgets: minified and gzipped with every dependency inside and only the peers (React and
 * `@ag-ui/proto`) left out, which size-limit does by itself.
 */

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/**
 * What is loaded lazily is not part of the first load, so a dynamic import stays outside.
 *
 * @type {import("esbuild").Plugin}
 */
const leaveOutLazyChunks = {
  name: "leave-out-lazy-chunks",
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

/** @param {import("esbuild").BuildOptions} config */
const modifyEsbuildConfig = (config) => ({
  ...config,
  format: "esm",
  // That what a module is imported for alone may be left out is known, and is meant.
  logOverride: { "ignored-bare-import": "silent" },
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [leaveOutLazyChunks],
});

const script = { gzip: true, modifyEsbuildConfig };

export default [
  {
    ...script,
    name: "a thread over HTTP, headless",
    path: `${dist}core.js`,
    import: "{ createThread, httpAgent }",
    limit: "16 kB",
  },
  {
    ...script,
    name: "a whole chat",
    path: `${dist}index.js`,
    import: "{ AgentProvider, Chat }",
    limit: "58 kB",
  },
  {
    ...script,
    name: "a popup, before it is opened",
    path: `${dist}index.js`,
    import: "{ AgentProvider, ChatPopup }",
    limit: "24 kB",
  },
  // An application has one of them at a time.
  ...["de", "ja", "ar"].map((code) => ({
    ...script,
    name: `all words in another language, ${code}`,
    path: `${dist}strings/${code}.js`,
    limit: "7.5 kB",
  })),
  {
    name: "styles",
    path: `${dist}styles.css`,
    disablePlugins: ["@size-limit/esbuild"],
    gzip: true,
    limit: "8 kB",
  },
];
