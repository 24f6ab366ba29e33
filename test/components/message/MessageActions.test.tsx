import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { MessageActions } from "../../../src/components/message/MessageActions.tsx";
import type { MessageFeedback } from "../../../src/components/settings/transcriptPartProps.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runError, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { emit, finish } from "../../hooks/wrap.tsx";
import { shownContents } from "../../support/threadViews.ts";
import { messageField } from "../chatElements.ts";
import { button, conversation, makeThread, renderActionsChat } from "./actionsChat.tsx";

afterEach(() => vi.restoreAllMocks());

const bars = () => screen.queryAllByRole("toolbar", { name: /^Actions/ });
const names = () => bars().map((bar) => bar.getAttribute("aria-label"));
const buttonsOf = (bar: HTMLElement | undefined) =>
  bar
    ? within(bar)
        .getAllByRole("button")
        .map((element) => element.getAttribute("aria-label"))
    : [];
const copyButtons = () => screen.getAllByRole("button", { name: "Copy message" });

describe("message actions in a chat", () => {
  test("are below each user message, and once at the end of each answer", () => {
    renderActionsChat();
    expect(names()).toEqual([
      "Actions for your message: A weekend in Lisbon?",
      "Actions for message from Assistant: Let me look. Go on Saturday.",
    ]);
    const [ofQuestion, ofAnswer] = bars();
    expect(buttonsOf(ofQuestion)).toEqual(["Copy message", "Edit message"]);
    expect(buttonsOf(ofAnswer)).toEqual([
      "Copy message",
      "Regenerate",
      "Good response",
      "Bad response",
    ]);
    const articles = screen.getAllByRole("article");
    const last = articles.at(-1);
    const isAfter = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(ofAnswer && last && last.compareDocumentPosition(ofAnswer) & isAfter).toBe(isAfter);
  });

  test('are missing below a streaming answer, and "edit" and "regenerate" are disabled meanwhile', async () => {
    const agent = manualAgent();
    const { thread } = renderActionsChat(
      {},
      createThread({ agent, initialMessages: conversation }),
    );
    act(() => void thread.send("And then?"));
    const { threadId, runId } = await act(() => agent.started());
    await emit(
      agent,
      { type: "RUN_STARTED", threadId, runId },
      { type: "TEXT_MESSAGE_START", messageId: "new", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "new", delta: "Then rest." },
      { type: "TEXT_MESSAGE_END", messageId: "new" },
    );
    expect(names().at(-1)).toBe("Actions for your message: And then?");
    for (const name of ["Edit message", "Regenerate"])
      for (const element of screen.getAllByRole("button", { name }))
        expect(element).toHaveAttribute("aria-disabled", "true");
    await emit(agent, { type: "RUN_FINISHED", threadId, runId });
    await finish(agent);
    await screen.findByRole("toolbar", { name: "Actions for message from Assistant: Then rest." });
    expect(screen.getAllByRole("button", { name: "Regenerate" })[1]).toHaveAttribute(
      "aria-disabled",
      "false",
    );
  });

  test("follow `messageActions`", () => {
    const { unmount } = render(
      <ThreadProvider thread={makeThread()}>
        <Chat messageActions={["export", "copy"]} />
      </ThreadProvider>,
    );
    expect(bars().map(buttonsOf)).toEqual([
      ["Download conversation", "Copy message"],
      ["Download conversation", "Copy message"],
    ]);
    unmount();
    renderActionsChat({ messageActions: false });
    expect(bars()).toEqual([]);
    expect(document.querySelector(".agk-message-footer")).toBeNull();
  });

  test("can be replaced by `components.MessageActions`", () => {
    const CustomActions = ({ message }: { message: Message }) => <b>of {message.id}</b>;
    renderActionsChat({ components: { MessageActions: CustomActions } });
    expect(screen.getByText("of u1")).toBeVisible();
    expect(screen.getByText("of a2")).toBeVisible();
    expect(screen.queryByText("of a1")).toBeNull();
  });
});

describe("the copy button", () => {
  test("copies the Markdown of the whole answer, with a confirmation", async () => {
    const { user } = renderActionsChat();
    const [, ofAnswer] = bars();
    await user.click(copyButtons()[1] as HTMLElement);
    expect(await navigator.clipboard.readText()).toBe("Let me **look**.\n\nGo on *Saturday*.");
    await waitFor(() =>
      expect(within(ofAnswer as HTMLElement).getByRole("status")).toHaveTextContent("Copied"),
    );
    expect(button("Copied")).toHaveFocus();
  });

  test("shows an error when the browser denies access to the clipboard", async () => {
    const { user } = renderActionsChat();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("Not allowed"));
    await user.click(copyButtons()[0] as HTMLElement);
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t copy");
    expect(screen.queryByRole("button", { name: "Copied" })).toBeNull();
  });
});

describe("the regenerate button", () => {
  test("creates another version of the answer, and moves the focus to the composer", async () => {
    const { thread, user } = renderActionsChat();
    button("Regenerate").focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("group", { name: "Version 2 of 2" });
    expect(shownContents(thread)).toEqual(["A *weekend* in Lisbon?", "One more"]);
    expect(messageField()).toHaveFocus();
  });
});

describe("rating buttons", () => {
  const pressed = (name: string) => button(name).getAttribute("aria-pressed");

  /** Renders a persisted answer; `ratings` are those passed to `onFeedback`, and `reload` renders the thread again. */
  async function renderPersisted() {
    const storage = memoryStorage();
    const agent = scriptedAgent(textRun("Sun", { messageId: "a1" }));
    const openThread = () => createThread({ agent, storage, threadId: "t" });
    const first = openThread();
    await act(() => first.send("Weather?"));
    const ratings: MessageFeedback[] = [];
    const { user } = renderActionsChat({ onFeedback: (rating) => ratings.push(rating) }, first);
    const reload = async () => {
      await vi.waitFor(() => expect(first.isStored()).toBe(true));
      cleanup();
      first.dispose();
      const again = openThread();
      renderActionsChat({}, again);
      await screen.findByRole("button", { name: "Good response" });
      return again;
    };
    return { ratings, user, reload };
  }

  test("record the rating of the last message, call `onFeedback` and survive a reload", async () => {
    const { ratings, user, reload } = await renderPersisted();
    await user.click(button("Bad response"));
    await waitFor(() => expect(pressed("Bad response")).toBe("true"));
    await user.click(button("Good response"));
    await waitFor(() => expect(pressed("Good response")).toBe("true"));
    expect(pressed("Bad response")).toBe("false");
    expect(ratings).toEqual([
      { messageId: "a1", value: "down" },
      { messageId: "a1", value: "up" },
    ]);
    const again = await reload();
    expect(pressed("Good response")).toBe("true");
    again.dispose();
  });

  test("retract the rating when pressed again, also after a reload", async () => {
    const { ratings, user, reload } = await renderPersisted();
    await user.click(button("Good response"));
    await waitFor(() => expect(pressed("Good response")).toBe("true"));
    await user.click(button("Good response"));
    await waitFor(() => expect(pressed("Good response")).toBe("false"));
    await waitFor(() =>
      expect(ratings).toEqual([
        { messageId: "a1", value: "up" },
        { messageId: "a1", value: undefined },
      ]),
    );
    const again = await reload();
    expect(pressed("Good response")).toBe("false");
    expect(again.getSnapshot().annotations.a1).toHaveLength(2);
    again.dispose();
  });

  test("call `onFeedback` once for a double click", async () => {
    const ratings: MessageFeedback[] = [];
    renderActionsChat({ onFeedback: (rating) => ratings.push(rating) });
    const good = button("Good response");
    await act(async () => {
      good.click();
      good.click();
    });
    await waitFor(() => expect(good).toHaveAttribute("aria-pressed", "true"));
    expect(ratings).toEqual([{ messageId: "a2", value: "up" }]);
  });
});

test("the last answer of a failed run leaves the retry to the error, and is not rated", async () => {
  const failing = [
    runStarted(),
    { type: "TEXT_MESSAGE_START", messageId: "a9", role: "assistant" } as const,
    { type: "TEXT_MESSAGE_CONTENT", messageId: "a9", delta: "I look" } as const,
    runError("upstream connect error"),
  ];
  const agent = scriptedAgent(failing, textRun("Found"));
  const thread = createThread({ agent, initialMessages: conversation });
  const { user } = renderActionsChat({}, thread);
  await act(() => thread.send("And now?"));
  await screen.findByRole("button", { name: "Try again" });
  const isOffered = () => bars().map((bar) => buttonsOf(bar).includes("Regenerate"));
  expect(isOffered()).toEqual([false, true, false, false]);
  expect(buttonsOf(bars().at(-1) as HTMLElement)).toEqual(["Copy message"]);
  await user.click(button("Try again"));
  await screen.findByText("Found");
  await waitFor(() => expect(isOffered().at(-1)).toBe(true));
  expect(buttonsOf(bars().at(-1) as HTMLElement)).toContain("Good response");
});

test("the export button downloads the conversation as Markdown", async () => {
  const blobs: Blob[] = [];
  const downloads: string[] = [];
  // jsdom has no object URLs.
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: () => {},
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    downloads.push(this.download);
  });
  const { user } = renderActionsChat({ messageActions: ["export"] });
  const [download] = screen.getAllByRole("button", { name: "Download conversation" });
  if (download) await user.click(download);
  expect(downloads).toEqual(["conversation.md"]);
  const reader = new FileReader();
  reader.readAsText(blobs[0] ?? new Blob());
  await waitFor(() => expect(reader.readyState).toBe(FileReader.DONE));
  expect(reader.result).toMatch(/^## You\n\nA \*weekend\* in Lisbon\?\n\n## Assistant/);
});

test("MessageActions outside a chat shows `actions` and adds `className`", async () => {
  const [question] = conversation as [Message];
  render(
    <ThreadProvider thread={makeThread()}>
      <MessageActions message={question} actions={["edit"]} className="mine" />
    </ThreadProvider>,
  );
  expect(bars()[0]).toHaveClass("agk-actions", "mine");
  expect(bars().map(buttonsOf)).toEqual([["Edit message"]]);
});
