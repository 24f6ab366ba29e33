import "../../../src/styles/index.css";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { cdp, userEvent } from "vitest/browser";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

/** Session of the DevTools protocol that composes as an input method of the system does. */
interface ImeSession {
  send(
    method: "Input.imeSetComposition",
    params: { text: string; selectionStart: number; selectionEnd: number },
  ): Promise<unknown>;
  send(method: "Input.insertText", params: { text: string }): Promise<unknown>;
  send(
    method: "Input.dispatchKeyEvent",
    params: { type: string; key: string; code: string; windowsVirtualKeyCode: number },
  ): Promise<unknown>;
}

const ime = () => cdp() as ImeSession;

/** Shows the composed text after each key. */
const compose = (text: string) =>
  ime().send("Input.imeSetComposition", {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });

/** Presses a key with the key code 229, which systems report while an input method is open. */
async function pressInside(key: string, during?: () => Promise<unknown>) {
  const fields = { key, code: key, windowsVirtualKeyCode: 229 };
  await ime().send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...fields });
  await during?.();
  await ime().send("Input.dispatchKeyEvent", { type: "keyUp", ...fields });
}

const people = [
  { id: "1", label: "田中" },
  { id: "2", label: "山田" },
];

async function renderChat() {
  const agent = manualAgent();
  const thread = createThread({ agent });
  render(
    <div style={{ blockSize: 500 }}>
      <ThreadProvider thread={thread}>
        <Chat completions={[{ trigger: "@", label: "People", items: people }]} />
      </ThreadProvider>
    </div>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  await userEvent.click(field);
  await waitFor(() => expect(field).toHaveAttribute("aria-autocomplete"));
  const keys: { key: string; keyCode: number; isComposing: boolean }[] = [];
  field.addEventListener("keydown", ({ key, keyCode, isComposing }) => {
    keys.push({ key, keyCode, isComposing });
  });
  const sent = () => agent.inputs.map((input) => input.messages.at(-1)?.content);
  return { agent, thread, field, keys, sent };
}

test.each([
  ["Chinese", ["n", "ni", "ni h", "ni hao"], "你好"],
  ["Japanese", ["n", "に", "にh", "にほ", "にほn", "にほん"], "日本"],
  ["Korean", ["ㅎ", "하", "한"], "한"],
])(
  "%s: Enter that ends the composition does not send, and the next Enter does",
  async (_language, steps, word) => {
    const { field, keys, sent } = await renderChat();
    for (const step of steps) {
      await compose(step);
      await waitFor(() => expect(field).toHaveValue(step));
    }
    await pressInside("Enter", () => ime().send("Input.insertText", { text: word }));
    await waitFor(() => expect(field).toHaveValue(word));
    // The key belonged to a composition, and the listener has received it.
    expect(keys.at(-1)).toEqual({ key: "Enter", keyCode: 229, isComposing: true });
    expect(sent()).toEqual([]);

    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(sent()).toEqual([word]));
    expect(field).toHaveValue("");
  },
);

test("Enter after `compositionend`, as in Safari, does not send", async () => {
  const { field, keys, sent } = await renderChat();
  await compose("にほん");
  await ime().send("Input.insertText", { text: "日本" });
  await waitFor(() => expect(field).toHaveValue("日本"));
  await pressInside("Enter");
  await waitFor(() =>
    expect(keys.at(-1)).toEqual({ key: "Enter", keyCode: 229, isComposing: false }),
  );
  expect(field).toHaveValue("日本");
  expect(sent()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(sent()).toEqual(["日本"]));
});

test("Escape and ArrowUp during a composition neither stop the run nor open an editor", async () => {
  const { agent, field, keys, sent } = await renderChat();
  await userEvent.keyboard("First{Enter}");
  await waitFor(() => expect(sent()).toEqual(["First"]));
  await act(() => agent.started());
  await pressInside("ArrowUp");
  await compose("に");
  await pressInside("Escape");
  await pressInside("ArrowUp");
  await waitFor(() => expect(keys.filter(({ keyCode }) => keyCode === 229)).toHaveLength(3));
  expect(agent.signal?.aborted).toBe(false);
  // An editor of the last message would be a second text field.
  expect(screen.getAllByRole("textbox")).toEqual([field]);
  await compose("");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(agent.signal?.aborted).toBe(true));
});

test("the completions menu ignores composition keys and searches for the composed text", async () => {
  const { field, sent } = await renderChat();
  await userEvent.keyboard("@");
  const first = await screen.findByRole("option", { name: "田中" });
  await compose("やま");
  await pressInside("ArrowDown");
  await pressInside("Escape");
  await pressInside("Tab");
  expect(first).toHaveAttribute("aria-selected", "true");
  await pressInside("Enter", () => ime().send("Input.insertText", { text: "山" }));
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  expect(field).toHaveValue("@山");
  expect(sent()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(field).toHaveValue("@山田 "));
  expect(sent()).toEqual([]);
});
