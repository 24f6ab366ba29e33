import { type ReactNode, useEffect, useState } from "react";
import { useAgentContext } from "../../src/hooks/useAgentContext.ts";
import { useAgentRun } from "../../src/hooks/useAgentRun.ts";
import { useFrontendTool } from "../../src/hooks/useFrontendTool.ts";
import { useHumanTool } from "../../src/hooks/useHumanTool.ts";
import { useMessages } from "../../src/hooks/useMessages.ts";
import { useThread } from "../../src/hooks/useThread.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/steps.ts";

/** An agent that calls one tool, and answers what it is told then. */
export function callingAgent(toolCallName: "go" | "ask") {
  const call: EventInput[] = [
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName },
    { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
    { type: "TOOL_CALL_END", toolCallId: "c1" },
  ];
  return scriptedAgent([runStarted(), ...call, runFinished()], textRun("Nice kitchen"));
}

/** A page that tells the agent in an effect what a tool, or the person, has changed. */
export function Rooms(): ReactNode {
  const [room, setRoom] = useState("hall");
  const [told, setTold] = useState(room);
  useEffect(() => setTold(room), [room]);
  useAgentContext({ description: "room", value: told });
  useFrontendTool({
    name: "go",
    handler() {
      setRoom("kitchen");
      return "Gone.";
    },
  });
  useHumanTool({ name: "ask", render: () => null });
  const thread = useThread();
  const { send, status } = useAgentRun();
  const calls = useMessages().flatMap((m) => (m.role === "assistant" && m.toolCalls) || []);
  return (
    <>
      <button type="button" onClick={() => void send("Go")}>
        send
      </button>
      <button
        type="button"
        disabled={status !== "waiting"}
        onClick={() => {
          setRoom("kitchen");
          for (const { id } of calls) void thread.answerToolCall(id, { value: "Gone." });
        }}
      >
        answer
      </button>
    </>
  );
}
