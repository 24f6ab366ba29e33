import { composeStories, setProjectAnnotations } from "@storybook/react-vite";
import { afterEach, expect, test } from "vitest";
import preview from "../../.storybook/preview.tsx";
import * as mediaStories from "../../stories/message/MediaPart.stories.tsx";
import * as messageStories from "../../stories/message/MessageItem.stories.tsx";
import * as subagentStories from "../../stories/subagent/Subagent.stories.tsx";

/** Copy of the canvas as an accessibility check sees it, after the story's own play function. */
let seen: HTMLElement | undefined;
let canvas: HTMLElement | undefined;
setProjectAnnotations([
  {
    afterEach: ({ canvasElement }) => {
      canvas = canvasElement;
      seen = canvasElement.cloneNode(true) as HTMLElement;
    },
  },
  preview,
]);

// A story stays in the page until the next one is rendered.
afterEach(() => canvas?.remove());

const { Image } = composeStories(mediaStories);
const { ActivityMessage, System, Tool, UserWithMedia } = composeStories(messageStories);
const { Running } = composeStories(subagentStories);

test.each([
  [".agk-section", Tool],
  [".agk-system-message", System],
  ["img[alt='sea.png']", UserWithMedia],
  ["progress", ActivityMessage],
  ["img", Image],
  [".agk-subagent", Running],
] as const)(
  "a story without steps renders %s before the accessibility check, although its code loads lazily",
  async (part, story) => {
    await story.run();
    expect(seen?.querySelector(part)).not.toBeNull();
  },
);
