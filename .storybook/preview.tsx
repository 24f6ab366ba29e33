import "../src/styles/index.css";
import type { Decorator, Preview } from "@storybook/react-vite";
import { configure } from "storybook/test";
import { waitUntilSettled } from "./waitUntilSettled.ts";

// A busy machine loads lazy content slowly.
configure({ asyncUtilTimeout: 20_000 });

/**
 * Applies the toolbar's or the story's `globals` to the page, as an application would: `{ globals: { theme:
 * "dark" } }` and `{ globals: { direction: "rtl" } }`.
 */
const asThePage: Decorator = (Story, { globals }) => {
  const page = document.documentElement;
  page.dataset.theme = globals.theme;
  page.style.colorScheme = "var(--agk-scheme)";
  page.dir = globals.direction;
  // The components inherit the font of the page.
  page.style.fontFamily = "system-ui, sans-serif";
  return <Story />;
};

const preview: Preview = {
  decorators: [asThePage],
  // The accessibility check runs after this hook and checks the settled story.
  afterEach: waitUntilSettled,
  initialGlobals: { theme: "light", direction: "ltr" },
  globalTypes: {
    theme: {
      description: "Colour scheme",
      toolbar: {
        icon: "mirror",
        dynamicTitle: true,
        items: [
          { value: "light", title: "Light", icon: "sun" },
          { value: "dark", title: "Dark", icon: "moon" },
        ],
      },
    },
    direction: {
      description: "Writing direction",
      toolbar: {
        icon: "transfer",
        dynamicTitle: true,
        items: [
          { value: "ltr", title: "Left to right" },
          { value: "rtl", title: "Right to left" },
        ],
      },
    },
  },
  parameters: {
    // An accessibility violation fails the story's test.
    a11y: { test: "error" },
  },
};

export default preview;
