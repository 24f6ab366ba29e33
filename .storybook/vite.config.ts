import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

export default defineConfig({
  plugins: [react()],
  // Browsers that know `light-dark()`: some stories are dark on a light page. Storybook heeds no `cssTarget`.
  build: { target: ["chrome123", "firefox120", "safari17.5"] },
  resolve: {
    // The demo's scenes name the kit as an application would, and are stories as well.
    alias: [
      { find: /^agui-kit$/, replacement: fromRoot("src/index.ts") },
      { find: /^agui-kit\/dialects$/, replacement: fromRoot("src/dialects.ts") },
    ],
  },
});
