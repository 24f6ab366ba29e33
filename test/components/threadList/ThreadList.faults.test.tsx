import type { ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ChatSettingsProps } from "../../../src/components/settings/settings.tsx";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";
import { messageField } from "../chatElements.ts";
import { renderList } from "./renderThreadList.tsx";

/** Creates a storage of an application, whose records are JSON of its server. */
function storageOf(...records: readonly object[]): ThreadStorage {
  return { ...memoryStorage(), list: async () => JSON.parse(JSON.stringify(records)) };
}

const time = Date.UTC(2020, 2, 5, 12);

test.each([
  ["a title that is null", { title: null, createdAt: time, updatedAt: time }, "Untitled"],
  ["a title that is a number", { title: 5, createdAt: time, updatedAt: time }, "Untitled"],
  ["times as text", { title: "Old", createdAt: "2020-03-05", updatedAt: "2020-03-05" }, "Old"],
  ["no time", { title: "Old" }, "Old"],
  ["times that no date has", { title: "Old", createdAt: 1e300, updatedAt: 1e300 }, "Old"],
])("lists a stored thread with %s", async (_, record, name) => {
  const { open } = await renderList({ storage: storageOf({ threadId: "a", ...record }) });
  expect(open(name)).toBeVisible();
  expect(messageField()).toBeEnabled();
});

test("lists the other threads beside a stored value that is no record", async () => {
  const valid = { threadId: "a", title: "Old", createdAt: time, updatedAt: "2020-03-05T12:00:00Z" };
  const { rows, nav } = await renderList({ storage: storageOf([], { title: "No id" }, valid) });
  expect(rows()).toEqual(["Old"]);
  expect(nav().getByText("March 2020")).toBeVisible();
});

function Broken(): ReactNode {
  throw new Error("broken content");
}

test.each<[string, ChatSettingsProps]>([
  ["icons that throw", { icons: { newChat: Broken, archive: Broken, more: Broken } }],
  ["a language that no browser knows", { strings: { threads: { language: "en_US" } } }],
])("a list with %s shows its threads", async (_, settings) => {
  expectErrors();
  const { open, user } = await renderList({ texts: ["One"], settings });
  await user.click(open("One"));
  expect(open("One")).toHaveAttribute("aria-current", "true");
});

test("a list that cannot be rendered shows a notice, and is rendered again when its threads change", async () => {
  const errors = expectErrors();
  const { user, nav } = await renderList({
    settings: { strings: { threads: { language: "fr" } } },
  });
  const format = vi.spyOn(Intl, "RelativeTimeFormat").mockImplementation(function fail() {
    throw new RangeError("no data for this language");
  });
  onTestFinished(() => format.mockRestore());
  await user.type(messageField(), "Hello{Enter}");
  expect(await nav().findByText("Couldn’t display this properly.")).toBeVisible();
  expect(errors).toHaveBeenCalled();
  expect(messageField()).toBeEnabled();
  format.mockRestore();
  await user.type(messageField(), "Again{Enter}");
  expect(await nav().findByRole("button", { name: "Hello" })).toBeVisible();
});
