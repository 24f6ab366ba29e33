import { act, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Chat } from "../../src/components/Chat.tsx";
import { ThreadProvider } from "../../src/hooks/ThreadProvider.tsx";
import { createThread } from "../../src/store/createThread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { textRun } from "../../src/testing/steps.ts";
import { loadViews } from "./loadViews.tsx";

loadViews();

test("hydrates what the server rendered, also when the thread has moved on meanwhile", async () => {
  const thread = createThread({
    agent: scriptedAgent(textRun("Rain")),
    initialMessages: [
      { id: "u1", role: "user", content: "What is the weather?" },
      { id: "a1", role: "assistant", content: "It is **sunny**." },
    ],
  });
  const chat = (
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(chat);
  document.body.append(container);
  const sunny = screen.getByText("sunny");
  await thread.send("And tomorrow?");

  const complaints = vi.spyOn(console, "error");
  const mismatches: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, chat, { onRecoverableError: (error) => mismatches.push(error) }),
  );
  expect(mismatches).toEqual([]);
  expect(complaints).not.toHaveBeenCalled();
  expect(screen.getByText("sunny")).toBe(sunny);
  expect(screen.getByText("Rain")).toBeVisible();

  act(() => root.unmount());
  container.remove();
});
