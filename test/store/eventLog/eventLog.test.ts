import { describe, expect, test } from "vitest";
import type { Event } from "../../../src/protocol/events.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import { visibleBranches } from "../../../src/store/eventLog/branchIndex.ts";
import { createBranchTree } from "../../../src/store/eventLog/branchTree.ts";
import { actionEntry, readAction } from "../../../src/store/eventLog/entries.ts";
import { createEventLog } from "../../../src/store/eventLog/eventLog.ts";
import type { Change } from "../../../src/store/thread/changeQueue.ts";

const base = createSnapshot({ threadId: "t1" });
const run: Change = {
  before: base,
  after: base,
  cause: { name: "run", runId: "r1", toolNames: [], at: 1 },
};
const end: Change = { before: base, after: base, cause: { name: "end", at: 2 } };

const told = (...events: object[]): Change => ({
  // As a canonicalizer gives them.
  cause: { name: "events", events: events as unknown as Event[], issues: [] },
});
const started = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const opened = { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" };
const piece = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a" };
const cursor = (at: string): Change => ({ cause: { name: "cursor", cursor: at } });
const open = () => createEventLog({ base, pending: [], recordChange() {} });

describe("the log of a thread", () => {
  test("finds its branches anew with a turning and what begins behind it, and not with every word", () => {
    const log = open();
    const go = (to: number): Change => ({
      before: base,
      after: base,
      cause: { name: "go", to, after: "u1" },
    });
    const found = new Set<unknown>();
    const look = () => {
      const branches = log.getBranches();
      expect(branches).toEqual(visibleBranches(createBranchTree(base, log.entries)));
      found.add(branches);
    };
    log.recordChange(run);
    look();
    const changes = [go(1), told(piece), told(piece), go(1), told(piece), told(piece)];
    for (const change of [told(started), ...changes]) {
      log.recordChange(change);
      look();
    }
    expect(log.getBranches()).toEqual({ u1: { count: 3, index: 2 } });
    for (let n = 0; n < 50; n++) {
      log.replaceEntries({ at: log.entries.length, entries: [piece as unknown as Event] });
      look();
    }
    expect(found.size, "the beginning, and two for each turning").toBe(5);
    log.replaceEntries({
      at: log.entries.length,
      entries: [actionEntry("go", { to: 1, after: "u1" })],
    });
    look();
    log.replaceEntries({ at: log.entries.length, entries: [piece as unknown as Event] });
    look();
    expect(log.getBranches()).toEqual({ u1: { count: 4, index: 3 } });
    expect(found.size).toBe(7);
  });

  test("keeps the last position of a stream while it goes on, and none when it is over", () => {
    const log = open();
    log.recordChange(run);
    log.recordChange(told(started, opened));
    for (let n = 0; n < 1_200; n++) {
      log.recordChange(told(piece));
      log.recordChange(cursor(String(n)));
    }
    const cursors = () => log.entries.filter((entry) => readAction(entry)?.name === "cursor");
    expect(cursors().length).toBeLessThan(1_200);
    expect(readAction(cursors().at(-1) as Event)?.value).toEqual({ cursor: "1199" });
    log.recordChange(end);
    expect(cursors()).toEqual([]);
  });

  test("leaves behind a position what came behind it, which is told again from there", () => {
    const log = open();
    log.recordChange(run);
    log.recordChange(told(started, opened, piece));
    for (let n = 0; n < 600; n++) log.recordChange(told(piece));
    log.recordChange(cursor("middle"));
    for (let n = 0; n < 600; n++) log.recordChange(told(piece));
    const at = log.entries.findIndex((entry) => readAction(entry)?.name === "cursor");
    expect(at, "what came before it is merged").toBeLessThan(10);
    const behind = log.entries.slice(at).filter(({ type }) => type === "TEXT_MESSAGE_CONTENT");
    expect(behind).toEqual(Array(600).fill(piece));
  });

  test("says nothing in fewer words that a turning refers to", () => {
    const log = open();
    const other = [
      ...log.entries,
      actionEntry("run", { runId: "r0", toolNames: [] }, 1),
      { ...started, runId: "r0" },
      opened,
      piece,
      piece,
      actionEntry("end", {}, 2),
      actionEntry("go", { to: 4, after: "m1" }),
    ] as Event[];
    log.replaceEntries({ at: 0, entries: other });
    log.recordChange(told(piece, piece));
    log.recordChange(end);
    expect(log.entries.slice(0, other.length)).toEqual(other);
  });
});
