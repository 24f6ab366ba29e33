import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { formatDateGroup } from "../../../src/components/threadList/groupByDate.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { renderList } from "./renderThreadList.tsx";

const now = new Date();

/** Returns noon of a day before today. */
const daysAgo = (days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12).getTime();

function storageOf(times: Readonly<Record<string, number>>) {
  const storage = memoryStorage();
  for (const [title, updatedAt] of Object.entries(times)) {
    const record = { version: 1, threadId: title, title, createdAt: updatedAt, updatedAt } as const;
    void storage.saveRecord({ ...record, readAt: updatedAt });
  }
  return storage;
}

test("threads are listed under today, yesterday and their month", async () => {
  const monthsAgo = new Date(now.getFullYear() - 2, 2, 5, 12).getTime();
  const { nav, user, open } = await renderList({
    storage: storageOf({
      Now: Date.now(),
      Ahead: Date.now() + 60_000,
      Before: daysAgo(1),
      Spring: monthsAgo,
      "Late spring": monthsAgo + 86_400_000,
    }),
  });
  await nav().findByRole("button", { name: "Now" });
  const groups = () =>
    nav()
      .getAllByRole("list")
      .map((list) => [
        document.getElementById(list.getAttribute("aria-labelledby") ?? "")?.textContent,
        ...within(list)
          .getAllByRole("listitem")
          .map((row) => row.textContent),
      ]);
  expect(groups()).toEqual([
    ["Today", "Ahead", "Now"],
    ["Yesterday", "Before"],
    [`March ${now.getFullYear() - 2}`, "Late spring", "Spring"],
  ]);
  // Arrow keys move over the headings.
  open("Now").focus();
  await user.keyboard("{ArrowDown}");
  expect(open("Before")).toHaveFocus();
});

test("the headings of dates follow the language", () => {
  const [today, yesterday] = [daysAgo(0), daysAgo(1)];
  expect(["de", "ja", "ar"].map((language) => formatDateGroup(language, today))).toEqual([
    "Heute",
    "今日",
    "اليوم",
  ]);
  expect(formatDateGroup("de", yesterday)).toBe("Gestern");
  expect(formatDateGroup("de", new Date(2020, 2, 5).getTime())).toBe("März 2020");
});

test("a collapsible list hides everything but its two buttons", async () => {
  const { nav, press, user } = await renderList({ texts: ["One"], collapsible: true });
  expect(press("Conversations")).toHaveAttribute("aria-expanded", "true");
  await user.click(press("Conversations"));
  expect(press("Conversations")).toHaveAttribute("aria-expanded", "false");
  expect(press("Conversations").closest("nav")).toHaveAttribute("data-collapsed");
  expect(press("New conversation")).toBeVisible();
  await user.click(press("Conversations"));
  expect(press("Conversations").closest("nav")).not.toHaveAttribute("data-collapsed");
  expect(nav().getByText("One")).toBeVisible();
});

test("a list has no button that collapses it unless asked", async () => {
  const { nav } = await renderList();
  expect(nav().queryByRole("button", { name: "Conversations" })).not.toBeInTheDocument();
});
