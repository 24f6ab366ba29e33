import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createThread } from "../../src/store/createThread.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";

const path = "../../src/components/QueueList.tsx";

afterEach(() => vi.doUnmock(path));

test("a list that cannot be loaded says so while something waits, with the classes it was given", async () => {
  vi.doMock(path, () => {
    throw new Error("offline");
  });
  const { Queue } = await import("../../src/components/Queue.tsx");
  const { ThreadProvider } = await import("../../src/hooks/ThreadProvider.tsx");
  const agent = manualAgent();
  const thread = createThread({ agent });
  void thread.send("First");
  await agent.started();
  render(
    <ThreadProvider thread={thread}>
      <Queue className="mine" />
    </ThreadProvider>,
  );
  act(() => void thread.send("Then", { whenBusy: "queue" }));
  const said = await screen.findByRole("alert");
  expect(said.closest(".agk-queue")).toHaveClass("mine");
  const [queued] = thread.getSnapshot().queue;
  await act(() => thread.dropQueued(queued?.id ?? ""));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});
