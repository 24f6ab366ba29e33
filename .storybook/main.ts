import type { StorybookConfig } from "@storybook/react-vite";
import { failingImports } from "./failingImports.ts";

const config: StorybookConfig = {
  framework: {
    name: "@storybook/react-vite",
    // The root configuration builds the library and does not apply to stories.
    options: { builder: { viteConfigPath: ".storybook/vite.config.ts" } },
  },
  stories: ["../stories/**/*.stories.tsx"],
  addons: ["@storybook/addon-a11y", "@storybook/addon-vitest"],
  // This plugin is not in the Vite configuration because story tests do not read that file.
  viteFinal: (config) => ({ ...config, plugins: [...(config.plugins ?? []), failingImports()] }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};

export default config;
