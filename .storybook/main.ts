import type { StorybookConfig } from "@storybook/react-vite";

const config: StorybookConfig = {
  framework: {
    name: "@storybook/react-vite",
    // The root configuration builds the library and does not apply to stories.
    options: { builder: { viteConfigPath: ".storybook/vite.config.ts" } },
  },
  stories: ["../stories/**/*.mdx", "../stories/**/*.stories.tsx"],
  addons: ["@storybook/addon-docs", "@storybook/addon-a11y", "@storybook/addon-vitest"],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  docs: { defaultName: "Overview" },
  // A reader of the book has no use for the steps that set up Storybook.
  features: { sidebarOnboardingChecklist: false },
  // The plugin `componentDocs` reads the TSDoc instead, with defaults, examples and selectors.
  typescript: { reactDocgen: false },
};

export default config;
