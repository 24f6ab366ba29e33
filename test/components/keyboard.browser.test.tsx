import "../../src/styles/index.css";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import readme from "../../README.md?raw";
import { Chat } from "../../src/components/Chat.tsx";
import { ChatPopup } from "../../src/components/ChatPopup.tsx";
import { ThreadList } from "../../src/components/ThreadList.tsx";
import { AgentProvider } from "../../src/hooks/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/ThreadProvider.tsx";
import { ThreadsProvider } from "../../src/hooks/ThreadsProvider.tsx";
import type { Message } from "../../src/protocol/events.ts";
import { createAgentClient } from "../../src/store/createAgentClient.ts";
import { createThread } from "../../src/store/createThread.ts";
import type { Script } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/steps.ts";
import { andThenNothing } from "../../stories/conversation.tsx";
import { manyTurns, trip } from "../../stories/fixtures.ts";

const keys = (input: string) => userEvent.keyboard(input);
const composer = () => screen.getByRole("textbox", { name: "Message" });
const focusOn = async (name: string) => (await screen.findByRole("button", { name })).focus();
const log = () => screen.getByRole("log");

function renderChat(messages: readonly Message[], ...scripts: readonly Script[]) {
  const thread = createThread({ agent: scriptedAgent(...scripts), initialMessages: messages });
  render(
    <div style={{ inlineSize: 420, blockSize: 480 }}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </div>,
  );
  return thread;
}

/** A composer in which the menu of mentions is open. */
async function renderMenu(script: Script = []) {
  const thread = createThread({ agent: scriptedAgent(script) });
  const items = ["Ana", "Ben"].map((label) => ({ id: label, label }));
  render(
    <ThreadProvider thread={thread}>
      <Chat completions={[{ trigger: "@", label: "People", items }]} />
    </ThreadProvider>,
  );
  await userEvent.type(composer(), "@");
  await screen.findByRole("listbox");
  return thread;
}

async function renderRunning() {
  const thread = renderChat([], andThenNothing(), textRun("Two"));
  void thread.send("One");
  await screen.findByRole("button", { name: "Stop" });
  return thread;
}

/** A list of three conversations, the last of which is on top. */
async function renderThreads() {
  const client = createAgentClient({ agent: scriptedAgent([]) });
  for (const threadId of ["One", "Two", "Three"]) {
    const initialMessages = [{ id: threadId, role: "user", content: threadId } as const];
    client.thread({ threadId, initialMessages });
  }
  render(
    <AgentProvider client={client}>
      <ThreadsProvider>
        <ThreadList />
        <button type="button">After it</button>
      </ThreadsProvider>
    </AgentProvider>,
  );
  await waitFor(() => expect(openers()).toHaveLength(3));
  openers()[0]?.focus();
}

const openers = () => [...document.querySelectorAll<HTMLElement>(".agk-thread-open")];
const versions: readonly Message[] = [
  { id: "u", role: "user", content: "Where to?" },
  { id: "a", role: "assistant", content: "To Lisbon." },
];
const wide = "x".repeat(200);
const approval = {
  id: "i",
  reason: "tool_call",
  message: "Delete it?",
  responseSchema: {
    type: "object",
    properties: { approved: { type: "boolean" }, reason: { type: "string" } },
    required: ["approved"],
  },
};

/** What the README says that a key does, shown by pressing it. */
const proofs: Readonly<Record<string, () => Promise<void>>> = {
  async "anywhere in a chat: Escape"() {
    const thread = await renderRunning();
    log().focus();
    await keys("{Escape}");
    await waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("cancelled"));
  },
  async "composer: Enter"() {
    const thread = renderChat([], andThenNothing());
    await userEvent.type(composer(), "Now{Enter}");
    await within(log()).findByText("Now");
    await userEvent.type(composer(), "Later{Enter}");
    expect((await screen.findByRole("toolbar")).closest("li")).toHaveTextContent("Later");
    expect(composer()).toHaveValue("");
    expect(thread.getSnapshot().messages).toHaveLength(1);
  },
  async "composer: Shift+Enter"() {
    const thread = renderChat([], []);
    await userEvent.type(composer(), "One{Shift>}{Enter}{/Shift}two");
    expect(composer()).toHaveValue("One\ntwo");
    expect(thread.getSnapshot().messages).toEqual([]);
  },
  async "composer, empty: ArrowUp"() {
    renderChat(versions, []);
    await screen.findByRole("button", { name: "Edit message" });
    composer().focus();
    await keys("{ArrowUp}");
    const field = await screen.findByRole("textbox", { name: "Edit message" });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue("Where to?");
  },
  async "menu of commands or mentions: ArrowUp, ArrowDown"() {
    await renderMenu();
    const marked = () => screen.getByRole("option", { selected: true }).textContent;
    expect(marked()).toContain("Ana");
    await keys("{ArrowDown}");
    expect(marked()).toContain("Ben");
    await keys("{ArrowUp}");
    expect(marked()).toContain("Ana");
    expect(composer()).toHaveFocus();
  },
  async "menu of commands or mentions: Enter, Tab"() {
    for (const key of ["{Enter}", "{Tab}"]) {
      const thread = await renderMenu();
      await keys(key);
      await waitFor(() => expect(composer()).toHaveValue("@Ana "));
      expect(composer()).toHaveFocus();
      expect(thread.getSnapshot().messages).toEqual([]);
      cleanup();
    }
  },
  async "menu of commands or mentions: Escape"() {
    const thread = await renderMenu(andThenNothing());
    void thread.run();
    await screen.findByRole("button", { name: "Stop" });
    await keys("{Escape}");
    await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
    expect(composer()).toHaveValue("@");
    expect(thread.getSnapshot().run.status).not.toBe("idle");
  },
  async "message that is edited: Enter"() {
    const thread = renderChat(versions, textRun("To Porto."));
    await focusOn("Edit message");
    await keys("{Enter}");
    await userEvent.fill(await screen.findByRole("textbox", { name: "Edit message" }), "Or?");
    await keys("{Enter}");
    await within(log()).findByText("To Porto.");
    expect(thread.getSnapshot().messages[0]).toMatchObject({ content: "Or?" });
  },
  async "message that is edited: Escape"() {
    const thread = renderChat(versions, []);
    await focusOn("Edit message");
    await keys("{Enter}");
    await screen.findByRole("textbox", { name: "Edit message" });
    await keys("Or{Escape}");
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName("Edit message"));
    expect(thread.getSnapshot().messages).toEqual(versions);
  },
  async "transcript: PageUp, PageDown, Home, End"() {
    renderChat(manyTurns(20), []);
    const list = log();
    const end = () => list.scrollHeight - list.clientHeight - list.scrollTop;
    await waitFor(() => expect(end()).toBeLessThan(2));
    list.focus();
    await keys("{PageUp}");
    await waitFor(() => expect(end()).toBeGreaterThan(100));
    await keys("{Home}");
    await waitFor(() => expect(list.scrollTop).toBe(0));
    expect(list).not.toHaveAttribute("data-following");
    await keys("{PageDown}");
    await waitFor(() => expect(list.scrollTop).toBeGreaterThan(100));
    await keys("{End}");
    await waitFor(() => expect(end()).toBeLessThan(2));
    await waitFor(() => expect(list).toHaveAttribute("data-following"));
  },
  async "card, reasoning: Enter, Space"() {
    renderChat(trip, []);
    const card = screen.getByText("get_weather").closest("details");
    card?.querySelector("summary")?.focus();
    await keys("{Enter}");
    expect(card).toHaveAttribute("open");
    await keys(" ");
    expect(card).not.toHaveAttribute("open");
  },
  async "code, table: ArrowLeft, ArrowRight"() {
    renderChat([{ id: "a", role: "assistant", content: `\`\`\`\n${wide}\n\`\`\`` }], []);
    await screen.findByRole("button", { name: "Copy" });
    const box = screen.getByRole("group", { name: "Code" });
    box.focus();
    await keys("{ArrowRight}");
    await waitFor(() => expect(box.scrollLeft).toBeGreaterThan(0));
    await keys("{ArrowLeft}");
    await waitFor(() => expect(box.scrollLeft).toBe(0));
  },
  async "queued message: ArrowLeft, ArrowRight, Home, End"() {
    await renderRunning();
    await userEvent.type(composer(), "Later{Enter}");
    const bar = await screen.findByRole("toolbar");
    const buttons = within(bar).getAllByRole("button");
    expect(buttons.length).toBeGreaterThan(2);
    buttons[0]?.focus();
    await keys("{ArrowRight}");
    expect(buttons[1]).toHaveFocus();
    await keys("{ArrowLeft}");
    expect(buttons[0]).toHaveFocus();
    await keys("{End}");
    expect(buttons.at(-1)).toHaveFocus();
    await keys("{Home}");
    expect(buttons[0]).toHaveFocus();
  },
  async "question that shows a form: Escape"() {
    const asked = runFinished({ outcome: { type: "interrupt", interrupts: [approval] } });
    void renderChat([], [runStarted(), asked]).run();
    await focusOn("Deny");
    await keys("{Enter}");
    await waitFor(() => expect(screen.getByLabelText("Reason")).toHaveFocus());
    await keys("{Escape}");
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName("Deny"));
  },
  async "list of conversations: ArrowUp, ArrowDown, Home, End"() {
    await renderThreads();
    const walked = async (key: string) => {
      await keys(`{${key}}`);
      return openers().findIndex((one) => one.matches(":focus"));
    };
    expect(await walked("ArrowDown")).toBe(1);
    expect(await walked("End")).toBe(2);
    expect(await walked("ArrowUp")).toBe(1);
    expect(await walked("Home")).toBe(0);
  },
  async "list of conversations: F2"() {
    await renderThreads();
    await keys("{F2}");
    await waitFor(() => expect(document.activeElement).toHaveAttribute("value"));
    expect(document.activeElement).toBeInstanceOf(HTMLInputElement);
  },
  async "list of conversations: Delete"() {
    await renderThreads();
    await keys("{Delete}");
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/Cancel|Keep/));
    expect(openers().length).toBeGreaterThanOrEqual(2);
  },
  async "popup, sidebar over the page: Escape"() {
    render(
      <AgentProvider agent={scriptedAgent([])}>
        <ChatPopup />
      </AgentProvider>,
    );
    await focusOn("Chat");
    await keys("{Enter}");
    await waitFor(() => expect(composer()).toHaveFocus());
    await keys("{Escape}");
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName("Chat"));
    expect(screen.queryByRole("dialog")).toBeNull();
  },
};

/** The rows of the README's table, each as `where: keys`. */
const promised = [...readme.matchAll(/^\| ([a-z][^|]*?) +\| ((?:`[\w+]+`(?:, )?)+) +\|/gm)].map(
  ([, where, pressed]) => `${where}: ${pressed?.replaceAll("`", "")}`,
);

test("every key that the README names is tried, and no other", () => {
  expect(Object.keys(proofs).toSorted()).toEqual(promised.toSorted());
});

test.each(Object.entries(proofs))("%s", async (_row, proof) => {
  await proof();
});
