import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, StrictMode } from "react";
import { describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { runStarted, textRun } from "../../../src/testing/runSteps.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { throughJson } from "../../reducer/reduce.ts";
import { createClientToolThread, resultsRun } from "../../store/interrupts/clientToolThread.ts";
import { call, callRun, resultsIn, waitForSnapshot } from "../../store/tools/calls.ts";
import { FrontendTool, HumanTool, ToolRenderer } from "../toolChat.tsx";

const never = () => new Promise<never>(() => {});
const runAgain = () => screen.queryByRole("button", { name: "Run again" });

/** Creates a snapshot taken while a handler runs, after a JSON round trip. */
async function createInterruptedSnapshot() {
  const thread = createThread({ agent: scriptedAgent(callRun(call("copy", { from: "a" }))) });
  thread.registerTool({ name: "copy", handler: never });
  void thread.send("Copy it");
  await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.status === "running");
  return JSON.parse(JSON.stringify(thread.getSnapshot())) as ReturnType<Thread["getSnapshot"]>;
}

async function renderRestored(...scripts: readonly Script[]) {
  const agent = scriptedAgent(...scripts);
  const thread = createThread({ agent, snapshot: await createInterruptedSnapshot() });
  const view = (children: ReactNode) => (
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Chat />
        {children}
      </ThreadProvider>
    </StrictMode>
  );
  const page = (children: ReactNode) => {
    const { rerender } = render(view(children));
    return { show: (children: ReactNode) => rerender(view(children)) };
  };
  return { agent, thread, page };
}

describe("a call that a reload cut off", () => {
  test("does not rerun by itself, but when the user asks for it", async () => {
    const { agent, thread, page } = await renderRestored(textRun("Copied"));
    const handler = vi.fn(() => "3 files");
    page(<FrontendTool name="copy" handler={handler} />);
    expect(screen.getByText("Interrupted")).toBeVisible();
    expect(resultsIn(thread.getSnapshot()).c1).toMatchObject({ error: "interrupted" });
    expect(handler).not.toHaveBeenCalled();

    await userEvent.click(await screen.findByRole("button", { name: "Run again" }));
    expect(await screen.findByText("Copied")).toBeVisible();
    expect(handler).toHaveBeenCalledTimes(1);
    expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "3 files" });
    expect(runAgain()).not.toBeInTheDocument();
    expect(screen.getByRole("textbox")).toHaveFocus();
  });

  test("passes status, error and `rerun` to a custom renderer", async () => {
    const { page } = await renderRestored(textRun("Copied"));
    page(
      <FrontendTool
        name="copy"
        handler={() => "3 files"}
        render={({ status, error, result, rerun }) => (
          <button type="button" disabled={!rerun} onClick={() => void rerun?.()}>
            {`${status} ${error ?? String(result)}`}
          </button>
        )}
      />,
    );
    await userEvent.click(screen.getByRole("button", { name: "failed interrupted" }));
    expect(await screen.findByRole("button", { name: "complete 3 files" })).toBeDisabled();
    expect(await screen.findByText("Copied")).toBeVisible();
  });

  test("offers no rerun without a registered tool", async () => {
    const { page } = await renderRestored(textRun("Copied"));
    page(<ToolRenderer name="copy" render={({ rerun }) => <p>{typeof rerun}</p>} />);
    expect(screen.getByText("undefined")).toBeVisible();
  });

  test("asks the user again when its tool is a human tool", async () => {
    const { agent, page } = await renderRestored(textRun("Copied"));
    page(
      <HumanTool
        name="copy"
        render={({ status, rerun, respond }) => (
          <button type="button" onClick={() => void (rerun ? rerun() : respond("all of it"))}>
            {rerun ? "Ask again" : status}
          </button>
        )}
      />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Ask again" }));
    await userEvent.click(await screen.findByRole("button", { name: "waiting" }));
    expect(await screen.findByText("Copied")).toBeVisible();
    expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "all of it" });
  });

  test("does not rerun after its component unmounts, although the button was visible", async () => {
    const { agent, page } = await renderRestored(textRun("Copied"));
    const { show } = page(<FrontendTool name="copy" handler={() => "3 files"} />);
    const button = await screen.findByRole("button", { name: "Run again" });
    show(null);
    await userEvent.click(button);
    expect(agent.inputs).toHaveLength(0);
    expect(screen.getByText("Interrupted")).toBeVisible();
  });

  test("ignores an outdated `rerun` after its component unmounts", async () => {
    const { agent, page } = await renderRestored(textRun("Copied"));
    const reruns: (() => Promise<void>)[] = [];
    const renderer = (
      <ToolRenderer
        name="copy"
        render={({ rerun }) => {
          if (rerun) reruns.push(rerun);
          return null;
        }}
      />
    );
    const { show } = page([<FrontendTool key="t" name="copy" handler={() => 3} />, renderer]);
    await waitFor(() => expect(reruns).not.toEqual([]));
    show([renderer]);
    await expect(reruns[0]?.()).resolves.toBeUndefined();
    expect(agent.inputs).toHaveLength(0);
  });

  test("offers no rerun during a run", async () => {
    const { thread, page } = await renderRestored([runStarted(), { delayMs: 60_000 }]);
    page(<FrontendTool name="copy" handler={() => "3 files"} />);
    expect(runAgain()).toBeVisible();
    act(() => void thread.run());
    await waitFor(() => expect(runAgain()).not.toBeInTheDocument());
    act(() => thread.stop());
    expect(await screen.findByRole("button", { name: "Run again" })).toBeVisible();
  });

  test("offers no rerun after the next user message", async () => {
    const { thread, page } = await renderRestored(textRun("Fine"));
    page(<FrontendTool name="copy" handler={() => "3 files"} />);
    expect(runAgain()).toBeVisible();
    await act(() => thread.send("Never mind"));
    expect(runAgain()).not.toBeInTheDocument();
  });
});

test("a rerunning call is aborted when the AgentProvider unmounts", async () => {
  const agent = scriptedAgent(textRun("Copied"));
  let handlerSignal: AbortSignal | undefined;
  const { unmount } = render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <ThreadProvider snapshot={await createInterruptedSnapshot()}>
          <FrontendTool
            name="copy"
            handler={(_, { signal }) => {
              handlerSignal = signal;
              return never();
            }}
          />
          <Chat />
        </ThreadProvider>
      </AgentProvider>
    </StrictMode>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Run again" }));
  await waitFor(() => expect(handlerSignal?.aborted).toBe(false));
  unmount();
  await waitFor(() => expect(handlerSignal?.aborted).toBe(true));
  expect(agent.inputs).toHaveLength(0);
});

test("a call that the user stopped can be rerun", async () => {
  const agent = scriptedAgent(callRun(call("copy")), textRun("Copied"));
  const thread = createThread({ agent });
  let isSlow = true;
  render(
    <ThreadProvider thread={thread}>
      <FrontendTool name="copy" handler={() => (isSlow ? never() : "3 files")} />
      <Chat />
    </ThreadProvider>,
  );
  act(() => void thread.send("Hi"));
  await waitFor(() => expect(thread.getSnapshot().toolCalls.c1?.status).toBe("running"));
  expect(runAgain()).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  isSlow = false;
  await userEvent.click(await screen.findByRole("button", { name: "Run again" }));
  expect(await screen.findByText("Copied")).toBeVisible();
  expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "3 files" });
});

function renderThread(thread: Thread, handler: () => unknown) {
  render(
    <ThreadProvider thread={thread}>
      <FrontendTool name="paint" handler={handler} />
      <Chat />
    </ThreadProvider>,
  );
}

describe("a frontend tool call that TanStack AI sends as an interrupt", () => {
  test("renders as a tool call, not as a question", async () => {
    const { agent, thread } = createClientToolThread([resultsRun], "a");
    let finish = (_: string) => {};
    renderThread(
      thread,
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    act(() => void thread.send("Hi"));
    expect(await screen.findByText("Running")).toBeVisible();
    expect(document.querySelector(".agk-interrupt")).toBeNull();
    finish("red");
    expect(await screen.findByText("Done", { selector: "p" })).toBeVisible();
    expect(document.querySelector(".agk-tool-call")).toHaveAttribute("data-status", "complete");
    expect(agent.inputs[1]?.resume).toMatchObject([{ payload: "red" }]);
  });

  test("renders as not finished after a reload, and is rerun when the user asks for it", async () => {
    const first = createClientToolThread([resultsRun], "a");
    first.thread.registerTool({ name: "paint", handler: never });
    void first.thread.send("Hi");
    await waitForSnapshot(first.thread, ({ toolCalls }) => toolCalls.a?.status === "running");
    const snapshot = throughJson(first.thread.getSnapshot());
    first.thread.dispose();

    const agent = scriptedAgent(resultsRun);
    renderThread(createThread({ agent, snapshot }), () => "blue");
    expect(screen.getByText("Interrupted")).toBeVisible();
    expect(agent.inputs).toHaveLength(0);
    await userEvent.click(await screen.findByRole("button", { name: "Run again" }));
    expect(await screen.findByText("Done", { selector: "p" })).toBeVisible();
    expect(agent.inputs[0]?.resume).toMatchObject([{ payload: "blue" }]);
    expect(runAgain()).not.toBeInTheDocument();
  });

  test("renders as not finished after the user stopped it, and can be rerun", async () => {
    const { agent, thread } = createClientToolThread([resultsRun], "a");
    let isSlow = true;
    renderThread(thread, () => (isSlow ? never() : "green"));
    act(() => void thread.send("Hi"));
    await waitFor(() => expect(thread.getSnapshot().toolCalls.a?.status).toBe("running"));
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(await screen.findByText("Interrupted")).toBeVisible();
    isSlow = false;
    await userEvent.click(screen.getByRole("button", { name: "Run again" }));
    expect(await screen.findByText("Done", { selector: "p" })).toBeVisible();
    expect(agent.inputs[1]?.resume).toMatchObject([{ payload: "green" }]);
  });
});
