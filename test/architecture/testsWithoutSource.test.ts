// @vitest-environment node
import { expect, test } from "vitest";
import { testsWithoutSource } from "./testsWithoutSource.ts";

const sources = [
  "src/store.ts",
  "src/store/queue.ts",
  "src/store/run/start.tsx",
  "demo/app/App.tsx",
];

test.each([
  "test/store/queue.test.ts",
  "test/store/queue.order.dom.test.ts",
  "test/store/run/start.browser.test.tsx",
  "test/store/queue/order.test.ts",
  "test/demo/app/App.test.tsx",
])("testsWithoutSource accepts %s", (path) => {
  expect(testsWithoutSource([path], sources)).toEqual([]);
});

test.each([
  "test/store/oldName.test.ts",
  "test/store/start.test.ts",
  "test/store/run/queue.test.ts",
  "test/store/run/oldFolder/start.test.ts",
  "test/oldLayer/queue.test.ts",
  "test/demo/App.test.tsx",
  "test/app/App.test.tsx",
])("testsWithoutSource reports %s", (path) => {
  expect(testsWithoutSource([path], sources)).toEqual([path]);
});
