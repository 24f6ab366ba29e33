import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, StrictMode } from "react";
import { describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runStarted, textRun } from "../../../src/testing/steps.ts";
import { call, callRun, resultsIn, until } from "../../store/tools/calls.ts";
import { FrontendTool, HumanTool, ToolRenderer } from "../toolChat.tsx";

const never = () => new Promise<never>(() => {});
const runAgain = () => screen.queryByRole("button", { name: "Run again" });

/** What was stored while a handler worked, through JSON as a page does it. */
async function storedInMidWork() {
  const thread = createThread({ agent: scriptedAgent(callRun(call("copy", { from: "a" }))) });
  thread.registerTool({ name: "copy", handler: never });
  void thread.send("Copy it");
  await until(thread, ({ toolCalls }) => toolCalls.c1?.status === "running");
  return JSON.parse(JSON.stringify(thread.getSnapshot())) as ReturnType<Thread["getSnapshot"]>;
}

async function renderRestored(...scripts: readonly Script[]) {
  const agent = scriptedAgent(...scripts);
  const thread = createThread({ agent, snapshot: await storedInMidWork() });
  const view = (beside: ReactNode) => (
    <StrictMode>
      <ThreadProvider thread={thread}>
        <Chat />
        {beside}
      </ThreadProvider>
    </StrictMode>
  );
  const page = (beside: ReactNode) => {
    const { rerender } = render(view(beside));
    return { show: (beside: ReactNode) => rerender(view(beside)) };
  };
  return { agent, thread, page };
}

describe("a call that a reload cut off", () => {
  test("does not run by itself, and runs again when the person wants it", async () => {
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

  test("hands the same to a renderer of its own", async () => {
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

  test("cannot run again where nobody registered its tool", async () => {
    const { page } = await renderRestored(textRun("Copied"));
    page(<ToolRenderer name="copy" render={({ rerun }) => <p>{typeof rerun}</p>} />);
    expect(screen.getByText("undefined")).toBeVisible();
  });

  test("asks again where its tool is one that a person answers", async () => {
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

  test("cannot run again once its component is gone, though the button was there", async () => {
    const { agent, page } = await renderRestored(textRun("Copied"));
    const { show } = page(<FrontendTool name="copy" handler={() => "3 files"} />);
    const button = await screen.findByRole("button", { name: "Run again" });
    show(null);
    await userEvent.click(button);
    expect(agent.inputs).toHaveLength(0);
    expect(screen.getByText("Interrupted")).toBeVisible();
  });

  test("leaves it alone that its verb is called when its component is gone", async () => {
    const { agent, page } = await renderRestored(textRun("Copied"));
    const verbs: (() => Promise<void>)[] = [];
    const renderer = (
      <ToolRenderer
        name="copy"
        render={({ rerun }) => {
          if (rerun) verbs.push(rerun);
          return null;
        }}
      />
    );
    const { show } = page([<FrontendTool key="t" name="copy" handler={() => 3} />, renderer]);
    await waitFor(() => expect(verbs).not.toEqual([]));
    show([renderer]);
    await expect(verbs[0]?.()).resolves.toBeUndefined();
    expect(agent.inputs).toHaveLength(0);
  });

  test("is not offered while the agent runs", async () => {
    const { thread, page } = await renderRestored([runStarted(), { delayMs: 60_000 }]);
    page(<FrontendTool name="copy" handler={() => "3 files"} />);
    expect(runAgain()).toBeVisible();
    act(() => void thread.run());
    await waitFor(() => expect(runAgain()).not.toBeInTheDocument());
    act(() => thread.stop());
    expect(await screen.findByRole("button", { name: "Run again" })).toBeVisible();
  });

  test("is left behind by what the person says next", async () => {
    const { thread, page } = await renderRestored(textRun("Fine"));
    page(<FrontendTool name="copy" handler={() => "3 files"} />);
    expect(runAgain()).toBeVisible();
    await act(() => thread.send("Never mind"));
    expect(runAgain()).not.toBeInTheDocument();
  });
});

test("a call that runs again is stopped when the provider of its client unmounts", async () => {
  const agent = scriptedAgent(textRun("Copied"));
  let own: AbortSignal | undefined;
  const { unmount } = render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <ThreadProvider snapshot={await storedInMidWork()}>
          <FrontendTool
            name="copy"
            handler={(_, { signal }) => {
              own = signal;
              return never();
            }}
          />
          <Chat />
        </ThreadProvider>
      </AgentProvider>
    </StrictMode>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Run again" }));
  await waitFor(() => expect(own?.aborted).toBe(false));
  unmount();
  await waitFor(() => expect(own?.aborted).toBe(true));
  expect(agent.inputs).toHaveLength(0);
});

test("a call that the person stopped can run again too", async () => {
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
