import "../src/styles/index.css";
import type { Preview } from "@storybook/react-vite";
import { configure } from "storybook/test";
import { argTypesFromDocs } from "./argTypesFromDocs.ts";
import { asThePage } from "./asThePage.tsx";
import { checkDescriptions } from "./checkDescriptions.ts";
import { LazyContainer, LazyPage } from "./pages/lazyPages.tsx";
import { remountOnDefaults } from "./remountOnDefaults.tsx";
import { globalTypes, viewports } from "./toolbars.ts";
import { waitUntilSettled } from "./waitUntilSettled.ts";

// A busy machine loads lazy content slowly.
configure({ asyncUtilTimeout: 20_000 });

const preview: Preview = {
  tags: ["autodocs"],
  decorators: [remountOnDefaults, asThePage],
  // The accessibility check runs after this hook and checks the settled story.
  afterEach: async () => {
    await waitUntilSettled();
    checkDescriptions();
  },
  initialGlobals: { theme: "light", density: "automatic", direction: "automatic", language: "en" },
  globalTypes,
  argTypesEnhancers: [argTypesFromDocs],
  parameters: {
    // An accessibility violation fails the story's test.
    a11y: { test: "error" },
    docs: { container: LazyContainer, page: LazyPage },
    // Controls show descriptions and defaults.
    controls: { expanded: true },
    viewport: { options: viewports },
    options: {
      // Storybook reads this list without running the module, so it is a literal.
      storySort: {
        order: [
          "Start",
          ["Introduction", "Playground"],
          "Chat",
          [
            "Chat",
            "Popup",
            "Sidebar",
            "Welcome",
            "Suggestions",
            "Search",
            "Run status",
            "Run ended",
            "Errors",
            "Chat not loaded",
            "Announcements",
          ],
          "Messages",
          [
            "Message list",
            "Message",
            "Turn",
            "Markdown",
            "Code blocks",
            "Custom Markdown",
            "Media",
            "Sources",
            "Reasoning",
            "Message actions",
            "Branches",
          ],
          "Tools",
          [
            "Tool call",
            "Tool group",
            "Custom card",
            "Frontend tools",
            "Human tools",
            "Component tools",
            "Generated forms",
            "A2UI surfaces",
            "Sub-agent",
            "Sub-agent picker",
          ],
          "Approvals",
          ["Approval", "Question", "Other questions", "Form", "Form errors"],
          "Composer",
          [
            "Composer",
            "Attachments",
            "Uploads",
            "Commands",
            "Mentions",
            "Queue",
            "Audio recording",
            "Dictation",
          ],
          "Threads",
          ["Thread list", "Thread actions"],
          "Theming",
          ["Tokens", "Type", "Icons", "States", "Themes", "Designs", "Full designs", "Languages"],
          "Recipes",
          [
            "Tools",
            "Approvals",
            "Shared state",
            "Rich input",
            "Custom Markdown",
            "Custom design",
            "Languages",
            "Threads and storage",
            "Agents and servers",
            "Reconnecting",
            "Error handling",
            "Testing",
            "Examples",
          ],
        ],
      },
    },
  },
};

export default preview;
