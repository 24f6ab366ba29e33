import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadList } from "../../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import {
  ThreadsProvider,
  type ThreadsProviderProps,
} from "../../../src/hooks/providers/ThreadsProvider.tsx";
import type { Agent } from "../../../src/protocol/agent.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { threadRecords } from "../../../src/store/persistence/threadRecords.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { endRun, startRun } from "../../hooks/toolChat.tsx";

const answering: Agent = {
  run: (input, options) => scriptedAgent(textRun("Answer")).run(input, options),
};

interface PageOptions extends ThreadsProviderProps {
  readonly texts?: readonly string[];
  readonly agent?: Agent;
  readonly storage?: ThreadStorage;
  readonly onSelect?: (threadId: string) => void;
}

/** Renders a list beside a chat, with a thread for each text; the last one is the latest. */
async function renderList(options: PageOptions = {}) {
  const { texts = [], agent = answering, storage = memoryStorage(), onSelect, ...props } = options;
  const client = createAgentClient({ agent, storage });
  for (const text of texts) {
    const thread = client.thread({ threadId: text });
    await thread.send(text);
    await expect.poll(() => thread.isStored()).toBe(true);
    await threadRecords(storage).change(text, { readAt: Date.now() });
    // Threads are ordered by time.
    const sent = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(sent);
  }
  const view = render(
    <StrictMode>
      <AgentProvider client={client}>
        <ThreadsProvider {...props}>
          <ThreadList onSelect={onSelect} />
          <Chat />
        </ThreadsProvider>
      </AgentProvider>
    </StrictMode>,
  );
  const nav = () => within(screen.getByRole("navigation", { name: "Conversations" }));
  await waitFor(() => expect(screen.getByRole("navigation")).toHaveAttribute("aria-busy", "false"));
  const rows = () =>
    nav()
      .queryAllByRole("listitem")
      .map((row) => row.textContent);
  const open = (title: string) => nav().getByRole("button", { name: title });
  const press = (name: string) => nav().getByRole("button", { name });
  return { ...view, client, nav, rows, open, press, user: userEvent.setup() };
}

const composer = () => screen.getByRole("textbox", { name: "Message" });
const transcript = () => screen.getByRole("log");

test("shows a notice when empty, and lists a conversation by its first message", async () => {
  const { nav, rows, user } = await renderList();
  expect(nav().getByText("No conversations yet")).toBeVisible();
  await user.type(composer(), "Hello{Enter}");
  await waitFor(() => expect(rows()).toEqual(["Hello"]));
  expect(nav().getByRole("button", { name: "Hello" })).toHaveAttribute("aria-current", "true");
  expect(nav().queryByText("No conversations yet")).not.toBeInTheDocument();
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
  await user.type(composer(), "Slow{Enter}");
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

test("the actions of a thread are a labelled group that its button opens and closes", async () => {
  const { nav, press, user } = await renderList({ texts: ["One"] });
  const group = () => nav().queryByRole("group", { name: "Actions for One" });
  expect(press("Actions for One")).toHaveAttribute("aria-expanded", "false");
  await user.click(press("Actions for One"));
  expect(press("Actions for One")).toHaveAttribute("aria-expanded", "true");
  expect(press("Actions for One")).toHaveAttribute("aria-controls", group()?.id);
  await user.click(press("Actions for One"));
  expect(press("Actions for One")).toHaveAttribute("aria-expanded", "false");
  expect(group()).not.toBeInTheDocument();
});

describe("a title", () => {
  test("is edited in place: F2 starts, Enter saves, and the focus returns", async () => {
    const { nav, open, user } = await renderList({ texts: ["One"] });
    open("One").focus();
    await user.keyboard("{F2}");
    const field = nav().getByRole("textbox", { name: "Title" });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, "Better");
    // Safari ends the composition before the Enter that accepts its text.
    fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
    expect(field).toBeInTheDocument();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(open("Better")).toHaveFocus());
    expect(nav().getByText("Renamed to Better")).toBeInTheDocument();
  });

  test("is edited without showing its thread", async () => {
    const chosen: string[] = [];
    const { nav, open, press, user } = await renderList({
      texts: ["One", "Two"],
      onSelect: (id) => chosen.push(id),
    });
    await user.click(open("Two"));
    await user.click(press("Actions for One"));
    await user.click(press("Rename"));
    await user.type(nav().getByRole("textbox", { name: "Title" }), "{Enter}");
    expect(open("One")).toHaveFocus();
    await user.click(press("Actions for One"));
    await user.click(press("Rename"));
    await user.type(nav().getByRole("textbox", { name: "Title" }), " more{Enter}");
    await waitFor(() => expect(open("One more")).toHaveFocus());
    expect(chosen).toEqual(["Two"]);
    expect(open("Two")).toHaveAttribute("aria-current", "true");
  });

  test("is unchanged after Escape", async () => {
    const { nav, open, press, user } = await renderList({ texts: ["One"] });
    await user.click(press("Actions for One"));
    await user.click(press("Rename"));
    await user.type(nav().getByRole("textbox", { name: "Title" }), " more{Escape}");
    expect(open("One")).toHaveFocus();
  });
});

describe("deleting", () => {
  test("asks for confirmation, and Escape or Keep cancels it", async () => {
    const { nav, open, press, rows, user } = await renderList({ texts: ["One"] });
    open("One").focus();
    await user.keyboard("{Delete}");
    expect(nav().getByRole("group", { name: "Delete “One” permanently?" })).toBeVisible();
    expect(press("Cancel")).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(open("One")).toHaveFocus();
    await user.keyboard("{Delete}{Enter}");
    expect(open("One")).toHaveFocus();
    expect(rows()).toEqual(["One"]);
  });

  test("removes the thread from list and storage, and moves the focus to a neighbor", async () => {
    const storage = memoryStorage();
    const { nav, open, press, rows, user } = await renderList({
      texts: ["One", "Two", "Three"],
      storage,
    });
    await user.click(open("Two"));
    await user.keyboard("{Delete}");
    await user.click(press("Delete"));
    await waitFor(() => expect(rows()).toEqual(["Three", "One"]));
    expect(open("One")).toHaveFocus();
    await waitFor(() => expect(nav().getByText("Two deleted")).toBeInTheDocument());
    expect(within(transcript()).queryByText("Two")).not.toBeInTheDocument();
    await expect.poll(() => storage.load("Two")).toBe(undefined);
    for (const title of ["One", "Three"]) {
      open(title).focus();
      await user.keyboard("{Delete}");
      await user.click(press("Delete"));
    }
    await waitFor(() => expect(press("New conversation")).toHaveFocus());
  });

  test("is not confirmed by the second click of a double click", async () => {
    const { nav, press, rows, user } = await renderList({ texts: ["One"] });
    await user.click(press("Actions for One"));
    await user.click(press("Delete"));
    fireEvent.click(press("Delete"), { detail: 2 });
    expect(nav().getByRole("group", { name: "Delete “One” permanently?" })).toBeVisible();
    expect(rows()).toHaveLength(1);
    fireEvent.click(press("Delete"), { detail: 1 });
    await waitFor(() => expect(rows()).toEqual([]));
  });

  test("shows an error when it fails", async () => {
    const storage = memoryStorage();
    const { nav, open, press, user } = await renderList({
      texts: ["One"],
      storage: { ...storage, delete: () => Promise.reject(new Error("blocked")) },
    });
    open("One").focus();
    await user.keyboard("{Delete}");
    await user.click(press("Delete"));
    expect(await nav().findByRole("alert")).toHaveTextContent("Couldn’t save the change");
  });
});

test("archived threads are listed separately and can be restored", async () => {
  const { nav, press, rows, user } = await renderList({ texts: ["One", "Two"] });
  await user.click(press("Actions for Two"));
  await user.click(press("Archive"));
  const summary = await nav().findByText("Archived (1)");
  expect(nav().getByText("Two archived")).toBeInTheDocument();
  await user.click(summary);
  expect(rows()).toEqual(["One", "Two"]);
  await user.click(press("Actions for Two"));
  await user.click(press("Unarchive"));
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
  await user.type(composer(), "A draft");
  await user.click(press("New conversation"));
  await waitFor(() => expect(composer()).toHaveValue(""));
  await waitFor(() => expect(client.threads()).not.toContain(thread), { timeout: 4_000 });
  const before = thread.getSnapshot();
  await user.click(open("One"));
  await waitFor(() => expect(within(transcript()).getByText("Answer")).toBeVisible());
  expect(composer()).toHaveValue("A draft");
  const again = client.thread({ threadId: "One" });
  expect(again).not.toBe(thread);
  expect(again.getSnapshot()).toEqual(before);
  expect(Object.values(again.getSnapshot().branches)).toEqual([{ count: 2, index: 1 }]);
});
