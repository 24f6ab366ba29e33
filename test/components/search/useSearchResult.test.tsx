import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { useConversationSearch } from "../../../src/components/search/useConversationSearch.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";

function OpenButton() {
  const { open } = useConversationSearch();
  return (
    <button type="button" onClick={open}>
      Find
    </button>
  );
}

const field = () => screen.findByRole("textbox", { name: "Search in conversation" });
const count = () => document.querySelector(".agk-search-count")?.textContent;

/** Renders a chat with a button that opens the search. */
function renderChat(first: Thread) {
  const view = (thread: Thread) => (
    <ThreadProvider thread={thread}>
      <OpenButton />
      <Chat />
    </ThreadProvider>
  );
  const { rerender } = render(view(first));
  return { user: userEvent.setup(), show: (thread: Thread) => rerender(view(thread)) };
}

const threadWith = (content: string) =>
  createThread({
    agent: manualAgent(),
    initialMessages: [{ id: "u", role: "user", content }],
  });

test("a thread has its query again after another thread was shown", async () => {
  const [first, second] = [threadWith("A storm"), threadWith("A calm sea")];
  const { user, show } = renderChat(first);
  const find = () => user.click(screen.getByRole("button", { name: "Find" }));
  await find();
  await user.type(await field(), "storm");
  await waitFor(() => expect(count()).toBe("1 of 1"));
  show(second);
  expect(screen.queryByRole("search")).toBeNull();
  await find();
  expect(await field()).toHaveValue("");
  await user.type(await field(), "sea");
  show(first);
  expect(await field()).toHaveValue("storm");
  await waitFor(() => expect(count()).toBe("1 of 1"));
  show(second);
  expect(await field()).toHaveValue("sea");
});

/** Streams a reply into a thread whose search is open. */
async function openDuringReply() {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const { user } = renderChat(thread);
  const run = thread.send("Hi");
  await agent.started();
  const emitText = (delta: string) =>
    act(() => agent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta }));
  await act(() => agent.emit({ type: "RUN_STARTED", threadId: "t", runId: "r" }));
  await user.click(screen.getByRole("button", { name: "Find" }));
  await user.type(await field(), "storm");
  const end = async () => {
    agent.finish();
    await act(() => run);
  };
  return { emitText, end };
}

test("a reading that fails is reported, and the next change of the conversation is read", async () => {
  const errors = expectErrors();
  const { emitText, end } = await openDuringReply();
  const { normalize } = String.prototype;
  let hasFailed = false;
  const fold = vi.spyOn(String.prototype, "normalize").mockImplementation(function (
    this: string,
    form,
  ) {
    const isFirst = !hasFailed && this.includes("first storm");
    hasFailed ||= isFirst;
    if (isFirst) throw new Error("no memory");
    return normalize.call(this, form);
  });
  onTestFinished(() => fold.mockRestore());
  await emitText("Été: a first storm. ");
  await waitFor(() => expect(errors.mock.calls.flat().map(String)).toContain("Error: no memory"));
  await emitText("A second storm.");
  await waitFor(() => expect(count()).toBe("1 of 2"));
  await end();
});

test("a long reply that streams is read a few times, and completely at its end", async () => {
  const { emitText, end } = await openDuringReply();
  await emitText("Ein *schöner* Satz of `many` that no reader counts. ".repeat(2_500));
  const { normalize } = String.prototype;
  let readCharacters = 0;
  const fold = vi.spyOn(String.prototype, "normalize").mockImplementation(function (
    this: string,
    form,
  ) {
    if (form === "NFKD") readCharacters += this.length;
    return normalize.call(this, form);
  });
  onTestFinished(() => fold.mockRestore());
  for (let frame = 0; frame < 24; frame++) {
    await emitText(`storm ${frame} `);
    await waitFor(() => expect(screen.getByRole("log")).toHaveTextContent(`storm ${frame}`));
  }
  expect(readCharacters).toBeLessThan(2_000_000);
  await waitFor(() => expect(count()).toBe("1 of 24"), { timeout: 10_000 });
  await end();
});
