import "../src/styles/index.css";
import type { Decorator, Preview } from "@storybook/react-vite";
import { configure } from "storybook/test";
import { allThere } from "./allThere.ts";

// A busy machine takes its time to load what a story waits for.
configure({ asyncUtilTimeout: 8_000 });

/**
 * Puts what the toolbar, or a story's `globals`, says on the page itself, as an application would:
 * `{ globals: { theme: "dark" } }` and `{ globals: { direction: "rtl" } }` make a story of that state.
 */
const asThePage: Decorator = (Story, { globals }) => {
  const page = document.documentElement;
  page.dataset.theme = globals.theme;
  page.style.colorScheme = globals.theme;
  page.dir = globals.direction;
  // The parts take the font of the page.
  page.style.fontFamily = "system-ui, sans-serif";
  return <Story />;
};

const preview: Preview = {
  decorators: [asThePage],
  // The accessibility check comes after this, and looks at the whole story.
  afterEach: allThere,
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
    // A violation fails the story's test, instead of being a note in a panel.
    a11y: { test: "error" },
  },
};

export default preview;
