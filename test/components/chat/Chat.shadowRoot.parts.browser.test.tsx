import { waitFor } from "@testing-library/react";
import { describe, expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { ChatSidebar } from "../../../src/components/chat/ChatSidebar.tsx";
import { MediaPart } from "../../../src/components/message/MediaPart.tsx";
import { SchemaFormView } from "../../../src/components/schemaForm/SchemaFormView.tsx";
import { ThreadList } from "../../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { ThreadsProvider } from "../../../src/hooks/providers/ThreadsProvider.tsx";
import type { Agent } from "../../../src/protocol/agent.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { startRun } from "../../hooks/toolChat.tsx";
import { createDeferred } from "../../support/deferred.ts";
import { press, renderInShadow, renderShadowChat } from "./shadowChat.tsx";

describe("a queue in a shadow root", () => {
  async function renderQueue(...texts: readonly string[]) {
    const agent = manualAgent();
    const chat = renderShadowChat({ agent });
    onTestFinished(() => chat.thread.stop());
    void chat.thread.send("Now");
    await startRun(agent);
    for (const text of texts) void chat.thread.send(text, { whenBusy: "queue" });
    for (const name of texts) await chat.ui.findByRole("toolbar", { name });
    return { ...chat, ids: chat.thread.getSnapshot().queue.map(({ id }) => id) };
  }

  test("moves the focus to the next message after a removal, then to the composer", async () => {
    const { button, focused, composer } = await renderQueue("a", "b");
    await press(button("Remove a"));
    await focused(button("Remove b"));
    await userEvent.keyboard("{Enter}");
    await focused(composer());
  });

  test("leaves the focus where it is on the page", async () => {
    const { thread, ids, ui, button, elsewhere } = await renderQueue("a", "b");
    button("Remove a").focus();
    elsewhere.focus();
    await thread.removeQueued(ids[0] ?? "");
    await waitFor(() => expect(ui.queryByRole("toolbar", { name: "a" })).toBeNull());
    expect(elsewhere).toHaveFocus();
  });

  test("moves focus and text to the composer when an edited message is removed elsewhere", async () => {
    const { thread, ids, button, focused, composer } = await renderQueue("a", "b");
    await press(button("Edit a"));
    await userEvent.keyboard("1");
    await thread.removeQueued(ids[0] ?? "");
    await waitFor(() => expect(composer()).toHaveValue("a1"));
    await focused(composer());
  });
});

test("removing a thread moves the focus to its neighbor, or to the create button", async () => {
  const agent: Agent = {
    run: (input, options) => scriptedAgent(textRun("Answer")).run(input, options),
  };
  const client = createAgentClient({ agent, storage: memoryStorage() });
  for (const threadId of ["One", "Two"]) {
    const thread = client.thread({ threadId });
    await thread.send(threadId);
    await expect.poll(() => thread.isStored()).toBe(true);
  }
  const { ui, button, focused } = renderInShadow(
    <AgentProvider client={client}>
      <ThreadsProvider>
        <ThreadList />
      </ThreadsProvider>
    </AgentProvider>,
  );
  (await ui.findByRole("button", { name: /^One/ })).focus();
  await userEvent.keyboard("{Delete}");
  await press(button("Delete"));
  await focused(button(/^Two/));
  await userEvent.keyboard("{Delete}");
  await press(button("Delete"));
  await focused(button("New conversation"));
});

describe("a form that fails validation in a shadow root", () => {
  const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

  function renderForm() {
    const refusal = createDeferred<{ path: string[]; message: string; code: string }[]>();
    const shadow = renderInShadow(
      <>
        <SchemaFormView schema={schema} validate={() => []} onSubmit={() => refusal.promise} />
        <input aria-label="Beside" />
      </>,
    );
    const refuse = () => refusal.resolve([{ path: ["name"], message: "is taken", code: "taken" }]);
    return { ...shadow, refuse, name: () => shadow.ui.getByRole("textbox", { name: /name/i }) };
  }

  test("moves the focus to the first problem", async () => {
    const { name, button, focused, refuse } = renderForm();
    await userEvent.fill(name(), "Ada");
    await press(button("Submit"));
    refuse();
    await focused(name());
  });

  test("leaves the focus where the user has moved it", async () => {
    const { ui, root, name, button, refuse } = renderForm();
    await userEvent.fill(name(), "Ada");
    await press(button("Submit"));
    ui.getByLabelText("Beside").focus();
    refuse();
    await ui.findByText(/is taken/);
    await waitFor(() => expect(name()).toHaveAttribute("data-problem"));
    expect(root.activeElement).toBe(ui.getByLabelText("Beside"));
  });
});

test("a broken image moves the focus to its link", async () => {
  const value = new URL("/no-such-picture.png", location.href).href;
  const { ui, focused } = renderInShadow(
    <MediaPart
      part={{ type: "image", source: { type: "url", value }, metadata: { filename: "a.png" } }}
    />,
  );
  await press(await ui.findByRole("button", { name: /Load image/ }));
  await focused(await ui.findByRole("link", { name: "a.png" }));
});

test("a sidebar returns the focus to its toggle", async () => {
  const thread = createThread({ agent: manualAgent() });
  const view = (open: boolean) => (
    <ThreadProvider thread={thread}>
      <button type="button">Page</button>
      <ChatSidebar open={open} onOpenChange={() => {}} />
    </ThreadProvider>
  );
  const { button, focused, composer, rerender } = renderInShadow(view(false));
  button("Page").focus();
  rerender(view(true));
  await waitFor(() => expect(composer()).toBeInTheDocument());
  await focused(composer());
  rerender(view(false));
  await focused(button("Page"));
});
