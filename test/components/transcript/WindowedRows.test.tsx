import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { savedScrollPositions } from "../../../src/components/transcript/autoscroll/useAutoscroll.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

/** A chat with this many user messages, and optionally the message at which the user last read. */
function chatOf(count: number, readId?: string) {
  const initialMessages = Array.from({ length: count }, (_, n) => ({
    ...{ id: `u${n}`, role: "user" as const, content: `Question ${n}.` },
  }));
  const thread = createThread({ agent: manualAgent(), initialMessages });
  const readMarker = { id: undefined, interruptIds: [] };
  savedScrollPositions.updateState(thread, () =>
    readId ? { anchorRow: { id: readId, offset: 0 }, readMarker } : undefined,
  );
  return (
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>
  );
}

test("renders all rows of up to 1,000 messages after the first frame", async () => {
  render(chatOf(200));
  expect(screen.queryByText("Question 0.")).toBeNull();
  expect(await screen.findByText("Question 0.")).toBeVisible();
  expect(screen.getAllByText(/^Question \d+\.$/)).toHaveLength(200);
});

test("renders the end of a long conversation when the user sends a message", async () => {
  render(chatOf(3000, "u300"));
  expect(screen.getByText("Question 300.")).toBeVisible();
  expect(screen.queryByText("Question 2999.")).toBeNull();
  const field = screen.getByRole("textbox", { name: "Message" });
  fireEvent.change(field, { target: { value: "What now?" } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(await within(screen.getByRole("log")).findByText("What now?")).toBeVisible();
  expect(screen.getByText("Question 2999.")).toBeVisible();
});

test.each([129, 1000, 1001])(
  "hydrates the end of %i messages that the server rendered",
  async (count) => {
    const chat = chatOf(count);
    const container = document.createElement("div");
    container.innerHTML = renderToString(chat);
    document.body.append(container);
    const sent = screen.getByText(`Question ${count - 1}.`);
    expect(screen.getAllByText(/^Question \d+\.$/)).toHaveLength(48);
    const mismatches: unknown[] = [];
    const root = await act(async () =>
      hydrateRoot(container, chat, { onRecoverableError: (error) => mismatches.push(error) }),
    );
    expect(mismatches).toEqual([]);
    expect(screen.getByText(`Question ${count - 1}.`)).toBe(sent);
    if (count <= 1000) expect(await screen.findByText("Question 0.")).toBeVisible();
    act(() => root.unmount());
    container.remove();
  },
);
