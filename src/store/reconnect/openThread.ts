import type { Agent } from "../../protocol/agent.ts";
import { callsOf } from "../../protocol/callsOf.ts";
import type { HistoryPage } from "../../protocol/dialect.ts";
import type { EventInput, Message } from "../../protocol/events.ts";
import { editRun } from "../../reducer/runUpdates.ts";
import { fetchHistoryPage } from "../history/fetchHistoryPage.ts";
import { loadPage } from "../history/loadEarlier.ts";
import { createAbortable } from "../run/abortable.ts";
import { errorOf, toRunError } from "../run/runError.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { currentRunResult, followServer } from "./followServer.ts";
import { skipOlderMessages } from "./skipOlderMessages.ts";

/**
 * Opens a thread with what its server knows. An empty thread receives the latest page of its history. The run in
 * progress, open interrupts or a replay follow.
 */
export async function openThread(context: RunContext): Promise<RunResult> {
  const { getBaseSnapshot, options } = context;
  const { agent } = options;
  if (!agent.history) return followServer(context);
  const localIds = new Set(getBaseSnapshot().messages.map(({ id }) => id));
  const loaded = await loadLatestPage(context);
  if ("result" in loaded) return loaded.result;
  const { page } = loaded;
  const next = connectionAfter(agent, page, localIds.size === 0);
  const result = next
    ? await followServer({ ...context, options: { ...options, agent: next.agent } }, next.runId)
    : currentRunResult(getBaseSnapshot());
  const newMessages = getBaseSnapshot().messages.filter(({ id }) => !localIds.has(id));
  return { ...result, newMessages };
}

/** Loads the latest page; returns the result of the connection when that fails. */
async function loadLatestPage(
  context: RunContext,
): Promise<{ readonly page: HistoryPage } | { readonly result: RunResult }> {
  const { getBaseSnapshot, replaceSnapshot, signal, options } = context;
  const isEmpty = getBaseSnapshot().messages.length === 0;
  const { run } = getBaseSnapshot();
  const abortable = createAbortable(signal);
  replaceSnapshot(editRun(getBaseSnapshot(), { status: "submitted" }));
  // The status is not logged: the thread is idle in its log.
  const showRun = () => replaceSnapshot({ ...getBaseSnapshot(), run });
  try {
    // A thread with messages only needs to know which run is in progress.
    const request: Promise<{ readonly page?: HistoryPage }> = isEmpty
      ? loadPage(context, (page) => withoutOrphanedResults(options.agent, page), signal)
      : fetchHistoryPage(context, null, signal).then(
          (page) => ({ page }),
          () => ({}),
        );
    const { page = { messages: [] } } = await abortable.waitFor(request);
    showRun();
    return { page };
  } catch (thrown) {
    showRun();
    if (signal.aborted) {
      return { result: { outcome: "cancelled", result: undefined, newMessages: [] } };
    }
    const error = errorOf({ ...run, outcome: "error", error: toRunError(thrown) }, thrown);
    return {
      result: { outcome: "error", result: undefined, newMessages: [], ...(error && { error }) },
    };
  } finally {
    abortable.removeListener();
  }
}

interface ConnectionTarget {
  readonly agent: Agent;
  readonly runId?: string;
}

/** Returns the connection to make after a page; `undefined` when the page has everything. */
function connectionAfter(
  agent: Agent,
  page: HistoryPage,
  isPageShown: boolean,
): ConnectionTarget | undefined {
  const { activeRunId, interrupts = [], interruptedRunId } = page;
  // Checked first: a run that has just interrupted may still count as active.
  if (interrupts.length > 0) {
    if (!isPageShown) return undefined;
    const runId = interruptedRunId === undefined ? {} : { runId: interruptedRunId };
    return { agent: interruptAgent(agent, page), ...runId };
  }
  if (!agent.connect || activeRunId === null) return undefined;
  if (activeRunId !== undefined) return { agent, runId: activeRunId };
  return { agent: isPageShown ? skipOlderMessages(agent, page) : agent };
}

/** Creates an agent whose connection reports the open interrupts of a run. */
function interruptAgent(agent: Agent, { interrupts = [] }: HistoryPage): Agent {
  return {
    run: (input, options) => agent.run(input, options),
    async *connect({ threadId, runId }) {
      const ids = { threadId, runId };
      const request: EventInput[] = [
        { type: "RUN_STARTED", ...ids },
        {
          type: "RUN_FINISHED",
          ...ids,
          outcome: { type: "interrupt", interrupts: [...interrupts] },
        },
      ];
      yield request;
    },
  };
}

/** Removes results without their tool call from a page: the replay sends them with the call. */
function withoutOrphanedResults(agent: Agent, page: HistoryPage): HistoryPage {
  if (!agent.connect || page.activeRunId !== undefined) return page;
  const calls = new Set(page.messages.flatMap((message) => callsOf(message).map(({ id }) => id)));
  const hasCall = (message: Message) => message.role !== "tool" || calls.has(message.toolCallId);
  return { ...page, messages: page.messages.filter(hasCall) };
}
