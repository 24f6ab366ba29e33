// @vitest-environment node
import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { useInterrupts } from "../../../src/hooks/interrupts/useInterrupts.ts";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useInterruptRenderer } from "../../../src/hooks/renderers/useInterruptRenderer.ts";
import { useFrontendTool } from "../../../src/hooks/tools/useFrontendTool.ts";
import { useHumanTool } from "../../../src/hooks/tools/useHumanTool.ts";
import { useToolRenderer } from "../../../src/hooks/tools/useToolRenderer.ts";
import type { AgentClient } from "../../../src/store/client/clientTypes.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callRunEnding } from "../../store/tools/calls.ts";

afterEach(() => vi.restoreAllMocks());

function Page({ children }: { readonly children: ReactNode }) {
  useFrontendTool({ name: "paint", handler: () => "red", render: () => <p>painted</p> });
  useHumanTool({ name: "ask", render: () => <p>asked</p> });
  useToolRenderer({ name: "*", render: () => <p>drawn</p> });
  useInterruptRenderer({ reason: "approval", render: () => <p>approved</p> });
  const { interrupts } = useInterrupts();
  return (
    <>
      <p>{`${interrupts.length} questions, ${interrupts[0]?.isExpired ? "one expired" : "all open"}`}</p>
      {children}
    </>
  );
}

test("the hooks register nothing and log nothing during server rendering", async () => {
  const agent = scriptedAgent(
    callRunEnding(
      {
        type: "interrupt",
        interrupts: [{ id: "i1", reason: "approval", expiresAt: "2001-01-01T00:00:00Z" }],
      },
      call("paint", { color: "red" }),
    ),
  );
  const stored = createThread({ agent });
  await stored.send("Paint it");
  const client = createAgentClient({ agent });
  const registerTool = vi.fn();
  const consoleError = vi.spyOn(console, "error");
  const warnings = vi.spyOn(console, "warn");
  const html = renderToString(
    <StrictMode>
      <AgentProvider client={{ ...client, registerTool } as AgentClient}>
        <ThreadProvider snapshot={stored.getSnapshot()}>
          <Page>
            <Chat components={{ Interrupt: () => <p>the default question</p> }} />
          </Page>
        </ThreadProvider>
      </AgentProvider>
    </StrictMode>,
  );
  // The server's clock does not count, because the browser has another.
  expect(html).toContain("1 questions, all open");
  expect(html).toContain("Paint it");
  // The default cards of the call and the interrupt are rendered.
  expect(html).toContain("Paint</span>");
  expect(html).toContain("the default question");
  for (const text of ["painted", "asked", "drawn", "approved"]) expect(html).not.toContain(text);
  expect(registerTool).not.toHaveBeenCalled();
  expect(consoleError).not.toHaveBeenCalled();
  expect(warnings).not.toHaveBeenCalled();
});
