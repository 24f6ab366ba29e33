import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { notDone } from "../../protocol/issueCodes.ts";
import { randomId } from "../../protocol/randomId.ts";
import type { EarlierPage } from "../../reducer/prependMessages.ts";
import type { StateConflict } from "../../reducer/rebase/stateEdit.ts";
import { type ActionName, readAction } from "../eventLog/entries.ts";
import { createRecorder } from "../eventLog/recorder.ts";
import { replay } from "../eventLog/replay.ts";
import { reportIssue } from "../persistence/reportIssue.ts";
import type { Change, ChangeCause } from "../thread/changeQueue.ts";
import { unref } from "../thread/runtime.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { TabChannel, TabMessage } from "./tabChannel.ts";

/** How long the page that runs the agent may take to do something, in milliseconds. */
const DONE_WITHIN_MS = 2_000;
/** Of how many things that were done it is known that they were: what comes twice comes soon. */
const KNOWN = 200;

/** What was done in a page that does not run the agent, on its way into the run. */
export interface ActionForwarder {
  /** Hands a change over to the page that runs the agent. */
  forwardChange(change: Change): void;
  /** Does what another page has handed over. */
  performForwarded(word: Extract<TabMessage, { type: "act" }>, from: string): void;
  handleDone(word: Extract<TabMessage, { type: "done" }>): void;
  /** Does once more what was done here, behind what another page has done meanwhile. */
  redoActions(entries: readonly Event[]): void;
  isRedoing(): boolean;
  /** Whether something that was handed over is not known to be done. */
  hasPending(): boolean;
  /** Does here what was handed over and not done, where no other page runs the agent after all. */
  reclaimPending(): void;
  close(): void;
}

/** @param isElsewhere - Whether another page runs the agent. */
export function createActionForwarder(
  core: ThreadInternals,
  channel: TabChannel,
  isElsewhere: () => boolean,
): ActionForwarder {
  /** What was handed over, until it is done. */
  const handed = new Map<string, readonly Event[]>();
  /** What was done for others: it may be handed over twice. */
  const done = new Map<string, readonly string[]>();
  const recorder = createRecorder(new Set());
  let isClosed = false;
  let isRedoing = false;

  function send(id: string, entries: readonly Event[]): void {
    handed.set(id, entries);
    channel.post({ type: "act", id, entries });
    const timer = setTimeout(() => {
      if (isClosed || !handed.has(id)) return;
      // The page that ran it may be gone.
      if (isElsewhere()) send(id, entries);
      else reclaimPending(id, entries);
    }, DONE_WITHIN_MS);
    unref(timer);
  }

  function reclaimPending(id: string, entries: readonly Event[]): void {
    handed.delete(id);
    report(entries.flatMap(doAgain));
  }

  /** @returns What it was, when it does not fit. */
  function doAgain(entry: Event): readonly string[] {
    try {
      const next = replay(core.getSnapshot(), [entry]);
      // The log knows no other shape of the state than the program does.
      core.commit(next, "now", causeOf(entry));
      return [];
    } catch {
      return [nameOf(entry)];
    }
  }

  function report(refused: readonly string[]): void {
    if (core.isDisposed()) return;
    for (const name of new Set(refused)) reportIssue(core, notDone, name);
  }

  return {
    forwardChange(change) {
      const entries = recorder.record(change);
      if (entries.length > 0) send(randomId(), entries);
    },
    performForwarded({ id, entries }, from) {
      const refused = done.get(id) ?? entries.flatMap(doAgain);
      done.set(id, refused);
      const [first] = done.keys();
      if (done.size > KNOWN && first !== undefined) done.delete(first);
      channel.post({ type: "done", id, refused }, from);
    },
    handleDone({ id, refused }) {
      if (handed.delete(id)) report(refused);
    },
    redoActions(entries) {
      isRedoing = true;
      const lost = entries.flatMap((one) => (isOfPerson(one) ? doAgain(one) : lossOf(one)));
      isRedoing = false;
      report(lost);
    },
    isRedoing: () => isRedoing,
    hasPending: () => handed.size > 0,
    reclaimPending() {
      for (const [id, entries] of [...handed]) if (!isElsewhere()) reclaimPending(id, entries);
    },
    close() {
      isClosed = true;
    },
  };
}

/**
 * An edit of the state is noted as one, since as a patch it would be read back as another, and so are
 * earlier messages, which belong to every branch.
 */
function causeOf(entry: Event): ChangeCause | undefined {
  const { name, value } = readAction(entry) ?? {};
  // They were recorded from such causes.
  if (name === "state") return { name, conflict: value?.conflict as StateConflict | undefined };
  if (name === "earlier") return { name, ...(value as unknown as EarlierPage) };
  return undefined;
}

/** Whether an entry says what a person has done, and not how a run goes. */
function isOfPerson(entry: Event): boolean {
  const act = readAction(entry);
  if (act?.name === "state" || act?.name === "earlier") return true;
  return (
    act?.name === "patch" && !pathsOf(act.value).some((path) => /^\/(run|tracking)\b/.test(path))
  );
}

function pathsOf({ patch }: Readonly<Record<string, unknown>>): readonly string[] {
  if (!Array.isArray(patch)) return [];
  return patch.flatMap((operation) => (isRecord(operation) ? [String(operation.path)] : []));
}

/** Of what is given up, what a person would miss. */
function lossOf(entry: Event): readonly string[] {
  const { name } = readAction(entry) ?? {};
  return name && LOSSES.has(name) ? [nameOf(entry)] : [];
}

const LOSSES: ReadonlySet<ActionName> = new Set(["run", "go", "snapshot"]);

/** What was done, for the person who reads of it. */
function nameOf(entry: Event): string {
  const act = readAction(entry);
  if (act?.name === "state") return "an edit of the state";
  if (act?.name === "run") return "a run";
  if (act?.name === "go") return "a change of the branch";
  if (act?.name === "earlier") return "earlier messages";
  const [path = ""] = act ? pathsOf(act.value) : [];
  return `a change of ${path.split("/")[1] || "the conversation"}`;
}
