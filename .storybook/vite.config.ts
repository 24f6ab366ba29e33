import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { componentDocsPlugin } from "./componentDocs/componentDocsPlugin.ts";

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

export default defineConfig({
  plugins: [react(), componentDocsPlugin(fromRoot("."))],
  resolve: {
    // The demo's examples import the package by name and are also stories.
    alias: [
      { find: /^agui-kit$/, replacement: fromRoot("src/index.ts") },
      { find: /^agui-kit\/dialects$/, replacement: fromRoot("src/dialects.ts") },
    ],
  },
});
