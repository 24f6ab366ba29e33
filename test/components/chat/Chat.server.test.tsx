// @vitest-environment node
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const messages: readonly Message[] = [
  { id: "u1", role: "user", content: "What is the weather?" },
  { id: "r1", role: "reasoning", content: "I should look" },
  {
    id: "a1",
    role: "assistant",
    content: "It is **sunny**.",
    toolCalls: [{ id: "c1", type: "function", function: { name: "weather", arguments: "{}" } }],
  },
  { id: "t1", role: "tool", toolCallId: "c1", content: "sunny" },
  { id: "p1", role: "activity", activityType: "PLAN", content: { progress: 0.5 } },
];

const app = () => (
  <StrictMode>
    <AgentProvider agent={scriptedAgent(textRun("Hello"))}>
      <ThreadProvider threadId="t1" initialMessages={messages}>
        <Chat />
      </ThreadProvider>
    </AgentProvider>
  </StrictMode>
);

afterEach(() => vi.restoreAllMocks());

test("a chat renders on a server without warnings", () => {
  const complaints = vi.spyOn(console, "error");
  const html = renderToString(app());
  expect(html).toContain("What is the weather?");
  expect(html).toContain("<strong>sunny</strong>");
  expect(html).toContain('role="log"');
  expect(complaints).not.toHaveBeenCalled();
});
