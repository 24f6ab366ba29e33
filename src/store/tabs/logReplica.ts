import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { readAction } from "../eventLog/entries.ts";
import type { EventLog, LogWrite } from "../eventLog/eventLog.ts";
import { replay } from "../eventLog/replay.ts";
import { withTabIssues } from "../persistence/reportIssue.ts";
import { unref } from "../thread/runtime.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import {
  isNewerVersion,
  isSameVersion,
  type LogState,
  type LogVersion,
  type TabMessage,
} from "./tabChannel.ts";

/** How long after a clash what stands is stored once more, in milliseconds: the other page is done by then. */
const HEAL_MS = 1_000;

/** What following needs of its page. */
export interface LogReplicaOptions {
  readonly core: ThreadInternals;
  readonly log: EventLog;
  readonly page: string;
  /** How many entries of the log are stored. */
  readonly written: number;
  /** Tells the other pages what was written here. */
  readonly tell: (written: LogWrite, after: LogVersion, head: LogVersion) => void;
  /** Asks the other pages for what was missed. */
  readonly ask: () => void;
  /** Called before another conversation is shown, with the run that it shows. */
  readonly onReplace: (runId: string | undefined) => void;
  readonly onShown: () => void;
  /** Does once more what was done here, behind what another page has done. */
  readonly redo: (entries: readonly Event[]) => void;
}

/** Keeps the log of this page the same as those of the others. */
export interface LogReplica {
  readonly log: EventLog;
  getState(): LogState;
  /** What this page writes from now on is of a run of its own. */
  startRun(): void;
  /** Takes what another page has written. @returns Whether that page stands behind this one. */
  applyWrite(word: Extract<TabMessage, { type: "written" }>): boolean;
  applyAnswer(word: Extract<TabMessage, { type: "answer" }>): void;
  /** What is answered to a page that stands there. */
  answerQuery(
    getState: LogState,
  ): Pick<Extract<TabMessage, { type: "answer" }>, "head" | "isSameAs" | "entries">;
  /** Takes what is stored, where that goes further or another way. */
  adoptStored(entries: readonly Event[]): void;
}

export function createLogReplica(parts: LogReplicaOptions): LogReplica {
  const { core, log, page } = parts;
  const isNew = log.entries.length > parts.written;
  let head: LogVersion = { run: 0, count: isNew ? 1 : 0, page: isNew ? page : "" };
  let run = 0;
  /** What this page has written: only that is done once more. */
  const own = new WeakSet<object>(log.entries.slice(parts.written));
  /** From where on another page has written what may not be in the storage. */
  let unsure: number | undefined;
  let isStoring = false;
  /** From where on what stands is to be stored once more. */
  let unhealed: number | undefined;
  let healing: ReturnType<typeof setTimeout> | undefined;

  log.subscribe((written) => {
    if (isStoring) return;
    for (const entry of written.entries) own.add(entry);
    const after = head;
    head = { run, count: head.count + 1, page };
    parts.tell(written, after, head);
    if (unsure === undefined) return;
    const at = unsure;
    unsure = undefined;
    // Behind a page that was closed with words that it has not stored, entries would be missing.
    queueMicrotask(() => store(at));
  });

  /** Writes from a position on, without a word about it: everybody has it. */
  function store(at: number): void {
    isStoring = true;
    log.rewriteFrom(Math.min(at, log.entries.length));
    isStoring = false;
  }

  function heal(at: number): void {
    const from = Math.min(unhealed ?? at, at);
    unhealed = from;
    clearTimeout(healing);
    healing = setTimeout(() => {
      unhealed = undefined;
      if (!core.isDisposed()) store(from);
    }, HEAL_MS);
    unref(healing);
  }

  function show(next: Snapshot): void {
    const { isRestoring: _, ...hooks } = next;
    const { isRestoring } = core.getSnapshot();
    const shown = { ...hooks, branches: log.getBranches(), ...(isRestoring && { isRestoring }) };
    // The log knows no other shape of the state than the program does.
    core.replaceSnapshot(withTabIssues(shown, core.getSnapshot()), "frame");
    parts.onShown();
  }

  /** What the log comes to. @param isAdded - Whether these entries came behind all others. */
  function snapshotBehind(isAdded: boolean, entries: readonly Event[]): Snapshot {
    const isStraight = isAdded && !entries.some((entry) => readAction(entry)?.name === "go");
    return isStraight ? replay(core.getSnapshot(), entries) : log.snapshotAt(log.entries.length);
  }

  function setHead(next: LogVersion): void {
    head = next;
    run = Math.max(run, next.run);
  }

  /** Takes over the head of a page that has the same. */
  function joinHead(other: LogVersion): void {
    if (!isNewerVersion(other, head)) return;
    const isOther = other.run > run;
    setHead(other);
    if (isOther) parts.onReplace(core.getSnapshot().run.runId);
  }

  const getState = (): LogState => ({
    head,
    size: log.entries.length,
    last: toText(log.entries.at(-1)),
  });

  /** Whether a page stands further than this one; what was stored alone is told by its length. */
  const isBehind = (other: Pick<LogState, "head" | "size">) =>
    isSameVersion(other.head, head)
      ? other.size > log.entries.length
      : isNewerVersion(other.head, head);

  /** Takes a log in place of this one. @param next - Where it stands; absent for what is stored. */
  function adopt(entries: readonly Event[], next?: LogVersion): void {
    const { length } = log.entries;
    const common = commonLength(log.entries, entries);
    const told = new Set(entries.slice(common).map(toText));
    const mine = log.entries.slice(common).filter((entry) => own.has(entry));
    const missing = mine.filter((entry) => !told.has(toText(entry)));
    log.replaceEntries({ at: common, entries: entries.slice(common) });
    if (next) {
      unsure = Math.min(unsure ?? common, common);
      setHead(next);
    }
    const snapshot = snapshotBehind(common === length, entries.slice(common));
    parts.onReplace(snapshot.run.runId);
    show(snapshot);
    // In the storage, what was written here may have come last.
    if (next && mine.length > 0) store(common);
    parts.redo(missing);
  }

  return {
    log,
    getState,
    startRun() {
      run += 1;
    },
    applyWrite({ at, entries, isRewrite, after, head: next }) {
      const { length } = log.entries;
      if (!isSameVersion(after, head) || at > length) {
        if (!isNewerVersion(next, head)) {
          heal(Math.min(at, length));
          return true;
        }
        parts.ask();
        return false;
      }
      const isOther = next.run > run;
      log.replaceEntries({ at, entries });
      unsure = Math.min(unsure ?? at, at);
      setHead(next);
      if (isRewrite && at < length) return false;
      const snapshot = snapshotBehind(at === length, entries);
      if (isOther) parts.onReplace(snapshot.run.runId);
      show(snapshot);
      return false;
    },
    applyAnswer({ head: next, isSameAs, entries }) {
      if (!next) return;
      if (entries && isBehind({ head: next, size: entries.length })) {
        adopt(entries, next);
      }
      if (isSameAs && isSameVersion(isSameAs, head)) joinHead(next);
    },
    answerQuery(other) {
      const mine = getState();
      if (other.size === mine.size && other.last === mine.last) {
        joinHead(other.head);
        return { head, isSameAs: other.head };
      }
      if (!isBehind(other)) return { head, entries: log.entries };
      parts.ask();
      return { head };
    },
    adoptStored(entries) {
      const common = commonLength(log.entries, entries);
      const rest = entries.slice(common);
      // What the agent said may be there in more words, of which the last are missing.
      const isFurther = common === log.entries.length ? rest.length > 0 : rest.some(readAction);
      if (isFurther) adopt(entries);
    },
  };
}

function commonLength(some: readonly Event[], others: readonly Event[]): number {
  const shorter = Math.min(some.length, others.length);
  let at = 0;
  while (at < shorter && (some[at] === others[at] || toText(some[at]) === toText(others[at]))) at++;
  return at;
}

function toText(entry: Event | undefined): string {
  try {
    return JSON.stringify(entry) ?? "";
  } catch {
    // What only the page it comes from can have.
    return "";
  }
}
