import { isRecord } from "../../protocol/isRecord.ts";
import type { Issue } from "../../protocol/issue.ts";
import type { RunStatus, Snapshot } from "../../reducer/snapshot.ts";
import { editRun, expectReplay } from "../../reducer/toolUpdates.ts";
import { createEventIngestor } from "../run/eventIngestor.ts";
import type { Listeners } from "../thread/listeners.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { isSameProgress, lagsBehind } from "./compareProgress.ts";
import { isContinuation } from "./isContinuation.ts";
import {
  createOpeningMatcher,
  isRunOpen,
  type LastRun,
  lookUpLastRun,
  rememberStateBefore,
} from "./lastRun.ts";
import { createThreadReplayFilter } from "./replayFilter.ts";
import { createShadowSnapshot } from "./shadowSnapshot.ts";
import type { ReplayReceiver, ReplayReceiverOptions } from "./tellingTypes.ts";

/**
 * Makes what takes a run that is told in parts. A part that goes on is reduced as it comes. One that tells
 * the run again is reduced beside the thread, from what was there before the run, and shown as soon as it
 * says more than what is shown: nobody sees an answer shrink and grow again. So is a run that is listened to
 * as soon as it tells a message that was there before it. Complete runs are passed over, and so are those
 * that the person has turned away from.
 */
export function createReplayReceiver(
  context: RunContext,
  { runId, onStart }: ReplayReceiverOptions,
): ReplayReceiver {
  /** What is told again. */
  const beside = createShadowSnapshot(context);
  const hearing = createThreadReplayFilter(context.changes);
  let knownIssues: readonly Issue[] = [];
  let hasBegun = onStart === undefined;
  let hasHeard = true;
  let hasNews = true;
  /** What was there when a connection was lost at which no run was open: another may have followed. */
  let rested: Snapshot | undefined;

  const listeners: Listeners = {
    ...context.listeners,
    notify(name, ...args) {
      const [first] = args;
      if (name === "onIssue" && knownIssues.some((known) => isSameIssue(known, first))) return;
      context.listeners.notify(name, ...args);
    },
    notifyEvents(events) {
      const newEvents = events.flatMap((event) => hearing.newParts(event, !beside.snapshot));
      if (beside.hasCaughtUp({ newEvents, isReplayed: hearing.isReplaying })) show();
      if (newEvents.length === 0) return;
      hasNews = true;
      context.listeners.notifyEvents(newEvents, own.getSnapshot());
    },
  };
  const own: RunContext = {
    ...context,
    listeners,
    // Each event is looked at.
    deferUntilRead: undefined,
    getSnapshot: () => beside.snapshot ?? context.getSnapshot(),
    commit(next, ...how) {
      const shown = context.getSnapshot();
      if (beside.snapshot) beside.update(next);
      else if (onStart && lagsBehind(next, shown)) beside.start(next, shown);
      else context.commit(next, ...how);
    },
  };
  let live = createEventIngestor(own, runId);
  let reader = live;

  // Of the connection that goes on.
  /** What has come first, when that may open a run that is told again. */
  let held: unknown[] | undefined;
  let opensRun = createOpeningMatcher(context);
  /** The run that is rebuilt, and whether it has begun again. */
  let openId: string | undefined;
  let told: LastRun | undefined;
  let passed = new Map<string, number>();
  let goesOn = true;
  /** The run of which nothing was shown when the connection before was lost. */
  let cutId: string | undefined;
  /** The start of the run that is open, said again behind a position: what follows tells why. */
  let restart: { readonly value: unknown } | undefined;
  let isPassingOver = false;
  let isRebuilding = false;

  function show(): void {
    if (beside.snapshot) live = reader;
    beside.show();
  }

  function startHearing(): void {
    if (!hasBegun) onStart?.();
    hasBegun = true;
    if (!hasHeard) setStatus("streaming");
    hasHeard = true;
  }

  /**
   * Decides what becomes of a run that begins.
   *
   * @returns Whether that is to be decided when it is known what follows.
   */
  function startRun(name: string): boolean {
    told ??= lookUpLastRun(context, context.getSnapshot());
    const times = (passed.get(name) ?? 0) + 1;
    passed.set(name, times);
    isPassingOver = times <= told.completedCount(name);
    if (isPassingOver) return false;
    startHearing();
    const last = own.getSnapshot();
    const isItself = times === 1 && isRunOpen(last) && last.run.runId === name;
    // Behind a run that is passed over it is told again.
    if (isItself && goesOn && passed.size === 1) return true;
    if (isRebuilding) rebuild(name, told);
    else if (isItself || isRunOpen(context.getSnapshot())) tellFromStart(name, told);
    else {
      if (name === cutId) hearing.startKnownReplay(name);
      expectRun(name);
    }
    return false;
  }

  /** The run that is open is told from its start. */
  function tellFromStart(name: string, of: LastRun): void {
    if (!isRunOpen(context.getSnapshot())) {
      beside.discard();
      hearing.startKnownReplay(name);
      expectRun(name);
      return;
    }
    isRebuilding = true;
    openId = context.getSnapshot().run.runId ?? "";
    knownIssues = context.getSnapshot().issues;
    beside.start(of.snapshotBefore());
    reader = createEventIngestor(own, runId);
    rebuild(name, of);
  }

  /** A run begins that may tell what is there already. */
  function expectRun(name: string): void {
    if (onStart && !beside.snapshot) {
      const shown = context.getSnapshot();
      // Whoever stops it means this one.
      context.commit({ ...shown, run: { ...shown.run, runId: name } });
      beside.start(context.getSnapshot());
    }
    own.commit(expectReplay(own.getSnapshot(), name), "frame");
  }

  /** The log need not hold the beginning of a run that is listened to. */
  function keepState(): void {
    if (onStart) own.commit(rememberStateBefore(own.getSnapshot()), "frame");
  }

  /** Goes on with the run that is open, or with one that is told before it, which may be known otherwise. */
  function rebuild(name: string, { events }: LastRun): void {
    if (openId === undefined) return;
    hearing.startReplay(openId, events);
    if (name !== openId) own.commit(expectReplay(own.getSnapshot(), name), "frame");
    else openId = undefined;
  }

  /** Whether more may follow behind the last run that was told, of which the server could not speak. */
  function mayFollow(next: Snapshot): boolean {
    if (onStart === undefined) return false;
    // However often that is said in other words.
    if (rested && isSameProgress(next, rested)) hasNews = false;
    rested = next;
    return true;
  }

  /** What is to be taken, now that it shows why a run was started again. */
  function decide(start: unknown, value: unknown): readonly unknown[] {
    const before = held ?? [];
    held = restart = undefined;
    const of = told;
    if (!of || isContinuation(value, of.firstEvents())) {
      // Then what it has told so far is all that is known.
      told = undefined;
      return [value];
    }
    tellFromStart(own.getSnapshot().run.runId ?? "", of);
    keepState();
    return isRebuilding ? [start, value] : [...before, start, value];
  }

  async function readEach(values: readonly unknown[]): Promise<void> {
    let rest: unknown[] = [];
    for (const value of values) {
      if (isRecord(value) && value.type === "RUN_STARTED") {
        await take(rest);
        rest = [];
        restart = undefined;
        const name = typeof value.runId === "string" && value.runId ? value.runId : runId;
        // What goes on where another connection ended comes to the next run by itself.
        if (told || !hasHeard || !goesOn) {
          if (startRun(name)) {
            restart = { value };
            continue;
          }
        } else if (onStart) expectRun(name);
        if (!isPassingOver) keepState();
        // What is rebuilt has been opened already.
        if (!isRebuilding) rest.push(...(held ?? []));
        held = undefined;
      } else if (restart) {
        rest.push(...decide(restart.value, value));
        continue;
      } else if (held && opensRun(value)) {
        held.push(value);
        continue;
      } else {
        rest.push(...(held ?? []));
        held = undefined;
      }
      rest.push(value);
    }
    await take(rest);
  }

  async function take(values: readonly unknown[]): Promise<void> {
    if (values.length === 0 || isPassingOver) return;
    startHearing();
    await reader(values);
  }

  function setStatus(status: RunStatus): void {
    const { run } = context.getSnapshot();
    if (run.status === status) return;
    const next = editRun(context.getSnapshot(), { status });
    // What is only listened to is no run, of which the log would have to know.
    if (hasBegun) context.commit(next, "now");
    else context.replaceSnapshot(next);
  }

  return {
    receive(yielded) {
      if (!told && hasHeard && goesOn && !onStart) return reader(yielded);
      return readEach(Array.isArray(yielded) ? yielded : [yielded]);
    },
    handleConnect(isContinued) {
      goesOn = isContinued;
      held = [];
      opensRun = createOpeningMatcher(context);
      openId = undefined;
      told = undefined;
      passed = new Map();
      restart = undefined;
      // What goes on in the middle of a run that is known does not begin with it.
      isPassingOver = isPassingOver && isContinued;
      isRebuilding = false;
      hasHeard = false;
      hasNews = false;
    },
    async handleDisconnect(isContinued, isBroken) {
      // Where it went on from a position, it was something new.
      if (goesOn && held && !restart) await take(held);
      held = restart = undefined;
      const { phase } = own.getSnapshot().tracking;
      const isAtRest =
        (hasHeard || rested !== undefined) &&
        phase !== "active" &&
        (phase !== "none" || onStart !== undefined);
      if (isAtRest) show();
      const isOver = isAtRest && !(isBroken && mayFollow(own.getSnapshot()));
      if (isOver || isContinued || !hasHeard) return isOver;
      const { snapshot } = beside;
      cutId = snapshot && isRunOpen(snapshot) ? snapshot.run.runId : undefined;
      // What does not go on from there is told again, or goes on with what is shown.
      beside.discard();
      hearing.endReplay();
      knownIssues = [];
      reader = live;
      return false;
    },
    get hasReceived() {
      return hasHeard;
    },
    get hasNewEvents() {
      return hasNews;
    },
    get isCatchingUp() {
      return beside.snapshot !== undefined;
    },
    setStatus,
  };
}

/** True when a notification is about the issue. */
function isSameIssue(a: Issue, b: unknown): boolean {
  return isRecord(b) && a.code === b.code && a.eventType === b.eventType && a.subject === b.subject;
}
