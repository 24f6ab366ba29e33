import { expect, test } from "vitest";
import { approvalsLike } from "../../../../src/components/interrupt/approveAll/approvalGroups.ts";
import type { Snapshot } from "../../../../src/reducer/snapshot.ts";
import { calls, finished, started } from "../../../reducer/events.ts";
import { reduce, thread } from "../../../reducer/reduce.ts";

const numbers = Array.from({ length: 50 }, (_, at) => at);

/** Creates a conversation in which 50 calls wait: the even ones of one tool, the odd ones of another. */
function openCalls(): Snapshot {
  const interrupts = numbers.map((at) => ({
    id: `i${at}`,
    reason: "tool_call",
    toolCallId: `c${at}`,
  }));
  return reduce(
    thread(),
    started(),
    ...numbers.flatMap((at) =>
      calls(`c${at}`, at % 2 ? "send_mail" : "delete_file", "{}", { parentMessageId: "m1" }),
    ),
    finished({ type: "interrupt", interrupts }),
  );
}

test("the approvals of a tool are one list for all of its cards while no interrupt changes", () => {
  const snapshot = openCalls();
  const [first, other, second] = snapshot.interrupts;
  if (!first || !other || !second) throw new Error("The run has no interrupts.");
  const group = approvalsLike(snapshot, first);
  expect(group.map(({ toolCallId }) => toolCallId)).toEqual(
    numbers.filter((at) => at % 2 === 0).map((at) => `c${at}`),
  );
  expect(approvalsLike(snapshot, second)).toBe(group);
  expect(approvalsLike({ ...snapshot, messages: [...snapshot.messages] }, second)).toBe(group);
  expect(approvalsLike(snapshot, other)).toHaveLength(25);
});

test("an answered approval, and another question about the tool, are in no list", () => {
  const snapshot = openCalls();
  const [first, , second, ...others] = snapshot.interrupts;
  if (!first || !second) throw new Error("The run has no interrupts.");
  const answer = { interruptId: "i0", status: "resolved", payload: { approved: true } } as const;
  const question = { ...second, reason: "pick_time" };
  const interrupts = [{ ...first, answer }, question, ...others];
  const group = approvalsLike({ ...snapshot, interrupts }, others[1] as typeof second);
  expect(group).toHaveLength(23);
  expect(approvalsLike({ ...snapshot, interrupts }, question)).toEqual([]);
});
