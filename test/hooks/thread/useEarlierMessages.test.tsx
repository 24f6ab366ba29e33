import { act, renderHook, render as rtlRender, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import {
  AgentKitError,
  EarlierMessages,
  ThreadProvider,
  useEarlierMessages,
  useMessages,
} from "../../../src/index.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";

function render(thread: Thread) {
  let renders = 0;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ThreadProvider thread={thread}>{children}</ThreadProvider>
  );
  const view = renderHook(
    () => {
      renders += 1;
      return useEarlierMessages();
    },
    { wrapper },
  );
  return { view, renders: () => renders, wrapper };
}

test("load() connects an empty thread, then prepends pages until none is left", async () => {
  const manual = manualAgent();
  const thread = createThread({
    agent: { run: manual.run, ...pagedHistory(turnMessages(0, 3), 4) },
  });
  const { view, wrapper } = render(thread);
  const messages = renderHook(() => useMessages(), { wrapper });
  expect(view.result.current).toMatchObject({ hasMore: false, isLoading: false, error: undefined });
  const { load } = view.result.current;
  await act(load);
  expect(messages.result.current).toEqual(turnMessages(1, 3));
  expect(view.result.current).toMatchObject({ hasMore: true, isLoading: false });
  await act(load);
  expect(messages.result.current).toEqual(turnMessages(0, 3));
  expect(view.result.current).toMatchObject({ hasMore: false, isLoading: false });
  expect(view.result.current.load).toBe(load);
});

test("load() resolves with `error` set on a failure, and can be retried", async () => {
  const paged = pagedHistory(turnMessages(0, 4), 4);
  let isOffline = false;
  const thread = createThread({
    agent: {
      run: manualAgent().run,
      history(request) {
        if (isOffline) throw new AgentKitError("network", "There is no network.");
        return paged.history(request);
      },
    },
  });
  const { view } = render(thread);
  await act(view.result.current.load);
  isOffline = true;
  await act(view.result.current.load);
  expect(view.result.current).toMatchObject({ hasMore: true, error: { code: "network" } });
  isOffline = false;
  await act(view.result.current.load);
  expect(view.result.current).toMatchObject({ hasMore: false, error: undefined });
});

test("load() rejects for an agent without a history", async () => {
  const thread = createThread({ agent: manualAgent(), initialMessages: turnMessages(0, 1) });
  const { view } = render(thread);
  await expect(view.result.current.load()).rejects.toMatchObject({ code: "invalid-argument" });
});

test("useEarlierMessages does not re-render while text streams", async () => {
  const manual = manualAgent();
  const thread = createThread({
    agent: { run: manual.run, ...pagedHistory(turnMessages(0, 3), 2) },
  });
  const { view, renders } = render(thread);
  await act(view.result.current.load);
  const before = renders();
  const ended = thread.send("Hi");
  const { threadId, runId } = await manual.started();
  await act(() => manual.emit({ type: "RUN_STARTED", threadId, runId }));
  for (let n = 0; n < 3; n++) {
    await act(() => manual.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "word " }));
  }
  await act(() => manual.emit({ type: "RUN_FINISHED", threadId, runId }));
  await act(() => manual.finish());
  await act(() => ended);
  await waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
  expect(renders()).toBe(before);
});

test("EarlierMessages offers to reload the page when a deployment has removed its code", async () => {
  const loaded = createThread({
    agent: { run: manualAgent().run, ...pagedHistory(turnMessages(0, 3), 4) },
  });
  await loaded.connect();
  const thread: Thread = {
    ...loaded,
    loadEarlier: () => Promise.reject(new AgentKitError("load-failed", "The code is gone.")),
  };
  rtlRender(
    <ThreadProvider thread={thread}>
      <EarlierMessages />
    </ThreadProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Load earlier messages" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "This page was updated. Reload to continue.",
  );
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
