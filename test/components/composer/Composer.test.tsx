import {
  act,
  createEvent,
  fireEvent,
  render,
  renderHook,
  screen,
  waitFor,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { Composer } from "../../../src/components/composer/Composer.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useTyping } from "../../../src/hooks/thread/useTyping.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { withThread } from "../../hooks/wrap.tsx";
import { provideWebLocks } from "../../support/webLocks.ts";
import { messageField } from "../chatElements.ts";
import { renderComposer } from "./renderComposer.tsx";

provideWebLocks();

test("Enter sends the text, empties the field and keeps the focus there", async () => {
  const { sent, user } = renderComposer();
  await user.type(messageField(), "  Hello there {Enter}");
  await waitFor(() => expect(sent()).toEqual(["Hello there"]));
  expect(messageField()).toHaveValue("");
  expect(messageField()).toHaveFocus();
});

test("Shift+Enter inserts a line break", async () => {
  const { sent, user } = renderComposer();
  await user.type(messageField(), "one{Shift>}{Enter}{/Shift}two");
  expect(messageField()).toHaveValue("one\ntwo");
  await user.type(messageField(), "{Enter}");
  await waitFor(() => expect(sent()).toEqual(["one\ntwo"]));
});

test.each([
  ["is composing", { isComposing: true, keyCode: 13 }],
  ["has handled the key", { isComposing: false, keyCode: 229 }],
])("Enter does not send when an input method %s", async (_when, fields) => {
  const { sent, user } = renderComposer();
  await user.type(messageField(), "にほん");
  const event = createEvent.keyDown(messageField(), { key: "Enter", ...fields });
  fireEvent(messageField(), event);
  expect(event.defaultPrevented).toBe(false);
  expect(messageField()).toHaveValue("にほん");
  expect(sent()).toEqual([]);
});

test("an empty composer sends nothing, and its button is disabled", async () => {
  const { sent, user } = renderComposer();
  const button = screen.getByRole("button", { name: "Send" });
  expect(button).toHaveAttribute("aria-disabled", "true");
  await user.type(messageField(), "   {Enter}");
  await user.click(button);
  expect(sent()).toEqual([]);
  await user.type(messageField(), "x");
  expect(button).toHaveAttribute("aria-disabled", "false");
});

test("the button sends, becomes a stop button, and stops the run", async () => {
  const { agent, sent, user } = renderComposer();
  await user.type(messageField(), "Hello");
  await user.click(screen.getByRole("button", { name: "Send" }));
  const stop = await screen.findByRole("button", { name: "Stop" });
  await waitFor(() => expect(sent()).toEqual(["Hello"]));
  await user.click(stop);
  expect(agent.signal?.aborted).toBe(true);
  expect(await screen.findByRole("button", { name: "Send" })).toBe(stop);
});

describe("after a switch to another thread", () => {
  function renderTwo() {
    const agent = manualAgent();
    const one = createThread({ agent });
    const other = createThread({ agent: manualAgent() });
    const view = (thread: typeof one) => (
      <StrictMode>
        <ThreadProvider thread={thread}>
          <Composer />
        </ThreadProvider>
      </StrictMode>
    );
    const { rerender } = render(view(one));
    const show = (thread: typeof one) => rerender(view(thread));
    return { agent, one, other, show, user: userEvent.setup() };
  }

  test("each thread keeps its draft", async () => {
    const { one, other, show, user } = renderTwo();
    await user.type(messageField(), "For one");
    show(other);
    expect(messageField()).toHaveValue("");
    await user.type(messageField(), "For the other");
    show(one);
    expect(messageField()).toHaveValue("For one");
    show(other);
    expect(messageField()).toHaveValue("For the other");
  });

  test("a draft survives while no composer shows its thread", async () => {
    const thread = createThread({ agent: manualAgent() });
    const view = (
      <ThreadProvider thread={thread}>
        <Composer />
      </ThreadProvider>
    );
    const { unmount } = render(view);
    await userEvent.type(messageField(), "Half a draft");
    unmount();
    render(view);
    expect(messageField()).toHaveValue("Half a draft");
    await userEvent.type(messageField(), "{Enter}");
    expect(messageField()).toHaveValue("");
  });

  test("a message that could not be sent returns to the field of its own thread", async () => {
    const { one, other, show, user } = renderTwo();
    await act(async () => void one.send("First"));
    await user.type(messageField(), "Second{Enter}");
    await waitFor(() => expect(one.getSnapshot().queue).toHaveLength(1));
    show(other);
    await user.type(messageField(), "Another");
    await act(async () => one.dispose());
    show(one);
    await waitFor(() => expect(messageField()).toHaveValue("Second"));
    show(other);
    expect(messageField()).toHaveValue("Another");
  });
});

test("unmounting one of two composers does not report the end of typing", async () => {
  const thread = createThread({ agent: manualAgent() });
  function Both({ hasTwo }: { readonly hasTwo: boolean }) {
    return (
      <ThreadProvider thread={thread}>
        <Composer />
        {hasTwo && <Composer />}
      </ThreadProvider>
    );
  }
  const typing = renderHook(() => useTyping(), { wrapper: withThread(thread) });
  const { rerender } = render(<Both hasTwo />);
  const user = userEvent.setup();
  for (const one of screen.getAllByRole("textbox")) await user.type(one, "Hm");
  rerender(<Both hasTwo={false} />);
  expect(typing.result.current.isTyping).toBe(true);
  await user.clear(messageField());
  expect(typing.result.current.isTyping).toBe(false);
});
