import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ChatPopup } from "../../../src/components/chat/ChatPopup.tsx";
import {
  ChatSidebar,
  type ChatSidebarProps,
  ChatSidebarToggle,
} from "../../../src/components/chat/ChatSidebar.tsx";
import { splitForSpeech } from "../../../src/components/message/speech.ts";
import { useReadAloud } from "../../../src/components/message/useReadAloud.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

/** What a browser has and jsdom has not: it notes what it is to say, and says it when it is told to. */
class Utterance {
  lang = "";
  onend: (() => void) | undefined;
  onerror: ((event: { readonly error: string }) => void) | undefined;
  constructor(readonly text: string) {}
}

let spoken: Utterance[] = [];

function cancel(): void {
  const stopped = spoken;
  spoken = [];
  for (const one of stopped) one.onerror?.({ error: "canceled" });
}

beforeEach(() => {
  spoken = [];
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", { cancel, speak: (one: Utterance) => spoken.push(one) });
});
afterEach(() => vi.unstubAllGlobals());

const texts = () => spoken.map(({ text }) => text);

const answer = (id: string, content: string): readonly Message[] => [
  { id: `u-${id}`, role: "user", content: "Hm?" },
  { id, role: "assistant", content },
];

function renderChat() {
  const thread = createThread({
    agent: manualAgent(),
    initialMessages: [...answer("a", "# Plan\n\nGo on **Saturday**."), ...answer("b", "Or not.")],
  });
  return render(
    <StrictMode>
      <div lang="de">
        <ThreadProvider thread={thread}>
          <Chat />
        </ThreadProvider>
      </div>
    </StrictMode>,
  );
}

const [first, second] = [0, 1].map(
  (at) => () =>
    screen.getAllByRole("button", { name: /Read aloud|Stop reading/ })[at] as HTMLElement,
) as [() => HTMLElement, () => HTMLElement];

describe("the button below an answer", () => {
  test("reads its words in the language of the page, without the Markdown, and stops", async () => {
    renderChat();
    await userEvent.click(first());
    expect(texts()).toEqual(["Plan", "Go on Saturday."]);
    expect(spoken.map(({ lang }) => lang)).toEqual(["de", "de"]);
    expect(first()).toHaveAccessibleName("Stop reading");
    await userEvent.click(first());
    expect(spoken).toEqual([]);
    expect(first()).toHaveAccessibleName("Read aloud");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("is one of two at a time, and over when all is said", async () => {
    renderChat();
    await userEvent.click(first());
    await userEvent.click(second());
    expect(texts()).toEqual(["Or not."]);
    expect(first()).toHaveAccessibleName("Read aloud");
    expect(second()).toHaveAccessibleName("Stop reading");
    await act(async () => spoken.at(-1)?.onend?.());
    expect(second()).toHaveAccessibleName("Read aloud");
  });

  test("stops when it goes", async () => {
    const { unmount } = renderChat();
    await userEvent.click(first());
    unmount();
    expect(spoken).toEqual([]);
  });

  test("says when the browser could not", async () => {
    renderChat();
    await userEvent.click(first());
    await act(async () => spoken[0]?.onerror?.({ error: "synthesis-failed" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t read this aloud");
    expect(first()).toHaveAccessibleName("Read aloud");
  });

  test("is not there in a browser that cannot speak, or on a server", () => {
    vi.unstubAllGlobals();
    renderChat();
    expect(screen.queryByRole("button", { name: "Read aloud" })).toBeNull();
    const Mine = () => String(useReadAloud().isSupported);
    expect(renderToString(<Mine />)).toBe("false");
  });
});

describe("what is spoken", () => {
  test("is cut by the paragraph and the item, so that there are pauses", () => {
    expect(
      splitForSpeech("## Day\nWalk.\n\n- *One*\n- [Two](https://example.com)\n\n```js\nx\n```"),
    ).toEqual(["Day Walk.", "One", "Two", "x"]);
  });

  test("is never longer than a browser can say without falling silent", () => {
    const sentence = "It depends on the weather. ";
    const pieces = splitForSpeech(
      `${sentence.repeat(40)}\n\n${"长".repeat(500)}\n\n${"word ".repeat(90)}`,
    );
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(200);
    expect(pieces.join(" ").replace(/\s/g, "")).toBe(
      `${sentence.repeat(40)}${"长".repeat(500)}${"word ".repeat(90)}`.replace(/\s/g, ""),
    );
    expect(pieces[0]?.endsWith(".")).toBe(true);
  });
});

const Beside = (props: ChatSidebarProps) => (
  <ChatSidebar {...props}>
    <ChatSidebarToggle />
  </ChatSidebar>
);

test.each([
  ["popup", ChatPopup],
  ["sidebar", Beside],
])("stops when the %s it is read in is closed", async (_name, Surface) => {
  const user = userEvent.setup();
  const thread = createThread({ agent: manualAgent(), initialMessages: answer("b", "Or not.") });
  render(
    <ThreadProvider thread={thread}>
      <Surface defaultOpen />
    </ThreadProvider>,
  );
  await user.click(await screen.findByRole("button", { name: "Read aloud" }));
  expect(texts()).toEqual(["Or not."]);
  await user.click(screen.getByRole("button", { name: "Close chat" }));
  await waitFor(() => expect(texts()).toEqual([]));
});
