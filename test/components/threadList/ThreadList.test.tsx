import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { endRun, startRun } from "../../hooks/toolChat.tsx";
import { messageField } from "../chatElements.ts";
import { renderList, transcript } from "./renderThreadList.tsx";

test("shows a notice when empty, and lists a conversation by its first message", async () => {
  const { nav, rows, user } = await renderList();
  expect(nav().getByText("No conversations yet")).toBeVisible();
  await user.type(messageField(), "Hello{Enter}");
  await waitFor(() => expect(rows()).toEqual(["Hello"]));
  expect(nav().getByRole("button", { name: "Hello" })).toHaveAttribute("aria-current", "true");
  expect(nav().queryByText("No conversations yet")).not.toBeInTheDocument();
});

test("shows the characters of a title that hide or reorder its text, also before it is deleted", async () => {
  const { open, nav, user } = await renderList({ texts: ["Pay\u202e 05 to Bob"] });
  const button = open("PayU+202E 05 to Bob");
  expect(button.querySelector(".agk-revealed")).toHaveTextContent("U+202E");
  expect(nav().getByRole("button", { name: /Pay\[U\+202E\] 05 to Bob/ })).toBeVisible();
  button.focus();
  await user.keyboard("{Delete}");
  expect(nav().getByText(/Delete “Pay\[U\+202E\] 05 to Bob” permanently/)).toBeVisible();
});

test("shows the selected thread and reports the selection", async () => {
  const chosen: string[] = [];
  const { open, press, user } = await renderList({
    texts: ["One", "Two"],
    onSelect: (id) => chosen.push(id),
  });
  await user.click(open("One"));
  await waitFor(() => expect(within(transcript()).getByText("One")).toBeVisible());
  expect(open("One")).toHaveAttribute("aria-current", "true");
  await user.click(press("New conversation"));
  await waitFor(() => expect(within(transcript()).queryByText("One")).not.toBeInTheDocument());
  expect(open("One")).not.toHaveAttribute("aria-current");
  expect(chosen).toEqual(["One", expect.any(String)]);
});

test("marks running and unread threads with labels", async () => {
  const agent = manualAgent();
  const { press, rows, user, open } = await renderList({ agent });
  await user.type(messageField(), "Slow{Enter}");
  await startRun(agent);
  await waitFor(() => expect(rows()).toEqual(["Slow Working…"]));
  await user.click(press("New conversation"));
  await endRun(agent);
  await waitFor(() => expect(rows()).toEqual(["Slow New"]));
  await user.click(open("Slow New"));
  await waitFor(() => expect(rows()).toEqual(["Slow"]));
});

test("the list is one tab stop, and arrow keys move the focus", async () => {
  const { open, press, user } = await renderList({ texts: ["One", "Two", "Three"] });
  press("New conversation").focus();
  await user.tab();
  expect(open("Three")).toHaveFocus();
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(open("One")).toHaveFocus();
  await user.keyboard("{ArrowUp}");
  expect(open("Two")).toHaveFocus();
  await user.keyboard("{Home}");
  expect(open("Three")).toHaveFocus();
  await user.keyboard("{End}");
  await user.tab();
  expect(press("Actions for One")).toHaveFocus();
  await user.tab();
  expect(screen.getByRole("navigation")).not.toContainElement(
    document.activeElement as HTMLElement,
  );
});

test("archived threads are listed separately and can be restored", async () => {
  const { nav, press, item, rows, user } = await renderList({ texts: ["One", "Two"] });
  await user.click(press("Actions for Two"));
  await user.click(item("Archive"));
  const summary = await nav().findByText("Archived (1)");
  expect(nav().getByText("Two archived")).toBeInTheDocument();
  await user.click(summary);
  expect(rows()).toEqual(["One", "Two"]);
  await user.click(press("Actions for Two"));
  await user.click(item("Unarchive"));
  await waitFor(() => expect(nav().queryByText(/^Archived \(/)).not.toBeInTheDocument());
});

test("many threads can be searched", async () => {
  const texts = Array.from({ length: 9 }, (_, at) => `Plan ${at}`);
  const { nav, rows, user } = await renderList({ texts });
  const field = nav().getByRole("searchbox", { name: "Search conversations" });
  await user.type(field, "plan 7");
  expect(rows()).toEqual(["Plan 7"]);
  expect(nav().getByText("1 conversation found")).toBeInTheDocument();
  await user.type(field, "x");
  expect(nav().getByText("No results")).toBeVisible();
});

test("a storage that cannot be read shows an error with a retry button", async () => {
  const storage = memoryStorage();
  let isBroken = true;
  const { nav, press, user } = await renderList({
    storage: {
      ...storage,
      list: () => (isBroken ? Promise.reject(new Error("blocked")) : storage.list()),
    },
  });
  expect(await nav().findByRole("alert")).toHaveTextContent("Couldn’t load your conversations");
  isBroken = false;
  await user.click(press("Try again"));
  await waitFor(() => expect(nav().queryByRole("alert")).not.toBeInTheDocument());
});

test("an evicted thread is restored with its branches and drafts", async () => {
  const { client, open, press, user } = await renderList({ texts: ["One"], maxLoaded: 0 });
  await user.click(open("One"));
  await waitFor(() => expect(within(transcript()).getByText("Answer")).toBeVisible());
  const thread = client.thread({ threadId: "One" });
  await act(async () => void (await thread.regenerate()));
  await user.type(messageField(), "A draft");
  await user.click(press("New conversation"));
  await waitFor(() => expect(messageField()).toHaveValue(""));
  await waitFor(() => expect(client.threads()).not.toContain(thread));
  const before = thread.getSnapshot();
  await user.click(open("One"));
  await waitFor(() => expect(within(transcript()).getByText("Answer")).toBeVisible());
  expect(messageField()).toHaveValue("A draft");
  const again = client.thread({ threadId: "One" });
  expect(again).not.toBe(thread);
  expect(again.getSnapshot()).toEqual(before);
  expect(Object.values(again.getSnapshot().branches)).toEqual([{ count: 2, index: 1 }]);
});
