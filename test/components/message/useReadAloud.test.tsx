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

/** Replaces the browser's utterance, which jsdom lacks. The tests end and fail it. */
class FakeUtterance {
  lang = "";
  onend: (() => void) | undefined;
  onerror: ((event: { readonly error: string }) => void) | undefined;
  constructor(readonly text: string) {}
}

let spoken: FakeUtterance[] = [];

function cancel(): void {
  const stopped = spoken;
  spoken = [];
  for (const utterance of stopped) utterance.onerror?.({ error: "canceled" });
}

beforeEach(() => {
  spoken = [];
  vi.stubGlobal("SpeechSynthesisUtterance", FakeUtterance);
  vi.stubGlobal("speechSynthesis", {
    cancel,
    speak: (utterance: FakeUtterance) => spoken.push(utterance),
  });
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
  (index) => () =>
    screen.getAllByRole("button", { name: /Read aloud|Stop reading/ })[index] as HTMLElement,
) as [() => HTMLElement, () => HTMLElement];

describe("the read-aloud button", () => {
  test("reads the answer without Markdown in the language of the document, and stops", async () => {
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

  test("cancels the speech of another answer, and resets when the speech ends", async () => {
    renderChat();
    await userEvent.click(first());
    await userEvent.click(second());
    expect(texts()).toEqual(["Or not."]);
    expect(first()).toHaveAccessibleName("Read aloud");
    expect(second()).toHaveAccessibleName("Stop reading");
    await act(async () => spoken.at(-1)?.onend?.());
    expect(second()).toHaveAccessibleName("Read aloud");
  });

  test("stops when it unmounts", async () => {
    const { unmount } = renderChat();
    await userEvent.click(first());
    expect(texts()).toEqual(["Plan", "Go on Saturday."]);
    unmount();
    expect(spoken).toEqual([]);
  });

  test("shows an error when the browser fails to speak", async () => {
    renderChat();
    await userEvent.click(first());
    await act(async () => spoken[0]?.onerror?.({ error: "synthesis-failed" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t read this aloud");
    expect(first()).toHaveAccessibleName("Read aloud");
  });

  test("is missing in a browser without speech synthesis, and on a server", () => {
    vi.unstubAllGlobals();
    renderChat();
    expect(screen.queryByRole("button", { name: "Read aloud" })).toBeNull();
    const Support = () => String(useReadAloud().isSupported);
    expect(renderToString(<Support />)).toBe("false");
  });
});

describe("splitForSpeech", () => {
  test("splits between paragraphs and list items", () => {
    expect(
      splitForSpeech("## Day\nWalk.\n\n- *One*\n- [Two](https://example.com)\n\n```js\nx\n```"),
    ).toEqual(["Day Walk.", "One", "Two", "x"]);
  });

  test("splits text that is too long for one utterance", () => {
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

const SidebarWithToggle = (props: ChatSidebarProps) => (
  <ChatSidebar {...props}>
    <ChatSidebarToggle />
  </ChatSidebar>
);

test.each([
  ["popup", ChatPopup],
  ["sidebar", SidebarWithToggle],
])("speech stops when its %s closes", async (_name, Surface) => {
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
