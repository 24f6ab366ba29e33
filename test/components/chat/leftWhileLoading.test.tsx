import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createDeferred } from "../../support/deferred.ts";

const path = "../../../src/store/thread/verbs.ts";

afterEach(() => {
  vi.doUnmock(path);
  vi.useRealTimers();
});

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

function write(text: string): void {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.keyDown(field(), { key: "Enter" });
}

/** A page in which a message was sent into a run, and which was left before the code for that is there. */
async function leaveAfterSending() {
  vi.resetModules();
  const code = createDeferred<void>();
  vi.doMock(path, async (original) => {
    await code.promise;
    return original();
  });
  const { AgentProvider } = await import("../../../src/hooks/providers/AgentProvider.tsx");
  const { ThreadProvider } = await import("../../../src/hooks/providers/ThreadProvider.tsx");
  const { Composer } = await import("../../../src/components/composer/Composer.tsx");
  const { Queue } = await import("../../../src/components/queue/Queue.tsx");
  const { memoryStorage } = await import(
    "../../../src/store/persistence/adapters/memoryStorage.ts"
  );
  const { manualAgent } = await import("../../../src/testing/manualAgent.ts");
  const storage = memoryStorage();
  const agent = manualAgent();
  const page = (isShown: boolean) =>
    isShown && (
      <AgentProvider agent={agent} storage={storage}>
        <ThreadProvider threadId="t">
          <Queue />
          <Composer />
        </ThreadProvider>
      </AgentProvider>
    );
  const { rerender } = render(page(true));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  /** Lets everything come that comes by itself. */
  const rest = () => act(() => vi.advanceTimersByTimeAsync(60_000));
  write("First");
  await act(() => agent.started());
  write("Second");
  expect(field()).toHaveValue("");
  rerender(page(false));
  await rest();
  return {
    code,
    rest,
    storage,
    comeBack() {
      vi.useRealTimers();
      rerender(page(true));
    },
  };
}

test("what was sent into a run waits in the queue, also when the page was left before the code for that was there", async () => {
  const { code, rest, comeBack } = await leaveAfterSending();
  code.resolve();
  await rest();
  comeBack();
  const queue = await screen.findByRole("region", { name: "Queued messages" });
  expect(queue).toHaveTextContent("Second");
  expect(field()).toHaveValue("");
});

test("what was sent into a run is in the field again when the code for that cannot be had, and the page was left", async () => {
  const { code, rest, storage, comeBack } = await leaveAfterSending();
  code.reject(new Error("offline"));
  await rest();
  expect(await storage.loadDraft?.("t")).toBe("Second");
  comeBack();
  await waitFor(() => expect(field()).toHaveValue("Second"));
  expect(screen.queryByRole("region", { name: "Queued messages" })).not.toBeInTheDocument();
});
