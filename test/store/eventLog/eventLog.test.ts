import { describe, expect, test } from "vitest";
import type { Event, Message } from "../../../src/protocol/events.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import { visibleBranches } from "../../../src/store/eventLog/branchIndex.ts";
import { createEventLog } from "../../../src/store/eventLog/eventLog.ts";
import { createActionEntry, readAction } from "../../../src/store/eventLog/logEntries.ts";
import { createLogOutline } from "../../../src/store/eventLog/logOutline.ts";
import type { Change } from "../../../src/store/thread/changeQueue.ts";

const base = createSnapshot({ threadId: "t1" });
const run: Change = {
  before: base,
  after: base,
  cause: { name: "run", runId: "r1", toolNames: [], at: 1 },
};
const end: Change = { before: base, after: base, cause: { name: "end", at: 2 } };

const createEventsChange = (...events: object[]): Change => ({
  // The events have the shape that the canonicalizer emits.
  cause: { name: "events", events: events as unknown as Event[], issues: [] },
});
const started = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const opened = { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" };
const piece = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "a" };
const cursor = (at: string): Change => ({ cause: { name: "cursor", cursor: at } });
const open = () => createEventLog({ base, pending: [], recordChange() {} });

describe("the log of a thread", () => {
  test("computes its branches again at a jump and the first entry after it, not for every delta", () => {
    const log = open();
    const go = (to: number): Change => ({
      before: base,
      after: base,
      cause: { name: "jump", to, after: "u1" },
    });
    const computed = new Set<unknown>();
    const checkBranches = () => {
      const branches = log.getBranches();
      expect(branches).toEqual(visibleBranches(createLogOutline(base, log.entries)));
      computed.add(branches);
    };
    log.recordChange(run);
    checkBranches();
    const changes = [
      go(1),
      createEventsChange(piece),
      createEventsChange(piece),
      go(1),
      createEventsChange(piece),
      createEventsChange(piece),
    ];
    for (const change of [createEventsChange(started), ...changes]) {
      log.recordChange(change);
      checkBranches();
    }
    expect(log.getBranches()).toEqual({ u1: { count: 3, index: 2 } });
    for (let n = 0; n < 50; n++) {
      log.replaceEntries({ position: log.entries.length, entries: [piece as unknown as Event] });
      checkBranches();
    }
    expect(computed.size, "the start and two for each jump").toBe(5);
    log.replaceEntries({
      position: log.entries.length,
      entries: [createActionEntry("jump", { to: 1, after: "u1" })],
    });
    checkBranches();
    log.replaceEntries({ position: log.entries.length, entries: [piece as unknown as Event] });
    checkBranches();
    expect(log.getBranches()).toEqual({ u1: { count: 4, index: 3 } });
    expect(computed.size).toBe(7);
  });

  test("keeps the last cursor of a stream during the run and none after the run", () => {
    const log = open();
    log.recordChange(run);
    log.recordChange(createEventsChange(started, opened));
    for (let n = 0; n < 1_200; n++) {
      log.recordChange(createEventsChange(piece));
      log.recordChange(cursor(String(n)));
    }
    const cursors = () => log.entries.filter((entry) => readAction(entry)?.name === "cursor");
    expect(cursors().length).toBeLessThan(1_200);
    expect(readAction(cursors().at(-1) as Event)?.value).toEqual({ cursor: "1199" });
    log.recordChange(end);
    expect(cursors()).toEqual([]);
  });

  test("does not merge deltas after a cursor, because the server replays them from there", () => {
    const log = open();
    log.recordChange(run);
    log.recordChange(createEventsChange(started, opened, piece));
    for (let n = 0; n < 600; n++) log.recordChange(createEventsChange(piece));
    log.recordChange(cursor("middle"));
    for (let n = 0; n < 600; n++) log.recordChange(createEventsChange(piece));
    const at = log.entries.findIndex((entry) => readAction(entry)?.name === "cursor");
    expect(at, "deltas before the cursor are merged").toBeLessThan(10);
    const deltasAfter = log.entries.slice(at).filter(({ type }) => type === "TEXT_MESSAGE_CONTENT");
    expect(deltasAfter).toEqual(Array(600).fill(piece));
  });

  test("records all messages of a snapshot after another tab has replaced the entries with them", () => {
    const log = open();
    const messages: Message[] = ["u1", "u2", "u3"].map((id) => ({ id, role: "user", content: id }));
    log.recordChange({ before: base, after: { ...base, messages } });
    log.replaceEntries({ position: 0, entries: [] });
    log.recordChange(createEventsChange({ type: "MESSAGES_SNAPSHOT", messages }));
    expect(log.snapshotAt(log.entries.length).messages).toEqual(messages);
  });

  test("does not merge entries that a jump refers to", () => {
    const log = open();
    const other = [
      ...log.entries,
      createActionEntry("run", { runId: "r0", toolNames: [] }, 1),
      { ...started, runId: "r0" },
      opened,
      piece,
      piece,
      createActionEntry("end", {}, 2),
      createActionEntry("jump", { to: 4, after: "m1" }),
    ] as Event[];
    log.replaceEntries({ position: 0, entries: other });
    log.recordChange(createEventsChange(piece, piece));
    log.recordChange(end);
    expect(log.entries.slice(0, other.length)).toEqual(other);
  });
});
