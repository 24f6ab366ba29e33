import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callEvents, resultsIn } from "../../store/tools/calls.ts";
import { FrontendTool } from "../toolChat.tsx";

const runAgain = () => screen.queryByRole("button", { name: "Run again" });

describe("a call that another device has not run", () => {
  const replay = [
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    { type: "TEXT_MESSAGE_CHUNK", messageId: "u1", role: "user", delta: "Copy it" },
    ...callEvents([call("copy", { from: "a" })], "a1"),
    { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
  ] satisfies readonly EventInput[];

  async function renderReceived(children: ReactNode) {
    const agent = scriptedAgent(textRun("Copied"));
    const thread = createThread({
      agent: {
        run: (...args) => agent.run(...args),
        async *connect() {
          yield structuredClone(replay);
        },
      },
    });
    render(
      <ThreadProvider thread={thread}>
        <Chat />
        {children}
      </ThreadProvider>,
    );
    await act(() => thread.connect());
    await userEvent.click(await screen.findByText("Interrupted"));
    return agent;
  }

  test("runs when the user asks for it", async () => {
    const handler = vi.fn(() => "3 files");
    const agent = await renderReceived(<FrontendTool name="copy" handler={handler} />);
    expect(handler).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole("button", { name: "Run again" }));
    expect(await screen.findByText("Copied")).toBeVisible();
    expect(handler).toHaveBeenCalledTimes(1);
    expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "3 files" });
  });

  test("offers nothing for a tool that this page does not have", async () => {
    await renderReceived(null);
    expect(await screen.findByText("Arguments")).toBeVisible();
    expect(runAgain()).not.toBeInTheDocument();
  });
});
