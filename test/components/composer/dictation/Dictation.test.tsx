import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { drafts } from "../../../../src/components/composer/draft.ts";
import { createThread } from "../../../../src/store/thread/createThread.ts";
import { messageField } from "../../chatElements.ts";
import { manualDictation, microphone, renderDictation } from "./manualDictation.tsx";

async function renderListening() {
  const speech = manualDictation();
  const rendered = renderDictation(speech.adapter);
  const user = userEvent.setup();
  const listen = async () => user.click(await microphone());
  return { ...speech, ...rendered, user, listen };
}

test("no button is shown without an adapter or browser support", async () => {
  const { adapter, show, thread } = await renderListening();
  expect(await microphone()).toHaveAttribute("aria-pressed", "false");
  show(thread);
  renderDictation({ ...adapter, isSupported: () => false });
  // Only the button of the first composer.
  expect(screen.getAllByRole("button", { name: "Dictate" })).toHaveLength(1);
});

test("start and end of dictation are announced", async () => {
  const { listen, latest } = await renderListening();
  await listen();
  expect(await microphone()).toHaveAttribute("aria-pressed", "true");
  expect(screen.getByRole("status")).toHaveTextContent("Listening…");
  expect(screen.getByText(/^Listening/, { selector: "p" })).toBeInTheDocument();
  await listen();
  expect(latest().signal.aborted).toBe(true);
  expect(await microphone()).toHaveAttribute("aria-pressed", "false");
  expect(screen.getByRole("status")).toHaveTextContent("Dictation ended");
});

test("interim text appears and is replaced by the final text", async () => {
  const { listen, latest, user, sent } = await renderListening();
  await user.type(messageField(), "Please");
  await listen();
  act(() => latest().onInterim("wreck"));
  expect(messageField()).toHaveValue("Please wreck");
  act(() => latest().onInterim("recognize"));
  expect(messageField()).toHaveValue("Please recognize");
  act(() => latest().onFinal("recognize speech."));
  act(() => latest().onInterim("thank"));
  expect(messageField()).toHaveValue("Please recognize speech. thank");
  act(() => latest().onFinal("Thanks!"));
  await user.type(messageField(), "{Enter}");
  await waitFor(() => expect(sent()).toEqual(["Please recognize speech. Thanks!"]));
});

test("dictation writes at the caret, and edits by the user stay", async () => {
  const { listen, latest, user } = await renderListening();
  await user.type(messageField(), "one three");
  messageField().setSelectionRange(4, 4);
  await listen();
  act(() => latest().onInterim("to"));
  expect(messageField()).toHaveValue("one to three");
  await user.type(messageField(), "!", { initialSelectionStart: 12, initialSelectionEnd: 12 });
  await user.type(messageField(), ">", { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect(messageField()).toHaveValue(">one to three!");
  expect(messageField().selectionStart).toBe(1);
  act(() => latest().onFinal("two"));
  expect(messageField()).toHaveValue(">one two three!");
  expect(messageField().selectionStart).toBe(1);
});

test("the stop button keeps dictated text", async () => {
  const { agent, listen, latest, user, sent } = await renderListening();
  await user.type(messageField(), "First{Enter}");
  await waitFor(() => expect(sent()).toHaveLength(1));
  await act(() => agent.started());
  await listen();
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(agent.signal?.aborted).toBe(true);
  act(() => latest().onFinal("Second"));
  expect(messageField()).toHaveValue("Second");
});

test("an edited interim text stays as it is until the next sentence", async () => {
  const { listen, latest, user } = await renderListening();
  await listen();
  act(() => latest().onInterim("hallo"));
  await user.type(messageField(), "{Backspace}", {
    initialSelectionStart: 2,
    initialSelectionEnd: 2,
  });
  expect(messageField()).toHaveValue("hllo");
  act(() => latest().onInterim("hallo there"));
  act(() => latest().onFinal("Hello there"));
  expect(messageField()).toHaveValue("hllo");
  messageField().setSelectionRange(4, 4);
  act(() => latest().onFinal("again"));
  expect(messageField()).toHaveValue("hllo again");
});

describe("the end of dictation", () => {
  test("dictation ends when the message is sent, and nothing is written afterwards", async () => {
    const { listen, latest, user, sent } = await renderListening();
    await listen();
    act(() => latest().onInterim("Hello"));
    await user.type(messageField(), "{Enter}");
    await waitFor(() => expect(sent()).toEqual(["Hello"]));
    expect(latest().signal.aborted).toBe(true);
    act(() => latest().onFinal("Hello there"));
    expect(messageField()).toHaveValue("");
    expect(await microphone()).toHaveAttribute("aria-pressed", "false");
  });

  test("dictation ends on Escape without stopping the run, and the final text still arrives", async () => {
    const { listen, latest, user, agent } = await renderListening();
    await user.type(messageField(), "First{Enter}");
    await act(() => agent.started());
    await listen();
    act(() => latest().onInterim("and"));
    await user.keyboard("{Escape}");
    expect(latest().signal.aborted).toBe(true);
    expect(agent.signal?.aborted).toBe(false);
    act(() => latest().onFinal("And then"));
    expect(messageField()).toHaveValue("And then");
    await act(async () => latest().end());
    await user.keyboard("{Escape}");
    expect(agent.signal?.aborted).toBe(true);
  });

  test("dictation ends when another thread is shown, and writes nothing there", async () => {
    const { listen, latest, show, agent } = await renderListening();
    await listen();
    act(() => latest().onInterim("Hello"));
    show(createThread({ agent, threadId: "other" }));
    expect(latest().signal.aborted).toBe(true);
    act(() => latest().onFinal("Hello there"));
    expect(messageField()).toHaveValue("");
    expect(await microphone()).toHaveAttribute("aria-pressed", "false");
  });

  test("dictation ends when the composer unmounts", async () => {
    const { listen, latest, unmount } = await renderListening();
    await listen();
    unmount();
    expect(latest().signal.aborted).toBe(true);
  });

  test("dictation ends when the application replaces the text", async () => {
    const { listen, latest, thread, user } = await renderListening();
    await user.type(messageField(), "Take");
    await listen();
    act(() => latest().onInterim("the train"));
    const other = { ...drafts.readState(thread), text: "Another" };
    act(() => drafts.updateState(thread, () => other));
    expect(messageField()).toHaveValue("Another");
    expect(latest().signal.aborted).toBe(true);
    act(() => latest().onFinal("the train"));
    expect(messageField()).toHaveValue("Another");
  });

  test("dictation ends on Escape, unless an input method uses the key", async () => {
    const { listen, latest, user } = await renderListening();
    await listen();
    act(() => {
      const key = { key: "Escape", bubbles: true, cancelable: true, isComposing: true };
      messageField().dispatchEvent(new KeyboardEvent("keydown", key));
    });
    expect(latest().signal.aborted).toBe(false);
    expect(await microphone()).toHaveAttribute("aria-pressed", "true");
    await user.type(messageField(), "{Escape}");
    expect(latest().signal.aborted).toBe(true);
    expect(await microphone()).toHaveAttribute("aria-pressed", "false");
  });

  test("dictation ends on a second press without an error, even when the adapter rejects", async () => {
    const { listen, latest } = await renderListening();
    await listen();
    await listen();
    await act(async () => latest().fail(latest().signal.reason));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole("status")).toHaveTextContent("Dictation ended");
  });

  test("the end of a dictation does not affect a later dictation", async () => {
    const { listen, sessions } = await renderListening();
    await listen();
    await listen();
    await listen();
    const [first, second] = sessions;
    await act(async () => first?.fail(new DOMException("late", "NetworkError")));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(await microphone()).toHaveAttribute("aria-pressed", "true");
    act(() => second?.onFinal("Hello"));
    expect(messageField()).toHaveValue("Hello");
  });

  test("dictation ends when the adapter resolves", async () => {
    const { listen, latest } = await renderListening();
    await listen();
    await act(async () => latest().end());
    expect(await microphone()).toHaveAttribute("aria-pressed", "false");
    expect(screen.getByRole("status")).toHaveTextContent("Dictation ended");
  });
});

test.each([
  ["NotAllowedError", /access is blocked/],
  ["NotFoundError", /No microphone/],
  ["NotReadableError", /No microphone/],
  ["NotSupportedError", /isn’t available in this browser/],
  ["NetworkError", /needs an internet connection/],
  ["OperationError", /Dictation stopped/],
])("%s shows a message for the user", async (name, words) => {
  const { listen, latest, user } = await renderListening();
  await user.type(messageField(), "Kept");
  await listen();
  await act(async () => latest().fail(new DOMException("why", name)));
  expect(screen.getByRole("alert")).toHaveTextContent(words);
  expect(await microphone()).toHaveAttribute("aria-pressed", "false");
  expect(messageField()).toHaveValue("Kept");
  await listen();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("dictation uses the language of the page around it", async () => {
  document.body.lang = "pt-BR";
  const { listen, latest } = await renderListening();
  await listen();
  expect(latest().language).toBe("pt-BR");
  document.body.removeAttribute("lang");
});
