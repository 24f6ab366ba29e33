import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Composer } from "../../src/components/Composer.tsx";
import { AgentProvider } from "../../src/hooks/AgentProvider.tsx";
import { ThreadProvider } from "../../src/hooks/ThreadProvider.tsx";
import { createAgentClient } from "../../src/store/createAgentClient.ts";
import { memoryStorage } from "../../src/store/storage/memoryStorage.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const write = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.keyDown(field(), { key: "Enter" });
};

test("what waits in a stored queue is not put into the field as well when its client is let go of", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const first = createAgentClient({ agent, storage });
  const page = (client: typeof first) => (
    <AgentProvider client={client}>
      <ThreadProvider threadId="t">
        <Composer />
      </ThreadProvider>
    </AgentProvider>
  );
  const { unmount } = render(page(first));
  await waitFor(() => expect(field()).toBeEnabled());
  write("First");
  await act(() => agent.started());
  write("Second");
  await waitFor(() => expect(first.thread({ threadId: "t" }).getSnapshot().queue).toHaveLength(1));
  unmount();
  await act(async () => first.dispose());

  const next = createAgentClient({ agent, storage });
  render(page(next));
  const { store } = next.thread({ threadId: "t" });
  await waitFor(() => expect(store.getState().queue).toMatchObject([{ content: "Second" }]));
  expect(field()).toHaveValue("");
  next.dispose();
});
