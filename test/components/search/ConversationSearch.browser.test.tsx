import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { Message } from "../../../src/protocol/events.ts";
import {
  articles,
  growAnswer,
  rowOf,
  sampleTurns,
  startAnswer,
  waitFrames,
} from "../transcript/autoscroll/scrollChat.tsx";
import { bar, count, highlighted, searchableChat, searchFor, waitForMatch } from "./searchChat.tsx";

/** 3,000 messages, with a word in the first that no other has. */
const LONG: readonly Message[] = [
  { id: "first", role: "user", content: "Where does the Zeppelin land?" },
  ...sampleTurns(1500),
];

/** A conversation whose rows are all rendered, with a folded tool result. */
const WITH_TOOL: readonly Message[] = [
  ...sampleTurns(10),
  { id: "u", role: "user", content: "What is in the archive?" },
  {
    id: "a",
    role: "assistant",
    content: "I looked.",
    toolCalls: [
      {
        id: "c1",
        type: "function",
        function: { name: "read_archive", arguments: '{"shelf":"north"}' },
      },
    ],
  },
  { id: "t", role: "tool", toolCallId: "c1", content: '{"title":"The Zeppelin over Zürich"}' },
  { id: "last", role: "assistant", content: "A **Zepp**elin, and nothing more." },
];

describe("a match in a row that is not rendered", () => {
  test("is rendered, scrolled into view and highlighted", async () => {
    const { log } = await searchableChat(LONG);
    expect(rowOf("first")).toBeNull();
    await searchFor("zeppelin");
    await waitForMatch("Zeppelin", log);
    expect(count()).toBe("1 of 1");
    expect(articles().length).toBeLessThan(1000);
    expect(highlighted("agk-search")).toEqual(["Zeppelin"]);
  });

  test("stays in view while a reply streams, and after the search has closed", async () => {
    const { log, thread, agent, composer } = await searchableChat(LONG);
    void thread.run();
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    await searchFor("zeppelin");
    await waitForMatch("Zeppelin", log);
    await waitFrames(50);
    const { scrollTop } = log;
    await agent.emit({
      type: "TEXT_MESSAGE_CHUNK",
      messageId: "m",
      role: "assistant",
      delta: "A zeppelin, ".repeat(20),
    });
    await waitFor(() => expect(count()).toBe("1 of 21"));
    expect(log.scrollTop).toBe(scrollTop);
    await userEvent.keyboard("{Escape}");
    expect(bar()).toBeNull();
    expect(composer).toHaveFocus();
    expect(highlighted()).toEqual([]);
    await waitFrames(5);
    expect(log.scrollTop).toBe(scrollTop);
    expect(thread.getSnapshot().run.status).toBe("streaming");
  });

  test("is reached with the keyboard in both directions, around the end", async () => {
    const { log } = await searchableChat(LONG);
    const field = await searchFor("question 12");
    // "Question 12", "Question 120" to "129", and "Question 1200" to "1299".
    await waitFor(() => expect(count()).toBe("111 of 111"));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(count()).toBe("1 of 111"));
    await waitForMatch("Question 12", log);
    expect(rowOf("u12")).toContainElement(
      [...(CSS.highlights.get("agk-search-current") ?? [])].map(
        ({ startContainer }) => startContainer.parentElement,
      )[0] as HTMLElement,
    );
    await userEvent.keyboard("{F3}");
    await waitFor(() => expect(count()).toBe("2 of 111"));
    await userEvent.keyboard("{Control>}g{/Control}");
    await waitFor(() => expect(count()).toBe("3 of 111"));
    await userEvent.keyboard("{Shift>}{F3}{/Shift}");
    await waitFor(() => expect(count()).toBe("2 of 111"));
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
    await waitFor(() => expect(count()).toBe("1 of 111"));
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
    await waitFor(() => expect(count()).toBe("111 of 111"));
    await waitForMatch("Question 12", log);
    expect(rowOf("u1299")).toBeInTheDocument();
    expect(field).toHaveFocus();
  });
});

test("a match stays in place when the search closes that was opened at the end", async () => {
  const { log } = await searchableChat(LONG);
  await searchFor("question 700");
  await waitForMatch("Question 700", log);
  await waitFrames(50);
  const { top } = rowOf("u700").getBoundingClientRect();
  await userEvent.keyboard("{Escape}");
  expect(bar()).toBeNull();
  await waitFrames(5);
  expect(rowOf("u700").getBoundingClientRect().top).toBeCloseTo(top, 0);
});

test("a match in a folded tool result opens the row of the call", async () => {
  const { log } = await searchableChat(WITH_TOOL);
  expect(screen.queryByText("The Zeppelin over Zürich")).toBeNull();
  const field = await searchFor("over zurich");
  await waitForMatch("over Zürich", log);
  // The row opens with a transition.
  await waitFor(() => expect(screen.getByText("The Zeppelin over Zürich")).toBeVisible());
  expect(count()).toBe("1 of 1");
  expect(field).toHaveFocus();
});

test("Markdown is searched as it is read", async () => {
  const { log } = await searchableChat(WITH_TOOL);
  await searchFor("zeppelin");
  await waitFor(() => expect(count()).toMatch("of 2"));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(count()).toBe("2 of 2"));
  await waitForMatch("Zeppelin", log);
  expect(rowOf("last").querySelector("strong")?.textContent).toBe("Zepp");
});

test("a match at the end stays in view while the reply below it grows", async () => {
  const { log, thread, agent } = await searchableChat(LONG);
  void thread.run();
  await startAnswer(agent);
  await growAnswer(agent);
  await searchFor("well.");
  await waitForMatch("Well.", log);
  await waitFrames(50);
  await growAnswer(agent, 40);
  await waitFrames(5);
  await waitForMatch("Well.", log);
});

describe("Ctrl+F", () => {
  /** Presses Ctrl+F in an element, and returns whether the browser searches. */
  function pressFind(element: Element): boolean {
    const init = { key: "f", code: "KeyF", ctrlKey: true, bubbles: true, cancelable: true };
    return element.dispatchEvent(new KeyboardEvent("keydown", init));
  }

  /** Loads the search in another chat: before, Ctrl+F is always left to the browser. */
  async function loadSearch() {
    const { composer } = await searchableChat(LONG);
    await waitFor(() => expect(pressFind(composer)).toBe(false));
    cleanup();
  }

  test("is left to the browser when all of the conversation is in the document", async () => {
    const { composer, thread } = await searchableChat(sampleTurns(40));
    const { messages } = thread.getSnapshot();
    // The search is loaded: it opens as soon as a part is not in the document.
    thread.setMessages(WITH_TOOL);
    await waitFor(() => expect(pressFind(composer)).toBe(false));
    await userEvent.keyboard("{Escape}");
    thread.setMessages(messages);
    await waitFor(() => expect(rowOf("u39")).toBeInTheDocument());
    expect(pressFind(composer)).toBe(true);
    expect(bar()).toBeNull();
  });

  test("is left to the browser in a short conversation", async () => {
    await loadSearch();
    const { composer } = await searchableChat(WITH_TOOL.slice(-4));
    expect(pressFind(composer)).toBe(true);
    expect(bar()).toBeNull();
  });

  test("is left to the browser with `search={false}`", async () => {
    await loadSearch();
    const { composer } = await searchableChat(LONG, { search: false });
    expect(pressFind(composer)).toBe(true);
    expect(bar()).toBeNull();
  });

  test("is left to the browser in the field of the search, and focuses the field elsewhere", async () => {
    const { composer } = await searchableChat(LONG);
    await waitFor(() => expect(pressFind(composer)).toBe(false));
    const field = await screen.findByRole("textbox", { name: "Search in conversation" });
    await waitFor(() => expect(field).toHaveFocus());
    expect(pressFind(field)).toBe(true);
    composer.focus();
    expect(pressFind(composer)).toBe(false);
    await waitFor(() => expect(field).toHaveFocus());
  });
});
