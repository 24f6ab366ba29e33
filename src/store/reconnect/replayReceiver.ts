import { isRecord } from "../../protocol/isRecord.ts";
import type { Issue } from "../../protocol/issue.ts";
import type { RunStatus, Snapshot } from "../../reducer/snapshot.ts";
import { editRun, expectReplay } from "../../reducer/toolUpdates.ts";
import { createEventIngestor } from "../run/eventIngestor.ts";
import type { Listeners } from "../thread/listeners.ts";
import type { RunContext } from "../thread/runContext.ts";
import { isContinuation } from "./isContinuation.ts";
import { isSameIssue } from "./isSameIssue.ts";
import { lagsBehind } from "./isShorter.ts";
import { isOpen, type LastRun, lookUpLastRun, opener, withStateBefore } from "./lastRun.ts";
import { createReplayFilter } from "./replayFilter.ts";
import { isSameProgress } from "./saysTheSame.ts";
import { createBeside } from "./shadowSnapshot.ts";
import type { ReplayReceiver, TellingOptions } from "./tellingTypes.ts";

/**
 * Makes what takes a run that is told in parts. A part that goes on is reduced as it comes. One that tells
 * the run again is reduced beside the thread, from what was there before the run, and shown as soon as it
 * says more than what is shown: nobody sees an answer shrink and grow again. So is a run that is listened to
 * as soon as it tells a message that was there before it. Complete runs are passed over, and so are those
 * that the person has turned away from.
 */
export function createReplayReceiver<TState>(
  context: RunContext<TState>,
  { runId, begin }: TellingOptions,
): ReplayReceiver {
  /** What is told again. */
  const beside = createBeside(context);
  const hearing = createReplayFilter(context.changes);
  let knownIssues: readonly Issue[] = [];
  let hasBegun = begin === undefined;
  let hasHeard = true;
  let hasNews = true;
  /** What was there when a connection was lost at which no run was open: another may have followed. */
  let rested: Snapshot<TState> | undefined;

  const listeners: Listeners = {
    ...context.listeners,
    notify(name, ...args) {
      const [first] = args;
      if (name === "onIssue" && knownIssues.some((known) => isSameIssue(known, first))) return;
      context.listeners.notify(name, ...args);
    },
    notifyEvents(events) {
      const news = events.flatMap((event) => hearing.filter(event, !beside.snapshot));
      if (beside.isFurther({ news, isRetold: hearing.isRetold })) show();
      if (news.length === 0) return;
      hasNews = true;
      context.listeners.notifyEvents(news, own.getSnapshot());
    },
  };
  const own: RunContext<TState> = {
    ...context,
    listeners,
    // Each event is looked at.
    deferUntilRead: undefined,
    getSnapshot: () => beside.snapshot ?? context.getSnapshot(),
    commit(next, ...how) {
      const shown = context.getSnapshot();
      if (beside.snapshot) beside.take(next);
      else if (begin && lagsBehind(next, shown)) beside.begin(next, shown);
      else context.commit(next, ...how);
    },
  };
  let live = createEventIngestor(own, runId);
  let reader = live;

  // Of the connection that goes on.
  /** What has come first, when that may open a run that is told again. */
  let held: unknown[] | undefined;
  let opensRun = opener(context);
  /** The run that is rebuilt, and whether it has begun again. */
  let openId: string | undefined;
  let told: LastRun<TState> | undefined;
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
    if (!hasBegun) begin?.();
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
    isPassingOver = times <= told.completed(name);
    if (isPassingOver) return false;
    startHearing();
    const last = own.getSnapshot();
    const isItself = times === 1 && isOpen(last) && last.run.runId === name;
    // Behind a run that is passed over it is told again.
    if (isItself && goesOn && passed.size === 1) return true;
    if (isRebuilding) rebuild(name, told);
    else if (isItself || isOpen(context.getSnapshot())) tellFromStart(name, told);
    else {
      if (name === cutId) hearing.retellHeard(name);
      expectRun(name);
    }
    return false;
  }

  /** The run that is open is told from its start. */
  function tellFromStart(name: string, of: LastRun<TState>): void {
    if (!isOpen(context.getSnapshot())) {
      beside.drop();
      hearing.retellHeard(name);
      expectRun(name);
      return;
    }
    isRebuilding = true;
    openId = context.getSnapshot().run.runId ?? "";
    knownIssues = context.getSnapshot().issues;
    beside.begin(of.opening());
    reader = createEventIngestor(own, runId);
    rebuild(name, of);
  }

  /** A run begins that may tell what is there already. */
  function expectRun(name: string): void {
    if (begin && !beside.snapshot) {
      const shown = context.getSnapshot();
      // Whoever stops it means this one.
      context.commit({ ...shown, run: { ...shown.run, runId: name } });
      beside.begin(context.getSnapshot());
    }
    own.commit(expectReplay(own.getSnapshot(), name), "frame");
  }

  /** The log need not hold the beginning of a run that is listened to. */
  function keepState(): void {
    if (begin) own.commit(withStateBefore(own.getSnapshot()), "frame");
  }

  /** Goes on with the run that is open, or with one that is told before it, which may be known otherwise. */
  function rebuild(name: string, { events }: LastRun<TState>): void {
    if (openId === undefined) return;
    hearing.retell(openId, events);
    if (name !== openId) own.commit(expectReplay(own.getSnapshot(), name), "frame");
    else openId = undefined;
  }

  /** Whether more may follow behind the last run that was told, of which the server could not speak. */
  function mayFollow(next: Snapshot<TState>): boolean {
    if (begin === undefined) return false;
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
        } else if (begin) expectRun(name);
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
    else context.show(next);
  }

  return {
    read(yielded) {
      if (!told && hasHeard && goesOn && !begin) return reader(yielded);
      return readEach(Array.isArray(yielded) ? yielded : [yielded]);
    },
    connected(isContinued) {
      goesOn = isContinued;
      held = [];
      opensRun = opener(context);
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
    async disconnected(isContinued, isBroken) {
      // Where it went on from a position, it was something new.
      if (goesOn && held && !restart) await take(held);
      held = restart = undefined;
      const { phase } = own.getSnapshot().tracking;
      const isAtRest =
        (hasHeard || rested !== undefined) &&
        phase !== "active" &&
        (phase !== "none" || begin !== undefined);
      if (isAtRest) show();
      const isOver = isAtRest && !(isBroken && mayFollow(own.getSnapshot()));
      if (isOver || isContinued || !hasHeard) return isOver;
      const { snapshot } = beside;
      cutId = snapshot && isOpen(snapshot) ? snapshot.run.runId : undefined;
      // What does not go on from there is told again, or goes on with what is shown.
      beside.drop();
      hearing.goOn();
      knownIssues = [];
      reader = live;
      return false;
    },
    get hasHeard() {
      return hasHeard;
    },
    get hasNews() {
      return hasNews;
    },
    get isBehind() {
      return beside.snapshot !== undefined;
    },
    setStatus,
  };
}
