import { act, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useSharedState } from "../../../src/hooks/sharedState/useSharedState.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { startRun } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";

const args = (delta: string): EventInput => ({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta });

test("readers of what is predicted render when their own part changes", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent, initialState: { items: [], other: { n: 1 } } });
  const renders = { first: 0, items: 0, other: 0, whole: 0 };
  function Reader({ name, pointer }: { name: keyof typeof renders; pointer: "" | `/${string}` }) {
    renders[name]++;
    const [value] = useSharedState(pointer);
    return <p>{JSON.stringify(value)}</p>;
  }
  // Outside of StrictMode, which renders twice.
  const view = render(
    <ThreadProvider thread={thread}>
      <Reader name="first" pointer="/items/0" />
      <Reader name="items" pointer="/items" />
      <Reader name="other" pointer="/other" />
      <Reader name="whole" pointer="" />
    </ThreadProvider>,
  );
  let ended: Promise<unknown> | undefined;
  act(() => {
    ended = thread.send("Go");
  });
  await startRun(agent);
  await emit(
    agent,
    {
      type: "CUSTOM",
      name: "PredictState",
      value: [{ state_key: "items", tool: "write", tool_argument: "items" }],
    },
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "write" },
    args('{"items":[{"name":"a"}'),
  );
  // The reader of half-written JSON has to be loaded.
  await act(() =>
    vi.waitFor(() => expect(thread.store.getState().predictedKeys).toEqual(["items"])),
  );
  expect(view.getByText('{"name":"a"}')).toBeVisible();
  const begun = { ...renders };
  for (let n = 0; n < 10; n++) await emit(agent, args(`,{"name":"${n}"}`));
  expect(view.getByText('{"name":"a"}')).toBeVisible();
  expect(renders).toEqual({
    ...begun,
    items: begun.items + 10,
    whole: begun.whole + 10,
  });
  await emit(
    agent,
    args("]}"),
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
  );
  const written = { ...renders };
  for (let n = 0; n < 10; n++) {
    await emit(agent, { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "word " });
  }
  expect(thread.getSnapshot().messages.at(-1)?.content).toBe("word ".repeat(10));
  expect(renders).toEqual(written);
  await act(async () => {
    thread.stop();
    await ended;
  });
});
