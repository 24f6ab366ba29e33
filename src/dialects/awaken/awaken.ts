import type { Dialect, DialectRequest, HistoryPage } from "../../protocol/dialect.ts";
import type { Message, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { unseenMessages } from "../newMessages.ts";
import { createAwakenReader } from "./createAwakenReader.ts";
import { readAwakenHistory } from "./readAwakenMessages.ts";

/** Options of {@link awaken}. */
export interface AwakenOptions {
  /** Id of the agent. @defaultValue the server's choice */
  readonly agentId?: string;
  /**
   * Base URL of the server's AG-UI routes, relative to the agent's `url`, with a trailing slash.
   * The default fits `…/v1/ag-ui/run`; for `…/threads/ID/runs` and `…/agents/ID/runs` it is
   * `"../../"`.
   *
   * @defaultValue `"./"`
   */
  readonly base?: string;
  /**
   * Messages in a request. Awaken stores the thread and appends what it receives, so `"all"` is for
   * a server without storage.
   *
   * @defaultValue `"new"`: unanswered messages, and in a fork those before it
   */
  readonly messages?: "new" | "all";
  /**
   * Delay before the replay of a running run is requested again, in milliseconds. @defaultValue
   * `1_000`
   */
  readonly pollMs?: number;
}

/** Maximum number of frames in a page of a replay, and of messages in a page of the history. */
const REPLAY_LIMIT = "500";
const HISTORY_LIMIT = "200";

/**
 * Creates the dialect of Awaken, an agent server in Rust: requests, streams, frontend tools and
 * approvals, replay (pages, then polling), history and cancellation.
 *
 * Approvals are interrupts, and a cancelled one is denied. A call of a frontend tool arrives as an
 * interrupt too, which the frontend tool answers.
 *
 * Awaken only appends to a thread. A fork is a new thread there and receives the messages before
 * it, without calls and results. An edited or regenerated message is appended after the original,
 * which the agent still knows; fork the thread before the message where it must not.
 *
 * @example An agent of an Awaken server
 * ```ts
 * const agent = httpAgent({
 *   url: "https://example.com/v1/ag-ui/run",
 *   dialect: awaken({ agentId: "travel" }),
 * });
 * ```
 * @see https://docs.ag-ui.com/concepts/agents
 */
export function awaken({
  agentId,
  base = "./",
  messages = "new",
  pollMs = 1000,
}: AwakenOptions = {}): Dialect {
  const inThread = (threadId: string, route: string) =>
    `${base}threads/${encodeURIComponent(threadId)}/${route}`;
  return {
    name: "awaken",
    pollMs,
    // A server without storage.
    noReplayStatus: 503,
    request(input, fork) {
      const { threadId, tools, context } = input;
      const state: unknown = input.state;
      const isBlank = isRecord(state) && Object.keys(state).length === 0;
      const body = omitUndefined({
        threadId,
        agentId,
        messages: messagesFor(
          messages === "all" ? input.messages : unseenMessages(input.messages, fork),
        ),
        state: isBlank || state === null ? undefined : state,
        // Awaken reads a context beside a state only as an object.
        context: context && context.length > 0 ? { context } : undefined,
        tools: tools && tools.length > 0 ? tools : undefined,
        resume: resumeOf(input),
      });
      return { body };
    },
    read: createAwakenReader,
    connect({ input, cursor }) {
      const query = new URLSearchParams({ limit: REPLAY_LIMIT, ...omitUndefined({ cursor }) });
      return get(`${inThread(input.threadId, "replay")}?${query}`);
    },
    cancel: ({ threadId }) => ({ url: inThread(threadId, "interrupt"), method: "POST" }),
    history: {
      request({ threadId, cursor }) {
        const page = { order: "desc", limit: HISTORY_LIMIT, ...omitUndefined({ cursor }) };
        return get(`${inThread(threadId, "messages")}?${new URLSearchParams(page)}`);
      },
      read: (body): HistoryPage => readAwakenHistory(body),
    },
  };
}

function get(url: string): DialectRequest {
  return { url, method: "GET" };
}

/**
 * Returns the messages that Awaken accepts: a role and a content. It ignores those of tools and
 * developers.
 */
function messagesFor(sent: readonly Message[]): readonly unknown[] {
  const accepted = sent.flatMap(({ role, content }) => {
    if (role === "developer") return { role: "system", content };
    const isAccepted = role === "user" || role === "assistant" || role === "system";
    return isAccepted && content !== undefined && content !== "" ? { role, content } : [];
  });
  // Awaken rejects a request without messages, even one that only resumes.
  return accepted.length > 0 ? accepted : [{ role: "user", content: "" }];
}

/** Returns the answer to the interrupt. An interrupt ends a run, so there is only one. */
function resumeOf({ resume }: RunAgentInput): unknown {
  if (!resume) return undefined;
  // An interrupt that was read without this dialect is already in the draft's format.
  if (!Array.isArray(resume)) return resume;
  const [answer] = resume;
  if (!answer) return undefined;
  const { interruptId, status } = answer;
  const payload: unknown = answer.payload;
  // Awaken denies a cancelled interrupt.
  const denied = { ...(isRecord(payload) && payload), approved: false };
  return omitUndefined({
    interruptId,
    payload: status === "cancelled" ? denied : payload,
  });
}
