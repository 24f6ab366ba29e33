import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useThread } from "../../src/hooks/providers/useThread.ts";
import { useAgentContext } from "../../src/hooks/sharedState/useAgentContext.ts";
import { useAgentRun } from "../../src/hooks/thread/useAgentRun.ts";
import { useMessages } from "../../src/hooks/thread/useMessages.ts";
import { useFrontendTool } from "../../src/hooks/tools/useFrontendTool.ts";
import { useHumanTool } from "../../src/hooks/tools/useHumanTool.ts";
import type { EventInput } from "../../src/protocol/events.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";

/** Creates an agent that calls a tool and then answers with text, twice. */
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

/** Changes the room in a transition, like a router: React renders it in a later task. */
const changeRoom = (setRoom: (change: (room: string) => string) => void) =>
  startTransition(() => setRoom(otherRoom));

const otherRoom = (room: string) => (room === "hall" ? "kitchen" : "hall");

/** Renders an application that updates the agent context in an effect, after a tool or the user changed the room. */
export function RoomApp({
  renderRoom,
}: {
  readonly renderRoom?: (room: string) => ReactNode;
}): ReactNode {
  const [room, setRoom] = useState("hall");
  const [contextRoom, setContextRoom] = useState(room);
  useEffect(() => setContextRoom(room), [room]);
  useAgentContext({ description: "room", value: contextRoom });
  useFrontendTool({
    name: "go",
    handler() {
      changeRoom(setRoom);
      return "Gone.";
    },
  });
  useHumanTool({ name: "ask", render: () => null });
  const thread = useThread();
  const { send, status } = useAgentRun();
  const calls = useMessages().flatMap((m) => (m.role === "assistant" && m.toolCalls) || []);
  return (
    <>
      {renderRoom?.(room)}
      <button type="button" disabled={status !== "idle"} onClick={() => void send("Go")}>
        send
      </button>
      <button
        type="button"
        disabled={status !== "waiting"}
        onClick={() => {
          changeRoom(setRoom);
          for (const { id } of calls.slice(-1)) void thread.answerToolCall(id, { value: "Gone." });
        }}
      >
        answer
      </button>
    </>
  );
}
