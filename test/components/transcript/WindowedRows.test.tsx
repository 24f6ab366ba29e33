import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

const path = "../../../src/components/transcript/WindowEdge.tsx";

afterEach(() => {
  vi.doUnmock(path);
  vi.restoreAllMocks();
});

/** A chat of so many messages, with code that is loaded anew. */
async function chatOf(count: number, readId?: string) {
  vi.resetModules();
  const { Chat } = await import("../../../src/components/chat/Chat.tsx");
  const { ThreadProvider } = await import("../../../src/hooks/providers/ThreadProvider.tsx");
  const { createThread } = await import("../../../src/store/thread/createThread.ts");
  const initialMessages = Array.from({ length: count }, (_, n) => ({
    ...{ id: `u${n}`, role: "user" as const, content: `Question ${n}.` },
  }));
  const thread = createThread({ agent: manualAgent(), initialMessages });
  const { savedScrollPositions } = await import(
    "../../../src/components/transcript/autoscroll/useAutoscroll.ts"
  );
  const seen = { id: undefined, questions: [] };
  savedScrollPositions.update(thread, () =>
    readId ? { place: { id: readId, offset: 0 }, seen } : undefined,
  );
  return (
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>
  );
}

test("where what draws more cannot be loaded, the end is there, and a way to try again", async () => {
  vi.doMock(path, () => {
    throw new Error("offline");
  });
  render(await chatOf(1001));
  expect(screen.getByText("Question 1000.")).toBeVisible();
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByText("Question 1000.")).toBeVisible();
  vi.doUnmock(path);
  fireEvent.click(retry);
  expect(await screen.findByRole("button", { name: "Load earlier messages" })).toBeVisible();
  expect(screen.getByText("Question 1000.")).toBeVisible();
});

test("up to a thousand are all there without it, and nothing is loaded for them", async () => {
  const load = vi.fn();
  vi.doMock(path, () => {
    load();
    throw new Error("offline");
  });
  render(await chatOf(200));
  expect(screen.queryByText("Question 0.")).toBeNull();
  expect(await screen.findByText("Question 0.")).toBeVisible();
  expect(screen.getAllByText(/^Question \d+\.$/)).toHaveLength(200);
  expect(load).not.toHaveBeenCalled();
});

test("where what draws more cannot be loaded, what is sent is there all the same", async () => {
  vi.doMock(path, () => {
    throw new Error("offline");
  });
  render(await chatOf(3000, "u300"));
  expect(screen.getByText("Question 300.")).toBeVisible();
  expect(screen.queryByText("Question 2999.")).toBeNull();
  const field = screen.getByRole("textbox", { name: "Message" });
  fireEvent.change(field, { target: { value: "What now?" } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(await within(screen.getByRole("log")).findByText("What now?")).toBeVisible();
  expect(screen.getByText("Question 2999.")).toBeVisible();
});

test.each([129, 1000, 1001])(
  "of %i messages a server sends the end, which is hydrated",
  async (count) => {
    const chat = await chatOf(count);
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
