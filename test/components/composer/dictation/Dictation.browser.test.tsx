import "../../../../src/styles/index.css";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { cdp, userEvent } from "vitest/browser";
import { ChatPopup } from "../../../../src/components/chat/ChatPopup.tsx";
import { ThreadProvider } from "../../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../../src/testing/manualAgent.ts";
import { messageField } from "../../chatElements.ts";
import { manualDictation, microphone, renderDictation } from "./manualDictation.tsx";

test("dictation waits for the end of an IME composition and writes after it", async () => {
  const { adapter, latest } = manualDictation();
  renderDictation(adapter);
  await userEvent.click(await microphone());
  await userEvent.click(messageField());
  const session = cdp() as { send(method: string, params: object): Promise<unknown> };
  const composing = { text: "にほん", selectionStart: 3, selectionEnd: 3 };
  await session.send("Input.imeSetComposition", composing);
  await waitFor(() => expect(messageField()).toHaveValue("にほん"));
  act(() => latest().onInterim("です"));
  act(() => latest().onFinal("ですか"));
  expect(messageField()).toHaveValue("にほん");
  await session.send("Input.insertText", { text: "日本" });
  await waitFor(() => expect(messageField()).toHaveValue("日本ですか"));
  expect(latest().signal.aborted).toBe(false);
});

test("dictation keeps the caret of a user who types elsewhere", async () => {
  const { adapter, latest } = manualDictation();
  renderDictation(adapter);
  await userEvent.type(messageField(), "one three");
  messageField().setSelectionRange(4, 4);
  await userEvent.click(await microphone());
  act(() => latest().onInterim("to"));
  expect(messageField()).toHaveValue("one to three");
  messageField().focus();
  messageField().setSelectionRange(1, 2);
  act(() => latest().onFinal("two and a half"));
  expect(messageField()).toHaveValue("one two and a half three");
  expect([messageField().selectionStart, messageField().selectionEnd]).toEqual([1, 2]);
});

test("the microphone button has a distance to the send button", async () => {
  renderDictation(manualDictation().adapter);
  const { right } = (await microphone()).getBoundingClientRect();
  const send = screen.getByRole("button", { name: "Send" });
  expect(send.getBoundingClientRect().left - right).toBeGreaterThanOrEqual(4);
});

test("closing the popup ends dictation", async () => {
  const { adapter, latest } = manualDictation();
  const thread = createThread({ agent: manualAgent() });
  render(
    <ThreadProvider thread={thread}>
      <ChatPopup defaultOpen dictation={adapter} />
    </ThreadProvider>,
  );
  await userEvent.click(await microphone());
  expect(latest().signal.aborted).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Close chat" }));
  await waitFor(() => expect(latest().signal.aborted).toBe(true));
});
