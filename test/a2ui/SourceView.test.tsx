import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { a2ui } from "../../src/a2ui/useA2ui.tsx";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { createAgentClient } from "../../src/store/client/createAgentClient.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { activitySnapshot, renderSurfaces } from "./a2uiChat.tsx";
import {
  component,
  create,
  data,
  formOperations,
  remove,
  surfaceActivity,
  text,
  update,
} from "./fixtures.ts";

function createApp() {
  const client = createAgentClient({ agent: scriptedAgent(textRun("Hello.")) });
  const initialMessages = [surfaceActivity("a2ui-surface-c1", formOperations)];
  const thread = client.thread({ threadId: "t1", initialMessages });
  return (
    <StrictMode>
      <AgentProvider client={client} plugins={[a2ui()]}>
        <ThreadProvider thread={thread}>
          <Chat />
        </ThreadProvider>
      </AgentProvider>
    </StrictMode>
  );
}

test("a server renders the chat, and the page shows the surface after hydration", async () => {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(createApp());
  const errors: unknown[] = [];
  const root = await act(() =>
    hydrateRoot(container, createApp(), { onRecoverableError: (error) => errors.push(error) }),
  );
  expect(await screen.findByRole("textbox", { name: "Name" })).toHaveValue("Ada");
  expect(errors).toEqual([]);
  act(() => root.unmount());
  container.remove();
});

test("a surface keeps what the user has entered when its element mounts again", async () => {
  const client = createAgentClient({ agent: scriptedAgent(textRun("Hello.")) });
  const thread = client.thread({
    initialMessages: [surfaceActivity("a2ui-surface-c1", formOperations)],
  });
  const plugins = [a2ui()];
  const view = (hasChat: boolean) => (
    <AgentProvider client={client} plugins={plugins}>
      <ThreadProvider thread={thread}>{hasChat && <Chat />}</ThreadProvider>
    </AgentProvider>
  );
  const { rerender } = render(view(true));
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "!");
  rerender(view(false));
  rerender(view(true));
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Ada!");
});

test("a surface grows while its message streams, and the outline stays until its root has arrived", async () => {
  const agent = manualAgent();
  const { thread } = renderSurfaces({ agent });
  void thread.send("Hi");
  const { threadId, runId } = await act(() => agent.started());
  await act(() => agent.emit({ type: "RUN_STARTED", threadId, runId }));
  const show = (...operations: readonly object[]) =>
    act(() => agent.emit(activitySnapshot("a1", { a2ui_operations: operations })));
  await show(create(), update([text("a", "First")]));
  expect(await screen.findByText("Preparing")).toBeInTheDocument();
  const root = component("root", "Column", { children: ["a", "b"] });
  await show(create(), update([text("a", "First"), root]));
  const first = await screen.findByText("First");
  expect(screen.queryByText("Preparing")).toBeNull();
  await show(create(), update([text("a", "First"), root, text("b", "Second")]), data("/x", 1));
  expect(await screen.findByText("Second")).toBeInTheDocument();
  expect(screen.getByText("First")).toBe(first);
  await act(() => agent.emit(activitySnapshot("a2", { a2ui_operations: [remove()] })));
  await act(() => agent.finish());
  expect(screen.queryByText("First")).toBeNull();
});
