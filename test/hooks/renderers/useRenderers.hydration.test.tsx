import { act, render, screen } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { useInterrupts } from "../../../src/hooks/interrupts/useInterrupts.ts";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import type { AgentClient } from "../../../src/store/client/clientTypes.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call } from "../../store/tools/calls.ts";
import { callsWithInterrupts, FrontendTool, InterruptRenderer } from "../toolChat.tsx";

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const tools = (
  <>
    <FrontendTool name="paint" handler={() => "red"} render={() => <p>my card</p>} />
    <InterruptRenderer reason="approval" render={() => <p>my question</p>} />
  </>
);

/** Creates a page with a restored thread that has a tool call and an interrupt for it. */
async function createStoredPage() {
  const agent = scriptedAgent(
    callsWithInterrupts([{ id: "i1", reason: "approval", toolCallId: "c1" }], call("paint")),
  );
  const thread = createThread({ agent });
  await thread.send("Paint it");
  const client = createAgentClient({ agent });
  const page = (client: AgentClient, beside: ReactNode) => (
    <StrictMode>
      <AgentProvider client={client}>
        {beside}
        <ThreadProvider snapshot={thread.getSnapshot()}>
          <ChatSettings components={{ Interrupt: () => <p>the default question</p> }}>
            <MessageList />
          </ChatSettings>
        </ThreadProvider>
      </AgentProvider>
    </StrictMode>
  );
  return { agent, client, page };
}

function renderOnServer(page: ReactNode): HTMLElement {
  // `document` exists in this test, so React 18 warns about layout effects on the server.
  const consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
  const container = document.createElement("div");
  container.innerHTML = renderToString(page);
  consoleError.mockRestore();
  document.body.append(container);
  return container;
}

/** Hydrates a page; returns the mismatches and console errors. */
async function hydrate(container: HTMLElement, page: ReactNode) {
  const consoleError = vi.spyOn(console, "error");
  const mismatches: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(container, page, { onRecoverableError: (error) => mismatches.push(error) }),
  );
  return { root, errors: [...mismatches, ...consoleError.mock.calls] };
}

test("a server-rendered transcript hydrates next to tools and renderers, which then render their cards", async () => {
  const { agent, client, page } = await createStoredPage();
  const container = renderOnServer(page(createAgentClient({ agent }), tools));
  expect(container).toHaveTextContent("the default question");
  const { root, errors } = await hydrate(container, page(client, tools));
  expect(errors).toEqual([]);
  expect(screen.getByText("my card")).toBeVisible();
  expect(screen.getByText("my question")).toBeVisible();
  expect(client.thread().getTool("paint")).toBeDefined();
  act(() => root.unmount());
  expect(client.thread().getTool("paint")).toBeUndefined();
});

test("a server-rendered transcript hydrates after the renderers were mounted in another root", async () => {
  const { agent, client, page } = await createStoredPage();
  const container = renderOnServer(page(createAgentClient({ agent }), null));
  render(<AgentProvider client={client}>{tools}</AgentProvider>);
  const { root, errors } = await hydrate(container, page(client, null));
  expect(errors).toEqual([]);
  expect(screen.getByText("my card")).toBeVisible();
  expect(screen.getByText("my question")).toBeVisible();
  act(() => root.unmount());
});

test("a call that was cut off offers a rerun after hydration, once its tool is registered", async () => {
  const messages: readonly Message[] = [
    {
      id: "a1",
      role: "assistant",
      toolCalls: [{ id: "c1", type: "function", function: { name: "paint", arguments: "{}" } }],
    },
    { id: "r1", role: "tool", toolCallId: "c1", content: "Reloaded", error: "interrupted" },
  ];
  const page = (client: AgentClient) => (
    <AgentProvider client={client}>
      <ThreadProvider initialMessages={messages}>
        <MessageList />
      </ThreadProvider>
      <FrontendTool name="paint" handler={() => "red"} />
    </AgentProvider>
  );
  const agent = scriptedAgent([]);
  const container = renderOnServer(page(createAgentClient({ agent })));
  expect(screen.queryByRole("button", { name: "Run again" })).not.toBeInTheDocument();
  const { root, errors } = await hydrate(container, page(createAgentClient({ agent })));
  expect(errors).toEqual([]);
  expect(screen.getByRole("button", { name: "Run again" })).toBeVisible();
  act(() => root.unmount());
});

function Expiry() {
  const { interrupts } = useInterrupts();
  return <p>{interrupts.map(({ isExpired }) => (isExpired ? "expired" : "open")).join()}</p>;
}

test("an interrupt that expired before hydration hydrates as open, then becomes expired", async () => {
  const agent = scriptedAgent(
    callsWithInterrupts([
      { id: "i1", reason: "confirmation", expiresAt: "2001-01-01T00:00:00Z" },
      { id: "i2", reason: "confirmation" },
    ]),
  );
  const before = createThread({ agent });
  await before.send("Paint it");
  const thread = createThread({ agent, snapshot: before.getSnapshot() });
  const page = (
    <ThreadProvider thread={thread}>
      <Expiry />
    </ThreadProvider>
  );
  const container = renderOnServer(page);
  expect(container).toHaveTextContent("open,open");
  const { root, errors } = await hydrate(container, page);
  expect(errors).toEqual([]);
  expect(container).toHaveTextContent("expired,open");
  act(() => root.unmount());
});
