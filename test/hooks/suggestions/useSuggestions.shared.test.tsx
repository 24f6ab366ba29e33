import { act, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { UseSuggestionsOptions } from "../../../src/hooks/suggestions/suggestionOptions.ts";
import { useSuggestions } from "../../../src/hooks/suggestions/useSuggestions.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { endRun } from "../toolChat.tsx";
import { withThread } from "../wrap.tsx";
import { createConversation } from "./suggestionChat.tsx";

describe("several components with suggestions for one thread", () => {
  const renderTwo = (thread: Thread, first: UseSuggestionsOptions, second: UseSuggestionsOptions) =>
    renderHook(() => [useSuggestions(first), useSuggestions(second)] as const, {
      wrapper: withThread(thread),
    });

  test("share a request with equal options", async () => {
    const { suggestionAgent, thread, send, answer } = createConversation();
    const { result } = renderTwo(
      thread,
      { generate: { max: 2, turns: 1 } },
      { generate: { turns: 1, max: 2 } },
    );
    await send();
    await answer('["One"]');
    await waitFor(() => expect(result.current[1].suggestions).toEqual(["One"]));
    expect(result.current[0].suggestions).toEqual(["One"]);
    expect(suggestionAgent.inputs).toHaveLength(1);
  });

  test("send separate requests with different options", async () => {
    const { suggestionAgent, thread, send } = createConversation();
    renderTwo(thread, { generate: { max: 2 } }, { generate: { max: 3 } });
    await send();
    await waitFor(() => expect(suggestionAgent.inputs).toHaveLength(2));
  });

  test("keep the request when one of them leaves", async () => {
    const { suggestionAgent, thread, send } = createConversation();
    const { result } = renderTwo(thread, { generate: {} }, { generate: {} });
    await send();
    await act(() => suggestionAgent.started());
    act(() => result.current[0].clear());
    expect(suggestionAgent.signal?.aborted).toBe(false);
    await act(() => suggestionAgent.emit({ type: "RUN_STARTED", threadId: "s", runId: "r" }));
    await act(() =>
      suggestionAgent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "s", delta: '["One"]' }),
    );
    await endRun(suggestionAgent);
    await waitFor(() => expect(result.current[1].suggestions).toEqual(["One"]));
    expect(result.current[0].suggestions).toEqual([]);
  });

  test("abort the request when the last one leaves", async () => {
    const { suggestionAgent, thread, send } = createConversation();
    const { unmount } = renderTwo(thread, { generate: {} }, { generate: {} });
    await send();
    await act(() => suggestionAgent.started());
    const { signal } = suggestionAgent;
    unmount();
    expect(signal?.aborted).toBe(true);
  });
});
