import { act, renderHook } from "@testing-library/react";
import type { UseSuggestionsOptions } from "../../../src/hooks/suggestions/suggestionOptions.ts";
import { useSuggestions } from "../../../src/hooks/suggestions/useSuggestions.ts";
import { useTyping } from "../../../src/hooks/thread/useTyping.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import type { RequestOptions } from "../../../src/store/thread/threadOptions.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { endRun, startRun } from "../toolChat.tsx";
import { withThread } from "../wrap.tsx";

export function renderSuggestions(
  thread: Thread,
  options: UseSuggestionsOptions = { generate: {} },
) {
  const view = renderHook(
    (current: UseSuggestionsOptions) => ({ ...useSuggestions(current), ...useTyping() }),
    { wrapper: withThread(thread), initialProps: options },
  );
  return { ...view, now: () => view.result.current };
}

/** Creates a thread whose agent answers at once, and whose suggestions are answered by the test. */
export function createConversation(
  messages: readonly Message[] = [],
  requests: RequestOptions = {},
) {
  const suggestionAgent = manualAgent();
  const chatAgent = scriptedAgent(textRun("Answer"));
  // The conversation has the thread id `main`; any other thread requests suggestions.
  const agent: Agent = {
    run: (input, options) =>
      (input.threadId === "main" ? chatAgent : suggestionAgent).run(input, options),
  };
  const thread = createThread({
    ...requests,
    agent,
    threadId: "main",
    initialMessages: messages,
  });
  const send = (text = "Question") => act(() => thread.send(text));
  const answer = async (text: string) => {
    await startRun(suggestionAgent);
    await act(() =>
      suggestionAgent.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "s", delta: text }),
    );
    await endRun(suggestionAgent);
  };
  return { suggestionAgent, chatAgent, thread, send, answer };
}
