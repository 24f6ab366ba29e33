import type { Dialect, DialectRequest, HistoryPage } from "../../protocol/dialect.ts";
import type { Message, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { unseenMessages } from "../newMessages.ts";
import { createAwakenReader } from "./createAwakenReader.ts";
import { readAwakenHistory } from "./readAwakenMessages.ts";

/** How an Awaken server is set up. */
export interface AwakenOptions {
  /** The agent that is to answer. @defaultValue the server's own choice */
  readonly agentId?: string;
  /**
   * Where the server's AG-UI routes begin, resolved against the agent's `url`, with a slash at its end.
   * The default is right for `…/v1/ag-ui/run`; for `…/threads/ID/runs` and `…/agents/ID/runs` it is
   * `"../../"`.
   *
   * @defaultValue `"./"`
   */
  readonly base?: string;
  /**
   * What of the conversation is sent. Awaken keeps the thread and appends what it is sent, so `"all"`
   * is for a server that forgets.
   *
   * @defaultValue `"new"`: what the agent has not answered yet, and in a fork what came before
   */
  readonly messages?: "new" | "all";
  /** How long to wait before a replay asks for more of a run that goes on. @defaultValue `1_000` */
  readonly pollMs?: number;
}

/** The most frames a page of a replay can have, and the most messages one of the history. */
const REPLAY_LIMIT = "500";
const HISTORY_LIMIT = "200";

/**
 * The dialect of Awaken, an agent server in Rust: requests, streams, frontend tools and approvals,
 * replay (pages, then polling), history and the interruption of a run.
 *
 * Approvals are interrupts, and one that is cancelled is denied. A call of a frontend tool comes as an
 * interrupt as well, which the page's own tool answers.
 *
 * Awaken keeps a thread and only ever appends to it. A fork is a thread of its own there and is sent what
 * was said before, without calls and results. An edited question and one that is asked again are said
 * once more, behind what they take the place of, which the agent goes on to know: where it must not,
 * fork the thread in front of the question.
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
    request(input, lineage) {
      const { threadId, tools, state, context } = input;
      const isBlank = isRecord(state) && Object.keys(state).length === 0;
      const body = omitUndefined({
        threadId,
        agentId,
        messages: messagesFor(
          messages === "all" ? input.messages : unseenMessages(input.messages, lineage),
        ),
        state: isBlank || state === null ? undefined : (state as unknown),
        // Beside a state it is heard only as an object.
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
      read: (answer): HistoryPage => readAwakenHistory(answer),
    },
  };
}

function get(url: string): DialectRequest {
  return { url, method: "GET" };
}

/** What it takes as a message: a role and a content. It ignores those of tools and developers. */
function messagesFor(sent: readonly Message[]): readonly unknown[] {
  const accepted = sent.flatMap(({ role, content }) => {
    if (role === "developer") return { role: "system", content };
    const isAccepted = role === "user" || role === "assistant" || role === "system";
    return isAccepted && content !== undefined && content !== "" ? { role, content } : [];
  });
  // It refuses a request without any, also one that only resumes.
  return accepted.length > 0 ? accepted : [{ role: "user", content: "" }];
}

/** The one answer it takes: an interrupt is the end of a run, so there is only ever one. */
function resumeOf({ resume }: RunAgentInput): unknown {
  if (!resume) return undefined;
  // The draft's spelling, of an interrupt that was read without this dialect, is its own.
  if (!Array.isArray(resume)) return resume;
  const [answer] = resume;
  if (!answer) return undefined;
  const { interruptId, status, payload } = answer;
  // Its word for a cancelled one.
  const denied = { ...(isRecord(payload) && payload), approved: false };
  return omitUndefined({
    interruptId,
    payload: status === "cancelled" ? denied : (payload as unknown),
  });
}
