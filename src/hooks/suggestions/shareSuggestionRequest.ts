import type { Message } from "../../protocol/events.ts";
import type { RunInfo } from "../../reducer/snapshot.ts";
import type { Suggestion } from "../../selectors/parseSuggestions.ts";
import type { Thread } from "../../store/thread/thread.ts";
import { generateSuggestions } from "./generateSuggestions.ts";
import { type GenerateOptions, NO_SUGGESTIONS } from "./suggestionOptions.ts";

interface SuggestionRequestOptions {
  readonly agent: Thread["agent"];
  readonly generate: GenerateOptions;
  /** The run after which the suggestions are generated. */
  readonly run: RunInfo;
  readonly messages: readonly Message[];
  /** True to send a new request even when an equal one is running or answered. */
  readonly isRefresh: boolean;
}

/** A request that several components wait for. */
interface SuggestionRequest {
  readonly agent: Thread["agent"];
  readonly key: string | undefined;
  readonly run: RunInfo;
  readonly suggestions: Promise<readonly Suggestion[]>;
  readonly controller: AbortController;
  waiterCount: number;
}

/** Requests after the last run of each thread. */
const requestsByThread = new WeakMap<Thread, readonly SuggestionRequest[]>();

/** A request as one of its components sees it. */
export interface SharedSuggestions {
  /** The suggestions; empty when the agent failed, as suggestions are optional. */
  readonly suggestions: Promise<readonly Suggestion[]>;
  /** Stops waiting. The last component to leave aborts the request. */
  readonly stopWaiting: () => void;
}

/** Requests suggestions from an agent, or joins an equal request of another component. */
export function shareSuggestionRequest(
  thread: Thread,
  init: SuggestionRequestOptions,
): SharedSuggestions {
  const { agent, generate, run, isRefresh } = init;
  const key = requestKey(generate);
  const isEqual = (request: SuggestionRequest) => request.agent === agent && request.key === key;
  const current = (requestsByThread.get(thread) ?? []).filter((request) => request.run === run);
  const existing = key === undefined || isRefresh ? undefined : current.find(isEqual);
  const request = existing ?? startRequest(thread, init, key);
  requestsByThread.set(thread, [...current.filter((other) => !isEqual(other)), request]);
  request.waiterCount += 1;
  let isWaiting = true;
  return {
    suggestions: request.suggestions,
    stopWaiting() {
      if (!isWaiting) return;
      isWaiting = false;
      request.waiterCount -= 1;
      if (request.waiterCount > 0) return;
      request.controller.abort();
      const others = (requestsByThread.get(thread) ?? []).filter((other) => other !== request);
      requestsByThread.set(thread, others);
    },
  };
}

function startRequest(
  thread: Thread,
  init: SuggestionRequestOptions,
  key: string | undefined,
): SuggestionRequest {
  const { agent, generate, run, messages } = init;
  const controller = new AbortController();
  const request = async () => {
    try {
      // A run that ends may start the next queued message in the same tick, which aborts the request.
      await undefined;
      return await generateSuggestions({
        agent,
        requests: thread.requestOptions(),
        messages,
        options: generate,
        signal: controller.signal,
      });
    } catch {
      // The user did not ask for suggestions, so a failure is not reported.
      return NO_SUGGESTIONS;
    }
  };
  return { agent, key, run, suggestions: request(), controller, waiterCount: 0 };
}

/** Returns equal keys for equal options; `undefined` for options that cannot be compared. */
function requestKey(generate: GenerateOptions): string | undefined {
  try {
    return JSON.stringify(Object.entries(generate).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return undefined;
  }
}
