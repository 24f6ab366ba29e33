import type { StorybookConfig } from "@storybook/react-vite";
import { unloaded } from "./unloaded.ts";

const config: StorybookConfig = {
  framework: {
    name: "@storybook/react-vite",
    // The configuration at the root builds the library; a story needs nothing of it.
    options: { builder: { viteConfigPath: ".storybook/vite.config.ts" } },
  },
  stories: ["../stories/**/*.stories.tsx"],
  addons: ["@storybook/addon-a11y", "@storybook/addon-vitest"],
  // Not in the configuration above, which tests of stories do not read.
  viteFinal: (config) => ({ ...config, plugins: [...(config.plugins ?? []), unloaded()] }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};

export default config;
