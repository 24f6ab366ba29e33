import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { calls, deletion, recommended } from "../interrupt/deletion.ts";
import { type InterruptInput, openInterrupts } from "../interrupt/openInterrupts.tsx";

type OpenChat = Awaited<ReturnType<typeof openInterrupts>>;

/** Unmounts the chat and renders another one of the same thread, as when the user returns to it. */
function renderAgain({ unmount, thread }: OpenChat): void {
  unmount();
  render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
}

const title = { type: "object", properties: { title: { type: "string", title: "Title" } } };

test.each<
  [kind: string, input: InterruptInput, open: string | undefined, field: string, text: string]
>([
  ["an answer as text", { reason: "input_required" }, undefined, "Your answer", "At noon"],
  ["the reason of a denial", deletion, "Deny", "Reason", "It is mine"],
  ["a form", { reason: "input_required", responseSchema: title }, undefined, "Title", "A day out"],
  ["edited arguments", { ...deletion, responseSchema: recommended }, "Edit", "Path", "/dat/b"],
])("%s that is not sent is there again after the chat was unmounted", async (...row) => {
  const [, input, open, label, text] = row;
  const chat = await openInterrupts([input], { toolCalls: calls });
  if (open !== undefined) await chat.press(open);
  const field = () => screen.findByRole("textbox", { name: new RegExp(`^${label}`) });
  await chat.user.clear(await field());
  await chat.user.type(await field(), text);
  renderAgain(chat);
  expect(await field()).toHaveValue(text);
  expect(document.activeElement).not.toBe(await field());
});

test("chosen files that are not sent are there again after the chat was unmounted", async () => {
  const responseSchema = { type: "string", contentEncoding: "base64", title: "Photo" };
  const chat = await openInterrupts([{ reason: "upload_required", responseSchema }]);
  const input = chat.container.querySelector("input[type=file]") as HTMLInputElement;
  await chat.user.upload(input, new File(["x"], "tram.png", { type: "image/png" }));
  await screen.findByText("tram.png");
  renderAgain(chat);
  await screen.findByText("tram.png");
});

test("a question that is asked again under its id begins with an empty field", async () => {
  const interrupts = [{ id: "i1", reason: "input_required" }];
  const asks = [runStarted(), runFinished({ outcome: { type: "interrupt", interrupts } })];
  const thread = createThread({ agent: scriptedAgent(asks, asks) });
  render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  await act(() => thread.run());
  const field = () => screen.findByRole("textbox", { name: /^Your answer/ });
  const first = await field();
  await userEvent.type(first, "At noon");
  await userEvent.click(screen.getByRole("button", { name: "Send answer" }));
  await waitFor(() => expect(first).not.toBeInTheDocument());
  expect(await field()).toHaveValue("");
});

test("an answer that is changed begins with the answer and not with an older draft", async () => {
  const chat = await openInterrupts([{ reason: "input_required" }, { reason: "input_required" }]);
  const [first] = screen.getAllByRole("textbox", { name: /^Your answer/ });
  await chat.user.type(first as HTMLElement, "At noon");
  await chat.user.click(screen.getAllByRole("button", { name: "Send answer" })[0] as HTMLElement);
  await userEvent.click(await screen.findByRole("button", { name: /^Change/ }));
  const [changed] = await screen.findAllByRole("textbox", { name: /^Your answer/ });
  expect(changed).toHaveValue("At noon");
  await chat.user.type(changed as HTMLElement, ", please");
  await act(async () => {});
  renderAgain(chat);
  const [restored] = await screen.findAllByRole("textbox", { name: /^Your answer/ });
  expect(restored).toHaveValue("At noon, please");
});
