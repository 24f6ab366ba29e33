import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useThread } from "../../src/hooks/providers/useThread.ts";
import { useAgentContext } from "../../src/hooks/sharedState/useAgentContext.ts";
import { useAgentRun } from "../../src/hooks/thread/useAgentRun.ts";
import { useMessages } from "../../src/hooks/thread/useMessages.ts";
import { useFrontendTool } from "../../src/hooks/tools/useFrontendTool.ts";
import { useHumanTool } from "../../src/hooks/tools/useHumanTool.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/steps.ts";

/** An agent that calls one tool, answers what it is told then, and does both once more. */
export function callingAgent(toolCallName: "go" | "ask") {
  const call = (toolCallId: string): EventInput[] => [
    { type: "TOOL_CALL_START", toolCallId, toolCallName },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId },
  ];
  return scriptedAgent(
    [runStarted(), ...call("c1"), runFinished()],
    textRun("Nice kitchen"),
    [runStarted(), ...call("c2"), runFinished()],
    textRun("Nice hall"),
  );
}

/** As a router changes the page: React renders that in a task of its own. */
const goOn = (setRoom: (change: (room: string) => string) => void) =>
  startTransition(() => setRoom(otherThan));

const otherThan = (room: string) => (room === "hall" ? "kitchen" : "hall");

/** A page that tells the agent in an effect what a tool, or the person, has changed. */
export function Rooms(): ReactNode {
  const [room, setRoom] = useState("hall");
  const [told, setTold] = useState(room);
  useEffect(() => setTold(room), [room]);
  useAgentContext({ description: "room", value: told });
  useFrontendTool({
    name: "go",
    handler() {
      goOn(setRoom);
      return "Gone.";
    },
  });
  useHumanTool({ name: "ask", render: () => null });
  const thread = useThread();
  const { send, status } = useAgentRun();
  const calls = useMessages().flatMap((m) => (m.role === "assistant" && m.toolCalls) || []);
  return (
    <>
      <button type="button" disabled={status !== "idle"} onClick={() => void send("Go")}>
        send
      </button>
      <button
        type="button"
        disabled={status !== "waiting"}
        onClick={() => {
          goOn(setRoom);
          for (const { id } of calls.slice(-1)) void thread.answerToolCall(id, { value: "Gone." });
        }}
      >
        answer
      </button>
    </>
  );
}
