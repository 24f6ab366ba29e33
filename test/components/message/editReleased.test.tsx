import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { threadListOf } from "../../../src/store/threadList/threadList.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";

/** The first field: the other is the composer's. */
async function editor() {
  await waitFor(() => expect(screen.getAllByRole("textbox")).toHaveLength(2));
  return screen.getAllByRole("textbox")[0] as HTMLElement;
}

test("what was written in place of a message is there again when its thread was let go of meanwhile", async () => {
  const agent = scriptedAgent(textRun("Yes"));
  const client = createAgentClient({ agent, storage: memoryStorage() });
  const directory = threadListOf(client);
  directory.configure({ maxLoaded: 0 });
  onTestFinished(directory.subscribe(() => {}));
  const loaded = () => client.threads().map(({ threadId }) => threadId);
  const page = (threadId: string) => (
    <AgentProvider client={client}>
      <ThreadProvider threadId={threadId}>
        <Chat />
      </ThreadProvider>
    </AgentProvider>
  );
  const { rerender } = render(page("t"));
  const user = userEvent.setup();
  await act(async () => {
    await client.thread({ threadId: "t" }).send("One");
  });
  await user.click(await screen.findByRole("button", { name: "Edit message" }));
  await user.type(await editor(), " and much more");
  rerender(page("other"));
  await expect.poll(loaded, { timeout: 8_000 }).toEqual(["other"]);
  rerender(page("t"));
  await screen.findByText("Yes");
  expect(await editor()).toHaveValue("One and much more");
});

test("what was written in place of a message is there again when its provider is mounted anew", async () => {
  const agent = scriptedAgent(textRun("Yes"));
  const storage = memoryStorage();
  const page = (
    <AgentProvider agent={agent} storage={storage}>
      <ThreadProvider threadId="t">
        <Chat />
      </ThreadProvider>
    </AgentProvider>
  );
  const user = userEvent.setup();
  const { unmount } = render(page);
  await user.type(screen.getByRole("textbox"), "One{Enter}");
  await screen.findByText("Yes");
  await user.click(await screen.findByRole("button", { name: "Edit message" }));
  await user.type(await editor(), " and much more");
  unmount();
  await vi.waitFor(async () => expect(JSON.stringify(await storage.load("t"))).toContain("Yes"));

  render(page);
  await screen.findByText("Yes");
  expect(await editor()).toHaveValue("One and much more");
});
