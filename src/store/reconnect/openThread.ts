import type { Agent } from "../../protocol/agent.ts";
import type { HistoryPage } from "../../protocol/dialect.ts";
import type { EventInput, Message } from "../../protocol/events.ts";
import { editRun } from "../../reducer/toolUpdates.ts";
import { fetchHistoryPage } from "../history/fetchHistoryPage.ts";
import { loadPage } from "../history/loadEarlier.ts";
import { createAbortable } from "../run/abortable.ts";
import { errorOf, toRunError } from "../run/runError.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { RunResult } from "../thread/threadOptions.ts";
import { currentRunResult } from "./followServer.ts";
import { skipOlderMessages } from "./skipOlderMessages.ts";

/** Listens to an agent, under the id of the run that it is asked for. */
type Listen = (context: RunContext, runId?: string) => Promise<RunResult>;

/**
 * Shows what a server knows of a thread: the latest page of its history in one that is empty, and what goes
 * on in it, or is asked, or is told again.
 */
export async function openThread(context: RunContext, listen: Listen): Promise<RunResult> {
  const { getSnapshot, options } = context;
  const { agent } = options;
  if (!agent.history) return listen(context);
  const known = new Set(getSnapshot().messages.map(({ id }) => id));
  const found = await askWhileWaiting(context);
  if ("result" in found) return found.result;
  const { page } = found;
  const next = whatGoesOn(agent, page, known.size === 0);
  const result = next
    ? await listen({ ...context, options: { ...options, agent: next.agent } }, next.runId)
    : currentRunResult(getSnapshot());
  const newMessages = getSnapshot().messages.filter(({ id }) => !known.has(id));
  return { ...result, newMessages };
}

/** The latest page; how it ended where that could not be had. */
async function askWhileWaiting(
  context: RunContext,
): Promise<{ readonly page: HistoryPage } | { readonly result: RunResult }> {
  const { getSnapshot, replaceSnapshot, signal, options } = context;
  const isEmpty = getSnapshot().messages.length === 0;
  const { run } = getSnapshot();
  const interruptible = createAbortable(signal);
  replaceSnapshot(editRun(getSnapshot(), { status: "submitted" }));
  // The thread is waited for; what the log holds of it is at rest.
  const rest = () => replaceSnapshot({ ...getSnapshot(), run });
  try {
    // What is not known of a thread that is shown already changes nothing of it.
    const asked: Promise<{ readonly page?: HistoryPage }> = isEmpty
      ? loadPage(context, (page) => forThread(options.agent, page), signal)
      : fetchHistoryPage(context, null, signal).then(
          (page) => ({ page }),
          () => ({}),
        );
    const { page = { messages: [] } } = await interruptible.waitFor(asked);
    rest();
    return { page };
  } catch (thrown) {
    rest();
    if (signal.aborted) {
      return { result: { outcome: "cancelled", result: undefined, newMessages: [] } };
    }
    const error = errorOf({ ...run, outcome: "error", error: toRunError(thrown) }, thrown);
    return {
      result: { outcome: "error", result: undefined, newMessages: [], ...(error && { error }) },
    };
  } finally {
    interruptible.release();
  }
}

interface Next {
  readonly agent: Agent;
  readonly runId?: string;
}

/** What is to be listened to behind a page; nothing where all is told. */
function whatGoesOn(agent: Agent, page: HistoryPage, isShown: boolean): Next | undefined {
  const { activeRunId, interrupts = [], interruptedRunId } = page;
  // First, because a run that has just asked may still count as one that goes on.
  if (interrupts.length > 0) {
    if (!isShown) return undefined;
    const runId = interruptedRunId === undefined ? {} : { runId: interruptedRunId };
    return { agent: askingAgent(agent, page), ...runId };
  }
  if (!agent.connect || activeRunId === null) return undefined;
  if (activeRunId !== undefined) return { agent, runId: activeRunId };
  return { agent: isShown ? skipOlderMessages(agent, page) : agent };
}

/** An agent that tells how a run has ended that asks something. */
function askingAgent(agent: Agent, { interrupts = [] }: HistoryPage): Agent {
  return {
    run: (input, options) => agent.run(input, options),
    async *connect({ threadId, runId }) {
      const ids = { threadId, runId };
      const asked: EventInput[] = [
        { type: "RUN_STARTED", ...ids },
        {
          type: "RUN_FINISHED",
          ...ids,
          outcome: { type: "interrupt", interrupts: [...interrupts] },
        },
      ];
      yield asked;
    },
  };
}

/** A page of a thread that is told again: a result whose call it does not name comes with its call. */
function forThread(agent: Agent, page: HistoryPage): HistoryPage {
  if (!agent.connect || page.activeRunId !== undefined) return page;
  const calls = new Set(
    page.messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
    ),
  );
  const isWhole = (message: Message) => message.role !== "tool" || calls.has(message.toolCallId);
  return { ...page, messages: page.messages.filter(isWhole) };
}
