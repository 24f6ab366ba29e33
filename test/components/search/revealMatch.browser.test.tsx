import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useToolRenderer } from "../../../src/hooks/tools/useToolRenderer.ts";
import type { EventInput, Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { asSubagent, finishSubagent, spawn } from "../../hooks/subagents.ts";
import { expectNoViolations } from "../chat/popupPage.tsx";
import { rowOf, sampleTurns, scrollChat } from "../transcript/autoscroll/scrollChat.tsx";
import { bar, count, highlighted, searchFor, waitForMatch } from "./searchChat.tsx";

afterEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1024, 768);
});

const toolCall = (id: string, name: string, args: string) =>
  ({ id, type: "function", function: { name, arguments: args } }) as const;

/** A conversation with four calls, which are collapsed into one row, and with reasoning. */
const WITH_CALLS: readonly Message[] = [
  ...sampleTurns(10),
  { id: "u", role: "user", content: "Search everywhere." },
  {
    id: "a",
    role: "assistant",
    content: "",
    toolCalls: [1, 2, 3, 4].map((n) => toolCall(`c${n}`, "search", `{"page":${n}}`)),
  },
  ...[1, 2, 3, 4].map((n): Message => {
    const items = Array.from({ length: 400 }, (_, at) => `item ${n}-${at}`);
    return { id: `t${n}`, role: "tool", toolCallId: `c${n}`, content: JSON.stringify({ items }) };
  }),
  { id: "r", role: "reasoning", content: "A *quiet* thought about Zeppelins." },
  { id: "end", role: "assistant", content: "Done." },
];

/** Renders a chat to which the agent has sent these events. */
async function chatAfter(...events: readonly EventInput[]) {
  const chat = await scrollChat(sampleTurns(10));
  void chat.thread.run();
  const { threadId, runId } = await chat.agent.started();
  await chat.agent.emit({ type: "RUN_STARTED", threadId, runId }, ...events, {
    type: "RUN_FINISHED",
    threadId,
    runId,
  });
  await chat.agent.finish();
  screen.getByRole("textbox", { name: "Message" }).focus();
  return chat;
}

describe("a match that is hidden", () => {
  test("among collapsed calls, in a part of a list that is not shown, is shown with its card", async () => {
    const { log } = await scrollChat(WITH_CALLS);
    screen.getByRole("textbox", { name: "Message" }).focus();
    const field = await searchFor("item 3-399");
    await waitForMatch("item 3-399", log);
    expect(count()).toBe("1 of 1");
    expect(field).toHaveFocus();
  });

  test("in the rows of a table that are not shown, shows the rows", async () => {
    const cells = Array.from({ length: 20 }, () => "|x").join("");
    const rows = Array.from({ length: 700 }, (_, at) => `|row ${at}${cells}|\n`).join("");
    const table = `|a${cells}|\n|-${cells.replaceAll("x", "-")}|\n${rows}`;
    const { log } = await scrollChat([
      ...sampleTurns(10),
      { id: "table", role: "assistant", content: `${table}\nThe end.` },
    ]);
    expect(log.textContent).not.toContain("row 699");
    screen.getByRole("textbox", { name: "Message" }).focus();
    await searchFor("row 699");
    await waitForMatch("row 699", log);
  });

  test("in folded reasoning opens the reasoning", async () => {
    const { log } = await scrollChat(WITH_CALLS);
    screen.getByRole("textbox", { name: "Message" }).focus();
    expect(screen.queryByText(/thought about/)).toBeNull();
    await searchFor("quiet thought about zeppelins");
    await waitForMatch("quiet thought about Zeppelins", log);
    expect(count()).toBe("1 of 1");
  });

  test("in the card of a sub-agent opens the card", async () => {
    const { log } = await chatAfter(
      spawn("sub", { name: "pilot" }),
      ...asSubagent("sub", [
        { type: "TEXT_MESSAGE_CHUNK", messageId: "s1", role: "assistant", delta: "A Zeppelin." },
      ]),
      finishSubagent("sub"),
    );
    expect(rowOf("s1")).toBeNull();
    await searchFor("zeppelin");
    await waitForMatch("Zeppelin", log);
    await waitFor(() => expect(rowOf("s1")).toBeVisible());
  });
});

test("a call with a card of the application is outlined", async () => {
  function Weather() {
    useToolRenderer({ name: "search", render: () => <p>A card without text</p> });
    return null;
  }
  const thread = createThread({ agent: manualAgent(), initialMessages: WITH_CALLS });
  render(
    <div style={{ inlineSize: 400, blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Weather />
        <Chat />
      </ThreadProvider>
    </div>,
  );
  screen.getByRole("textbox", { name: "Message" }).focus();
  await searchFor("item 3-399");
  await waitFor(() => expect(rowOf("a")).toHaveAttribute("data-search-current"));
  expect(getComputedStyle(rowOf("a")).outlineStyle).toBe("solid");
  await userEvent.keyboard("{Escape}");
  expect(rowOf("a")).not.toHaveAttribute("data-search-current");
});

test("a browser without highlights outlines the message with the match", async () => {
  vi.spyOn(CSS, "highlights", "get").mockReturnValue(undefined as never);
  await scrollChat(WITH_CALLS);
  screen.getByRole("textbox", { name: "Message" }).focus();
  await searchFor("answer 7.");
  await waitFor(() => expect(rowOf("a7")).toHaveAttribute("data-search-current"));
  await userEvent.keyboard("{Control>}a{/Control}answer 8.");
  await waitFor(() => expect(rowOf("a8")).toHaveAttribute("data-search-current"));
  expect(rowOf("a7")).not.toHaveAttribute("data-search-current");
});

test("the search is one row without overflow at 320 px, and accessible", async () => {
  await page.viewport(320, 600);
  const thread = createThread({ agent: manualAgent(), initialMessages: WITH_CALLS });
  render(
    <main style={{ blockSize: 600, inlineSize: 320 }}>
      <ThreadProvider thread={thread}>
        <Chat title="Help" />
      </ThreadProvider>
    </main>,
  );
  screen.getByRole("textbox", { name: "Message" }).focus();
  const field = await searchFor("item 3-399");
  await waitFor(() => expect(highlighted()).toEqual(["item 3-399"]));
  const row = bar() as HTMLElement;
  expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth);
  expect(document.documentElement.scrollWidth).toBe(320);
  expect(row.offsetHeight).toBeLessThan(60);
  expect(field.offsetWidth).toBeGreaterThan(80);
  await expectNoViolations();
});
