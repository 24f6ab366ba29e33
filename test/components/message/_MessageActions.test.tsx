import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Chat, type ChatProps } from "../../../src/components/chat/Chat.tsx";
import { MessageActions } from "../../../src/components/message/MessageActions.tsx";
import type { MessageFeedback } from "../../../src/components/settings/transcriptProps.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message, UserMessage } from "../../../src/protocol/events.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { emit, finish } from "../../hooks/wrap.tsx";

afterEach(() => vi.restoreAllMocks());

/** A question, and an answer in two messages with a tool call between them. */
const talk: readonly Message[] = [
  { id: "u1", role: "user", content: "A *weekend* in Lisbon?" },
  {
    id: "a1",
    role: "assistant",
    content: "Let me **look**.",
    toolCalls: [{ id: "c1", type: "function", function: { name: "look", arguments: "{}" } }],
  },
  { id: "t1", role: "tool", toolCallId: "c1", content: "sunny" },
  { id: "a2", role: "assistant", content: "Go on *Saturday*." },
];

const answering = () => scriptedAgent(textRun("One more", { messageId: "a9" }));

function renderChat(props: ChatProps = {}, thread: Thread = makeThread()) {
  render(
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Chat {...props} />
      </ThreadProvider>
    </StrictMode>,
  );
  // Before it is set up, which takes the clipboard's place.
  return { thread, user: userEvent.setup() };
}

const makeThread = (messages = talk) =>
  createThread({ agent: answering(), initialMessages: messages });

const bars = () => screen.queryAllByRole("group", { name: /^Actions/ });
const names = () => bars().map((bar) => bar.getAttribute("aria-label"));
const button = (name: string) => screen.getByRole("button", { name });
const buttonsOf = (bar: HTMLElement | undefined) =>
  bar
    ? within(bar)
        .getAllByRole("button")
        .map((one) => one.getAttribute("aria-label"))
    : [];
const copyButtons = () => screen.getAllByRole("button", { name: "Copy message" });
const textsOf = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);
const composer = () => screen.getByRole("textbox", { name: "Message" });

describe("where they are", () => {
  test("below what the person says, and once at the end of each answer", () => {
    renderChat();
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
    const isBehind = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(ofAnswer && last && last.compareDocumentPosition(ofAnswer) & isBehind).toBe(isBehind);
  });

  test("not below an answer that is being given, whose question cannot be edited meanwhile", async () => {
    const agent = manualAgent();
    const { thread } = renderChat({}, createThread({ agent, initialMessages: talk }));
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
      for (const one of screen.getAllByRole("button", { name }))
        expect(one).toHaveAttribute("aria-disabled", "true");
    await emit(agent, { type: "RUN_FINISHED", threadId, runId });
    await finish(agent);
    await screen.findByRole("group", { name: "Actions for message from Assistant: Then rest." });
    expect(screen.getAllByRole("button", { name: "Regenerate" })[1]).toHaveAttribute(
      "aria-disabled",
      "false",
    );
  });

  test("in another order, in part, or not at all", () => {
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
    renderChat({ messageActions: false });
    expect(bars()).toEqual([]);
    expect(document.querySelector(".agk-foot")).toBeNull();
  });

  test("replaced by a part of the application", () => {
    const Mine = ({ message }: { message: Message }) => <b>of {message.id}</b>;
    renderChat({ components: { MessageActions: Mine } });
    expect(screen.getByText("of u1")).toBeVisible();
    expect(screen.getByText("of a2")).toBeVisible();
    expect(screen.queryByText("of a1")).toBeNull();
  });
});

describe("copying", () => {
  test("copies the Markdown of the whole answer, and says so", async () => {
    const { user } = renderChat();
    const [, ofAnswer] = bars();
    await user.click(copyButtons()[1] as HTMLElement);
    expect(await navigator.clipboard.readText()).toBe("Let me **look**.\n\nGo on *Saturday*.");
    await waitFor(() =>
      expect(within(ofAnswer as HTMLElement).getByRole("status")).toHaveTextContent("Copied"),
    );
    expect(button("Copied")).toHaveFocus();
  });

  test("says that the browser did not allow it", async () => {
    const { user } = renderChat();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("Not allowed"));
    await user.click(copyButtons()[0] as HTMLElement);
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t copy");
    expect(screen.queryByRole("button", { name: "Copied" })).toBeNull();
  });
});

describe("editing", () => {
  test("says something else in a branch, runs, and leaves the person at the composer", async () => {
    const { thread, user } = renderChat();
    await user.click(button("Edit message"));
    const field = screen.getByRole("textbox", { name: "Edit message" });
    expect(field).toHaveFocus();
    expect(field).toHaveValue("A *weekend* in Lisbon?");
    await user.clear(field);
    await user.keyboard("A week{Shift>}{Enter}{/Shift}in Oslo{Enter}");
    await screen.findByText("One more");
    expect(textsOf(thread)).toEqual(["A week\nin Oslo", "One more"]);
    expect(await screen.findByRole("group", { name: "Version 2 of 2" })).toBeVisible();
    expect(composer()).toHaveFocus();
  });

  test("is left with Escape, as it was, and the focus goes back to the button", async () => {
    const { thread, user } = renderChat();
    await user.click(button("Edit message"));
    await user.keyboard(" No{Escape}");
    expect(button("Edit message")).toHaveFocus();
    expect(textsOf(thread)).toEqual(talk.map(({ content }) => content));
    await user.click(button("Edit message"));
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveValue(
      "A *weekend* in Lisbon?",
    );
  });

  test("is left with Escape from its buttons too, and nothing around it hears the key", async () => {
    let isUsed: boolean | undefined;
    const { user } = renderChat({
      onKeyDown: (event) => {
        if (event.key === "Escape") isUsed = event.isDefaultPrevented();
      },
    });
    await user.click(button("Edit message"));
    await user.tab();
    expect(button("Cancel")).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(isUsed).toBe(true);
    expect(button("Edit message")).toHaveFocus();
  });

  test("keeps what is attached, and can take away all text of such a message", async () => {
    const image = {
      type: "image",
      source: { type: "data", value: "aaaa", mimeType: "image/png" },
    } as const;
    const content: UserMessage["content"] = [image, { type: "text", text: "What is this?" }];
    const { thread, user } = renderChat({}, makeThread([{ id: "u1", role: "user", content }]));
    await user.click(button("Edit message"));
    await user.keyboard(" A sun?{Enter}");
    await screen.findByText("One more");
    expect(textsOf(thread)[0]).toEqual([{ type: "text", text: "What is this? A sun?" }, image]);
  });

  test("sends nothing that is empty", async () => {
    const { thread, user } = renderChat();
    await user.click(button("Edit message"));
    await user.clear(screen.getByRole("textbox", { name: "Edit message" }));
    await user.keyboard("{Enter}");
    const editor = within(screen.getByRole("group", { name: /^Actions for your message/ }));
    const save = editor.getByRole("button", { name: "Send" });
    expect(save).toHaveAttribute("aria-disabled", "true");
    await user.click(save);
    expect(thread.getSnapshot().messages).toHaveLength(4);
  });

  test("says when the thread refuses it, and keeps what was written", async () => {
    const { thread, user } = renderChat();
    await user.click(button("Edit message"));
    await user.keyboard(" Soon");
    thread.dispose();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveValue(
      "A *weekend* in Lisbon? Soon",
    );
  });

  test("what was written is there again when the thread is shown again", async () => {
    const thread = makeThread();
    const other = makeThread([{ id: "u5", role: "user", content: "Something else" }]);
    const chat = (shown: Thread) => (
      <ThreadProvider thread={shown}>
        <Chat />
      </ThreadProvider>
    );
    const user = userEvent.setup();
    const { rerender } = render(chat(thread));
    await user.click(button("Edit message"));
    await user.keyboard(" Soon");
    rerender(chat(other));
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    rerender(chat(thread));
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveValue(
      "A *weekend* in Lisbon? Soon",
    );
    expect(screen.getByRole("textbox", { name: "Edit message" })).not.toHaveFocus();
  });
});

describe("ArrowUp in the composer", () => {
  test("edits what the person has said last, and Escape comes back", async () => {
    const { user } = renderChat(
      {},
      makeThread([...talk, { id: "u2", role: "user", content: "Why?" }]),
    );
    await user.click(composer());
    await user.keyboard("{ArrowUp}");
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveValue("Why?");
    expect(screen.getByRole("textbox", { name: "Edit message" })).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(composer()).toHaveFocus();
  });

  test("does nothing with something in the field, with another key, or from an input method", async () => {
    const { user } = renderChat();
    await user.click(composer());
    await user.keyboard(
      "{Shift>}{ArrowUp}{/Shift}{Alt>}{ArrowUp}{/Alt}{Control>}{ArrowUp}{/Control}",
    );
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    composer().dispatchEvent(
      new KeyboardEvent("keydown", { key: "ArrowUp", keyCode: 229, bubbles: true }),
    );
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    await user.keyboard("x{ArrowUp}");
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
  });

  test("edits the message that waits, while there is one", async () => {
    const agent = manualAgent();
    const { thread, user } = renderChat({}, createThread({ agent, initialMessages: talk }));
    act(() => void thread.send("And then?"));
    await act(() => agent.started());
    await user.click(composer());
    await user.keyboard("{ArrowUp}");
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    await user.keyboard("Later{Enter}");
    await screen.findByRole("toolbar", { name: "Later" });
    await user.keyboard("{ArrowUp}");
    expect(screen.getByRole("textbox", { name: "Queued message" })).toHaveValue("Later");
    await finish(agent);
  });
});

describe("answering again", () => {
  test("makes another version of the answer, and leaves the person at the composer", async () => {
    const { thread, user } = renderChat();
    button("Regenerate").focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("group", { name: "Version 2 of 2" });
    expect(textsOf(thread)).toEqual(["A *weekend* in Lisbon?", "One more"]);
    expect(composer()).toHaveFocus();
  });
});

describe("thumbs", () => {
  const pressed = (name: string) => button(name).getAttribute("aria-pressed");

  /** An answer that is stored, what its thumbs tell, and what a reload shows of it. */
  async function renderStored() {
    const storage = memoryStorage();
    const agent = scriptedAgent(textRun("Sun", { messageId: "a1" }));
    const page = () => createThread({ agent, storage, threadId: "kept" });
    const first = page();
    await act(() => first.send("Weather?"));
    const given: MessageFeedback[] = [];
    const { user } = renderChat({ onFeedback: (one) => given.push(one) }, first);
    const reload = async () => {
      await vi.waitFor(() => expect(first.isStored()).toBe(true));
      cleanup();
      first.dispose();
      const again = page();
      renderChat({}, again);
      await screen.findByRole("button", { name: "Good response" });
      return again;
    };
    return { given, user, reload };
  }

  test("are filed about the last words of the answer, told of, and there after a reload", async () => {
    const { given, user, reload } = await renderStored();
    await user.click(button("Bad response"));
    await waitFor(() => expect(pressed("Bad response")).toBe("true"));
    await user.click(button("Good response"));
    await waitFor(() => expect(pressed("Good response")).toBe("true"));
    expect(pressed("Bad response")).toBe("false");
    expect(given).toEqual([
      { messageId: "a1", value: "down" },
      { messageId: "a1", value: "up" },
    ]);
    const again = await reload();
    expect(pressed("Good response")).toBe("true");
    again.dispose();
  });

  test("are taken back by pressing them again, and are not there after a reload", async () => {
    const { given, user, reload } = await renderStored();
    await user.click(button("Good response"));
    await waitFor(() => expect(pressed("Good response")).toBe("true"));
    await user.click(button("Good response"));
    await waitFor(() => expect(pressed("Good response")).toBe("false"));
    await waitFor(() =>
      expect(given).toEqual([
        { messageId: "a1", value: "up" },
        { messageId: "a1", value: undefined },
      ]),
    );
    const again = await reload();
    expect(pressed("Good response")).toBe("false");
    expect(again.getSnapshot().annotations.a1).toHaveLength(2);
    again.dispose();
  });

  test("are told of once, however often they are clicked before they are filed", async () => {
    const given: MessageFeedback[] = [];
    renderChat({ onFeedback: (one) => given.push(one) });
    const good = button("Good response");
    await act(async () => {
      good.click();
      good.click();
    });
    await waitFor(() => expect(good).toHaveAttribute("aria-pressed", "true"));
    expect(given).toEqual([{ messageId: "a2", value: "up" }]);
  });
});

test("what cannot be done while this window's own run goes on is not said to be of another", async () => {
  const agent = manualAgent();
  const { thread, user } = renderChat({}, createThread({ agent, initialMessages: talk }));
  await user.click(button("Edit message"));
  act(() => void thread.send("More"));
  await waitFor(() => expect(agent.inputs).toHaveLength(1));
  await user.type(screen.getByRole("textbox", { name: "Edit message" }), "!{Enter}");
  expect(await screen.findByText("Wait until the response is finished.")).toBeVisible();
  await finish(agent);
});

test("the conversation is downloaded as a file of Markdown", async () => {
  const made: Blob[] = [];
  const clicked: string[] = [];
  // jsdom has no addresses for blobs.
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`,
    revokeObjectURL: () => {},
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    clicked.push(this.download);
  });
  const { user } = renderChat({ messageActions: ["export"] });
  const [download] = screen.getAllByRole("button", { name: "Download conversation" });
  if (download) await user.click(download);
  expect(clicked).toEqual(["conversation.md"]);
  const reader = new FileReader();
  reader.readAsText(made[0] ?? new Blob());
  await waitFor(() => expect(reader.readyState).toBe(FileReader.DONE));
  expect(reader.result).toMatch(/^## You\n\nA \*weekend\* in Lisbon\?\n\n## Assistant/);
});

test("by itself it offers what it is given, with a class of one's own", async () => {
  const [question] = talk as [Message];
  render(
    <ThreadProvider thread={makeThread()}>
      <MessageActions message={question} actions={["edit"]} className="mine" />
    </ThreadProvider>,
  );
  expect(bars()[0]).toHaveClass("agk-actions", "mine");
  expect(bars().map(buttonsOf)).toEqual([["Edit message"]]);
});
