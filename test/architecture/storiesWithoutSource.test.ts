// @vitest-environment node
import { expect, test } from "vitest";
import { foldersWithoutStories, storiesWithoutSource } from "./storiesWithoutSource.ts";

const sources = [
  "src/components/queue/Queue.tsx",
  "src/components/composer/attachments/Attachments.tsx",
];

test.each([
  "stories/queue/Queue.stories.tsx",
  "stories/queue/Queue.dark.stories.tsx",
  "stories/composer/attachments/Attachments.audio.stories.tsx",
  "stories/designs/Terminal.stories.tsx",
])("storiesWithoutSource accepts %s", (path) => {
  expect(storiesWithoutSource([path], sources)).toEqual([]);
});

test.each([
  "stories/queue/Waiting.stories.tsx",
  "stories/composer/Attachments.stories.tsx",
  "stories/oldFolder/Queue.stories.tsx",
  "stories/Queue.stories.tsx",
])("storiesWithoutSource reports %s", (path) => {
  expect(storiesWithoutSource([path], sources)).toEqual([path]);
});

test("foldersWithoutStories names a folder once, and accepts stories in a folder below", () => {
  const stories = ["stories/composer/attachments/Attachments.stories.tsx"];
  const components = [...sources, "src/components/queue/QueueItem.tsx"];
  expect(foldersWithoutStories(stories, components)).toEqual(["queue"]);
});
