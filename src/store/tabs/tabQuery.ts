import { randomId } from "../../protocol/randomId.ts";
import type { LogState, ReceivedMessage, TabChannel } from "./tabChannel.ts";

/** How long another page may take to answer, in milliseconds. */
export const ANSWER_MS = 300;

export interface QueryOptions {
  /** Whether this page wants to run the agent. */
  readonly isClaim?: boolean;
  /** Whether pages are waited for that have not said anything yet. */
  readonly includesUnknownTabs?: boolean;
  /** @defaultValue {@link ANSWER_MS} */
  readonly withinMs?: number;
}

/** What has come back. */
export interface Answers {
  /** Whether another page runs the agent, or is about to. */
  readonly isRun: boolean;
  readonly count: number;
}

/** Asks the other pages, and knows who they are. */
export interface TabQuery {
  /** Settles when all have answered, when one runs the agent, or when it has been waited long enough. */
  query(options?: QueryOptions): Promise<Answers>;
  /** Takes note of who has said something. */
  noteMessage(said: ReceivedMessage): void;
  knows(page: string): boolean;
}

/** @param place - Where this page stands. */
export function createTabQuery(channel: TabChannel, place: () => LogState | undefined): TabQuery {
  const known = new Set<string>();
  /** What hears of an answer, or that none will come. */
  const questions = new Map<string, (from: string, isRun?: boolean) => void>();

  return {
    query({ isClaim = false, includesUnknownTabs = false, withinMs = ANSWER_MS } = {}) {
      const id = randomId();
      const waiting = new Set(known);
      const question = new Promise<Answers>((resolve) => {
        let count = 0;
        const end = (isRun: boolean) => {
          clearTimeout(timer);
          questions.delete(id);
          resolve({ isRun, count });
        };
        const timer = setTimeout(() => {
          // Whoever is gone without a word is not waited for a second time.
          for (const page of waiting) known.delete(page);
          end(false);
        }, withinMs);
        questions.set(id, (from, isRun) => {
          if (isRun !== undefined) count += 1;
          waiting.delete(from);
          if (isRun || (waiting.size === 0 && !includesUnknownTabs)) end(isRun === true);
        });
        if (waiting.size === 0 && !includesUnknownTabs) end(false);
      });
      channel.post({ type: "ask", id, isClaim, place: place() });
      return question;
    },
    noteMessage(said) {
      if (said.type === "bye") {
        known.delete(said.from);
        for (const hear of questions.values()) hear(said.from);
        return;
      }
      known.add(said.from);
      if (said.type === "answer") questions.get(said.id)?.(said.from, said.isRun);
    },
    knows: (page) => known.has(page),
  };
}
