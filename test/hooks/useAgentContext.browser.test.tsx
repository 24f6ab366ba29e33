import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { AgentProvider } from "../../src/hooks/AgentProvider.tsx";
import { useAgentContext } from "../../src/hooks/useAgentContext.ts";
import { useAgentRun } from "../../src/hooks/useAgentRun.ts";
import { useFrontendTool } from "../../src/hooks/useFrontendTool.ts";
import { useMessages } from "../../src/hooks/useMessages.ts";
import { useThread } from "../../src/hooks/useThread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/steps.ts";

/** A page that tells the agent in an effect what its tool has changed, scheduled as in real life. */
function Rooms() {
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
  const thread = useThread();
  const { send } = useAgentRun();
  const calls = useMessages().flatMap((m) => (m.role === "assistant" && m.toolCalls) || []);
  return (
    <>
      <button type="button" onClick={() => void send("Go")}>
        send
      </button>
      <button
        type="button"
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

const calls = (name: string) => [
  runStarted(),
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: name } as const,
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" } as const,
  { type: "TOOL_CALL_END", toolCallId: "c1" } as const,
  runFinished({ outcome: { type: "success", pendingToolCallIds: ["c1"] } }),
];

function mount(agent: ReturnType<typeof scriptedAgent>) {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(
    <AgentProvider agent={agent}>
      <Rooms />
    </AgentProvider>,
  );
  const button = (name: string) =>
    vi.waitFor(() => {
      const found = [...place.querySelectorAll("button")].find((one) => one.textContent === name);
      if (!found) throw new Error(`There is no button ${name}.`);
      return found;
    });
  return {
    press: async (name: string) => (await button(name)).click(),
    [Symbol.dispose]() {
      root.unmount();
      place.remove();
    },
  };
}

test("what a tool changes is told with the run that follows its answer", async () => {
  const agent = scriptedAgent(calls("go"), textRun("Nice kitchen"));
  using page = mount(agent);
  await page.press("send");
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
  expect(agent.inputs.map(({ context }) => context[0]?.value)).toEqual(["hall", "kitchen"]);
});
