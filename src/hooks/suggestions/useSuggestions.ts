import { useContext, useEffect, useMemo, useState } from "react";
import { AgentKitError } from "../../protocol/errors.ts";
import type { RunInfo, Snapshot } from "../../reducer/snapshot.ts";
import type { Suggestion } from "../../selectors/parseSuggestions.ts";
import { useLatest } from "../internal/useLatest.ts";
import { ClientContext } from "../providers/useClient.ts";
import { type ThreadTarget, useThread } from "../providers/useThread.ts";
import { useSnapshot } from "../thread/useSnapshot.ts";
import { isTyping, subscribeTyping } from "../thread/useTyping.ts";
import { type SharedRequest, shareRequest } from "./dedupeRequests.ts";
import {
  fixedSuggestions,
  type GenerateOptions,
  NONE,
  type UseSuggestionsOptions,
} from "./suggestionOptions.ts";

type Thread = ReturnType<typeof useThread>;

/** What {@link useSuggestions} returns. The verbs keep their identity for as long as the thread. */
export interface UseSuggestionsResult {
  /** What the person could say next; empty while a run goes on, and while they are asked something. */
  readonly suggestions: readonly Suggestion[];
  /** Whether the agent is being asked. */
  readonly isLoading: boolean;
  /** Asks the agent now, or shows again what was cleared. */
  readonly refresh: () => void;
  /** Takes the suggestions away until the next run has ended. */
  readonly clear: () => void;
}

/** What became of asking, or of clearing; it counts as long as the run is the last. */
interface Asked {
  readonly thread?: Thread;
  readonly run?: RunInfo;
  readonly isLoading: boolean;
  readonly isCleared?: boolean;
  readonly found: readonly Suggestion[];
}

const NOTHING: Asked = { isLoading: false, found: NONE };

/**
 * Offers the person something to say next: what you wrote, or what an agent makes of the
 * conversation.
 *
 * With `generate` an agent is asked after every run that ended well, on a side thread that sees only
 * the text of the last turns and is offered no tools. That is given up when the person writes or
 * sends, when a run starts and on unmount; when it fails, there are no suggestions, and nothing else
 * happens. In a conversation that was loaded it is asked by `refresh()`, not by itself. The chat shows
 * suggestions by its `suggestions`. Several components that want the same of one conversation ask
 * once. What asking costs is in no total of `useUsage`, as the side thread is none of the person's.
 *
 * @example Asked of a cheaper agent
 * ```tsx
 * const { suggestions } = useSuggestions({ generate: { agentId: "small", max: 2 } });
 * ```
 * @example Always the same
 * ```tsx
 * const { suggestions } = useSuggestions({ static: ["Shorter, please", "Explain it"], when: "after" });
 * ```
 * @param options - May be written inline; what changes counts from the next time on.
 * @param target - Another conversation than the nearest.
 * @throws AgentKitError `missing-provider` outside both providers, `invalid-argument` when the client
 *   has no agent of the `agentId`.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function useSuggestions(
  options: UseSuggestionsOptions,
  target?: ThreadTarget,
): UseSuggestionsResult {
  return useSuggestionsSince(undefined, options, target);
}

/**
 * @internal Like {@link useSuggestions}, for a part that was loaded while a run went on.
 *
 * @param since - The run there was when it was first wanted; the agent is asked after any other, also
 *   one that has ended already.
 */
export function useSuggestionsSince(
  since: RunInfo | undefined,
  options: UseSuggestionsOptions,
  target?: ThreadTarget,
): UseSuggestionsResult {
  const thread = useThread(target);
  const agent = useAgentOf(thread, options.generate);
  const latest = useLatest({ options, agent });
  const [asked, setAsked] = useState(NOTHING);
  const asking = useMemo(() => createAsking(thread, latest, setAsked), [thread, latest]);
  useEffect(() => asking.follow(since), [asking, since]);
  const run = useSnapshot(selectRestingRun, Object.is, target);
  const isEmpty = useSnapshot(({ messages }) => messages.length === 0, Object.is, target);
  const { refresh, clear } = asking;
  const counts = run !== undefined && asked.thread === thread && asked.run === run;
  const fixed = fixedSuggestions(options, { isEmpty });
  const offered = counts && asked.found.length > 0 ? asked.found : fixed;
  const isHidden = run === undefined || (counts && asked.isCleared);
  return {
    suggestions: isHidden ? NONE : offered,
    isLoading: counts && asked.isLoading,
    refresh,
    clear,
  };
}

function useAgentOf(thread: Thread, generate: GenerateOptions | undefined): Thread["agent"] {
  const client = useContext(ClientContext);
  const { agentId } = generate ?? {};
  if (agentId === undefined) return thread.agent;
  if (client) return client.getAgent(agentId);
  throw new AgentKitError(
    "missing-provider",
    `useSuggestions() was to ask the agent "${agentId}", but there is no <AgentProvider> above this ` +
      "component that has agents. Wrap it, or leave out agentId.",
  );
}

/** The run after which the person has the word: none while one goes on, or something is to follow. */
function selectRestingRun({ run, queue }: Snapshot): RunInfo | undefined {
  return run.status === "idle" && queue.length === 0 ? run : undefined;
}

function isEndedWell(snapshot: Snapshot): boolean {
  const { outcome, stopReason } = snapshot.run;
  const isDone = stopReason === undefined || stopReason === "follow-up";
  return selectRestingRun(snapshot) !== undefined && outcome === "success" && isDone;
}

interface Given {
  readonly options: UseSuggestionsOptions;
  readonly agent: Thread["agent"];
}

/** What asks for suggestions about one thread, once at a time. */
function createAsking(
  thread: Thread,
  latest: { readonly current: Given },
  setAsked: (asked: Asked) => void,
) {
  let current: SharedRequest | undefined;
  const stop = () => {
    if (!current) return;
    current.leave();
    current = undefined;
    setAsked(NOTHING);
  };
  const ask = async (isAnew = false) => {
    stop();
    const { agent, options } = latest.current;
    const { run, messages } = thread.getSnapshot();
    setAsked(NOTHING);
    const { generate } = options;
    if (!generate || messages.length === 0) return;
    const own = shareRequest(thread, { agent, generate, run, messages, isAnew });
    current = own;
    setAsked({ thread, run, isLoading: true, found: NONE });
    const found = await own.found;
    if (current !== own) return;
    current = undefined;
    setAsked({ thread, run, isLoading: false, found });
  };
  const askIfEnded = (snapshot: Snapshot) => {
    if (isEndedWell(snapshot) && !isTyping(thread)) void ask();
    else stop();
  };
  return {
    refresh: () => void ask(true),
    clear() {
      stop();
      const { run } = thread.getSnapshot();
      setAsked({ thread, run, isLoading: false, isCleared: true, found: NONE });
    },
    /** Asks after every run from now on; returns the function that ends it. */
    follow(since: RunInfo | undefined) {
      const unsubscribe = thread.store.subscribe((now, before) => {
        if (now.run === before.run && now.queue === before.queue) return;
        if (now.run.status !== before.run.status) askIfEnded(now);
        else stop();
      });
      const forget = subscribeTyping(thread, (isTypingNow) => {
        if (isTypingNow) stop();
      });
      const snapshot = thread.getSnapshot();
      if (since && since !== snapshot.run) askIfEnded(snapshot);
      return () => {
        unsubscribe();
        forget();
        stop();
      };
    },
  };
}
