import type { Event, Message } from "../../protocol/events.ts";
import { findMessage } from "../../reducer/lookup.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { lagsBehind, lengthOf } from "./isShorter.ts";
import { isOpen } from "./lastRun.ts";

/** How far what is told beside a thread has come, measured by what is shown. */
export interface Progress {
  /** Whether it is to be shown from now on. */
  isFurther(next: Snapshot, shown: Snapshot, heard: Heard): boolean;
}

interface Heard {
  /** What was told last and is new. */
  readonly news: readonly Event[];
  /** Whether it is of a run that is told again from its start. */
  readonly isRetold: boolean;
}

/** What a message of the run that is shown has come to. */
interface Streamed {
  readonly id: string;
  readonly length: number;
}

/**
 * Makes what measures one telling, which grows. What is shown is looked at once, as it stays while much is
 * told; of what is told, no more is looked at than what has changed.
 */
export function createProgress(): Progress {
  let measured: Snapshot["messages"] | undefined;
  let lengths: ReadonlyMap<string, number> = new Map();
  let run: Snapshot | undefined;
  /** What its run has said and has not been told again yet, the first last. */
  let missing: Streamed[] = [];
  /** What has been told and is no more than what is shown. */
  let known: Snapshot["messages"] = [];
  /** The message that was found to say more. */
  let longer: string | undefined;
  let states: readonly [shown: unknown, next: unknown, isOther: boolean] | undefined;
  let hasNews = false;

  function isOtherState(shown: unknown, next: unknown): boolean {
    if (states && states[0] === shown && states[1] === next) return states[2];
    states = [shown, next, !Object.is(replaceEqualDeep(shown, next), shown)];
    return states[2];
  }

  function measure(shown: Snapshot): void {
    if (measured === shown.messages) return;
    measured = shown.messages;
    lengths = new Map(measured.map((message) => [message.id, lengthOf(message)]));
    known = [];
    longer = undefined;
  }

  /** Whether it has come further in anything. */
  function saysMore(next: Snapshot, shown: Snapshot): boolean {
    if (isOtherState(shown.state, next.state)) return true;
    measure(shown);
    const isLonger = (message: Message | undefined) =>
      message !== undefined && lengthOf(message) > (lengths.get(message.id) ?? -1);
    if (longer !== undefined && isLonger(findMessage(next, longer))) return true;
    longer = next.messages.find(
      (message, at) => message !== known[at] && message !== shown.messages[at] && isLonger(message),
    )?.id;
    if (longer === undefined) known = next.messages;
    return longer !== undefined;
  }

  /** Whether it has not come to what is shown in any message that the run of that streams. */
  function saysLess(next: Snapshot, shown: Snapshot): boolean {
    if (run?.messages !== shown.messages || run.tracking !== shown.tracking) {
      run = shown;
      missing = streamedIn(shown).reverse();
    }
    for (let last = missing.at(-1); last; last = missing.at(-1)) {
      const told = findMessage(next, last.id);
      if (!told || lengthOf(told) < last.length) return true;
      // It does not become less.
      missing.pop();
    }
    return false;
  }

  return {
    isFurther(next, shown, { news, isRetold }) {
      if (news.length > 0) hasNews = true;
      if (!isRetold) {
        const hasEnded = isOpen(shown) && !isOpen(next);
        return hasEnded || (saysMore(next, shown) && !lagsBehind(next, shown));
      }
      // What the messages are from now on may be less.
      const isRestated = news.some(({ type }) => type === "MESSAGES_SNAPSHOT");
      return isRestated || (hasNews && !saysLess(next, shown));
    },
  };
}

function streamedIn(shown: Snapshot): Streamed[] {
  const { text, reasoning, toolCalls } = shown.tracking;
  const streamed = [text, reasoning].flatMap((entries) => Object.values(entries));
  const holders = Object.keys(toolCalls).map((id) => getOwn(shown.toolCalls, id)?.messageId);
  const ids = new Set([...streamed.map(({ id }) => id), ...holders]);
  return [...ids].flatMap((id) => {
    const message = id === undefined ? undefined : findMessage(shown, id);
    return message ? [{ id: message.id, length: lengthOf(message) }] : [];
  });
}
