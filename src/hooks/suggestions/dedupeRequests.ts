import type { Message } from "../../protocol/events.ts";
import type { RunInfo } from "../../reducer/snapshot.ts";
import type { Suggestion } from "../../selectors/parseSuggestions.ts";
import type { useThread } from "../providers/useThread.ts";
import { type GenerateOptions, NONE } from "./suggestionOptions.ts";

type Thread = ReturnType<typeof useThread>;

interface Wanted {
  readonly agent: Thread["agent"];
  readonly generate: GenerateOptions;
  /** The run after which it is asked. */
  readonly run: RunInfo;
  readonly messages: readonly Message[];
  /** Whether an answer that is there already is not wanted. */
  readonly isAnew: boolean;
}

/** What several parts of a page wait for. */
interface Request {
  readonly agent: Thread["agent"];
  readonly key: string | undefined;
  readonly run: RunInfo;
  readonly found: Promise<readonly Suggestion[]>;
  readonly controller: AbortController;
  waiting: number;
}

/** Of the last run of each thread. */
const requests = new WeakMap<Thread, readonly Request[]>();

/** One part's share in a request. */
export interface SharedRequest {
  /** None when the agent could not be asked, which nobody misses. */
  readonly found: Promise<readonly Suggestion[]>;
  /** Ends waiting for it; the last one that does gives the request up. */
  readonly leave: () => void;
}

/** Asks an agent for suggestions, or waits for what is asked of it in the same words already. */
export function shareRequest(thread: Thread, wanted: Wanted): SharedRequest {
  const { agent, generate, run, isAnew } = wanted;
  const key = keyOf(generate);
  const isSame = (one: Request) => one.agent === agent && one.key === key;
  const current = (requests.get(thread) ?? []).filter((one) => one.run === run);
  const before = key === undefined || isAnew ? undefined : current.find(isSame);
  const request = before ?? begin(thread, wanted, key);
  requests.set(thread, [...current.filter((one) => !isSame(one)), request]);
  request.waiting += 1;
  let isIn = true;
  return {
    found: request.found,
    leave() {
      if (!isIn) return;
      isIn = false;
      request.waiting -= 1;
      if (request.waiting > 0) return;
      request.controller.abort();
      const others = (requests.get(thread) ?? []).filter((one) => one !== request);
      requests.set(thread, others);
    },
  };
}

function begin(thread: Thread, wanted: Wanted, key: string | undefined): Request {
  const { agent, generate, run, messages } = wanted;
  const controller = new AbortController();
  const ask = async () => {
    try {
      const { generateSuggestions } = await import("./generateSuggestions.ts");
      return await generateSuggestions({
        agent,
        requests: thread.requestOptions(),
        messages,
        options: generate,
        signal: controller.signal,
      });
    } catch {
      // Nobody has asked for them, so nobody misses them.
      return NONE;
    }
  };
  return { agent, key, run, found: ask(), controller, waiting: 0 };
}

/** The same for what asks the same; absent for what cannot be compared. */
function keyOf(generate: GenerateOptions): string | undefined {
  try {
    return JSON.stringify(Object.entries(generate).sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch {
    return undefined;
  }
}
