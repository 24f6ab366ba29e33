import { render, screen } from "@testing-library/react";
import { act } from "react";
import { expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { failSubagent, spawn } from "../../hooks/subagents.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";
import { emit, finish } from "../../hooks/wrap.tsx";
import { refuseAttribute } from "../refuseAttribute.ts";

const NOTE = "Couldn’t display this properly.";

test("a card that has thrown is rendered again when the record of its sub-agent changes", async () => {
  const errors = expectErrors();
  const agent = manualAgent();
  const thread = createThread({ agent });
  const refusal = refuseAttribute("data-status", "failed");
  render(
    <ThreadProvider thread={thread}>
      <Chat />
    </ThreadProvider>,
  );
  act(() => void thread.send("Go on"));
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_STARTED", threadId, runId }, spawn("s1"));
  expect(screen.queryByText(NOTE)).toBeNull();
  await emit(agent, failSubagent("s1", ""));
  expect(await screen.findByText(NOTE)).toBeVisible();
  expect(errors).toHaveBeenCalled();
  refusal.accept();
  await emit(agent, failSubagent("s1", "Out of flour"));
  expect(screen.queryByText(NOTE)).toBeNull();
  expect(screen.getByText("Out of flour")).toBeVisible();
  await finish(agent);
});
