import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { shiftSeed } from "../support/shiftSeed.ts";
import { breaksOffBlank } from "./breaksOffBlank.ts";
import { comparable, withoutEmptyOwners, withoutUnstated, withoutUsedAnswers } from "./compare.ts";
import type { Conversation } from "./conversation.ts";
import { commands } from "./generate/commands.ts";
import { interpretCommands } from "./generate/interpretCommands.ts";
import { damage, mutations } from "./generate/mutations.ts";
import { hasOwnIdentity } from "./hasOwnIdentity.ts";
import { createReference, type ReferenceTurn, silenceConsole } from "./playReference.ts";
import { createThreadClient, type ThreadTurn } from "./threadClient.ts";

/**
 * Input for which the reference fails the run, and which a strict thread accepts. Each has a reason: a
 * sentence of the protocol page, or a field that is not read.
 */
const ACCEPTED: readonly { readonly because: string; readonly path: RegExp }[] = [
  {
    because: "of RUN_STARTED's echo of the request only the messages and tools are read",
    path: /^input\.(?!messages|tools)/,
  },
  { because: "draft interrupts: RUN_FINISHED `outcome` (a string)", path: /^outcome$/ },
  { because: "A TOOL_CALL_ARGS delta that is an object", path: /^delta$/ },
  { because: "the seed's role of reasoning messages, assistant, is legacy", path: /^role$/ },
];

/** Codes of issues where our own rule differs from the reference. */
const OWN_RULES = new Set([
  "id-collision",
  "activity-refused",
  "missing-activity",
  "orphaned-encrypted-value",
  // For an unknown operation the reference skips the operation, and our thread the whole patch.
  "unknown-value",
  // The reference ignores an optional field under another name.
  "renamed-field",
]);

/**
 * Returns true when a call has two results: our thread updates the first result, and the reference
 * adds another message.
 */
function hasTwoResults(messages: readonly Message[]): boolean {
  const answered = messages.flatMap((message) =>
    message.role === "tool" ? [message.toolCallId] : [],
  );
  return new Set(answered).size < answered.length;
}

/** Returns true when a snapshot states a call without its result, which our thread keeps. */
function keepsResult(ours: readonly Message[], theirs: readonly Message[]): boolean {
  const ids = new Set(theirs.map(({ id }) => id));
  return ours.some(({ role, id }) => role === "tool" && !ids.has(id));
}

/**
 * Removes encrypted values, because the reference drops a value that arrives before its entity, and
 * our thread defers the value.
 */
function withoutEncryptedValues(state: object): unknown {
  return JSON.parse(
    JSON.stringify(state, (key, value) => (key === "encryptedValue" ? undefined : value)),
  );
}

function isAcceptedOnPurpose({ error }: ReferenceTurn, { snapshot }: ThreadTurn): boolean {
  const [cause] = (error as { issues?: { path: readonly string[] }[] }).issues ?? [];
  const path = cause?.path.join(".");
  return (
    (path !== undefined && ACCEPTED.some((accepted) => accepted.path.test(path))) ||
    // An unknown event is skipped before its other fields are checked.
    snapshot.issues.some(({ code }) => code === "unknown-value")
  );
}

/** Returns true when our thread reads a content part without a type, which the protocol forbids and the reference drops. */
function readsUntypedPart({ snapshot }: ThreadTurn): boolean {
  return snapshot.issues.some(
    ({ code, subject = "" }) => code === "repaired-field" && /\bcontent\[\d+\]$/.test(subject),
  );
}

/** Returns true when a strict run failed because of a violation in the stream. */
function isRefused({ error, snapshot }: ThreadTurn): boolean {
  if (error?.code === "protocol-violation") return true;
  // A run that failed before the violation keeps its own error.
  const hasViolation = snapshot.issues.some(({ severity }) => severity === "violation");
  return error?.code === "malformed-stream" || (error?.code === "run-error" && hasViolation);
}

async function check(conversation: Conversation): Promise<"accepted" | "refused"> {
  const reference = createReference(conversation);
  const ours = createThreadClient(conversation);
  const strict = createThreadClient(conversation, { strict: true, oneByOne: true });
  for (const [i, turn] of conversation.turns.entries()) {
    const our = await ours.play(turn);
    const strictTurn = await strict.play(turn);
    const their = await reference.play(withoutEmptyOwners(turn), our.before);

    const ids = our.clientState.messages.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    if (their.error !== undefined) {
      expect(isRefused(strictTurn) || isAcceptedOnPurpose(their, our), String(their.error)).toBe(
        true,
      );
      return "refused";
    }
    if (readsUntypedPart(our)) return "refused";
    expect(isRefused(strictTurn), strictTurn.error?.message).toBe(false);
    const isOwnWay =
      our.snapshot.issues.some(({ code }) => OWN_RULES.has(code)) ||
      hasOwnIdentity(conversation.turns.slice(0, i + 1), our.clientState.messages) ||
      hasTwoResults(their.clientState.messages) ||
      keepsResult(our.clientState.messages, their.clientState.messages);
    if (isOwnWay) return "accepted";
    const [a, b] = [our, their].map(({ clientState }) =>
      withoutEncryptedValues({
        ...clientState,
        interrupts: withoutUsedAnswers(our, clientState.interrupts),
        messages: comparable(
          conversation,
          withoutUnstated(conversation, clientState.messages, their.clientState.messages),
        ),
      }),
    );
    if (!isDeepStrictEqual(a, b)) expect(a).toEqual(b);
  }
  return "accepted";
}

silenceConsole();

test("a strict thread refuses those of 600 randomly damaged streams that the reference refuses", {
  timeout: 600_000,
}, async () => {
  const verdicts = { accepted: 0, refused: 0 };
  const damaged = fc
    .tuple(commands(25).map(interpretCommands), mutations)
    .map(([valid, changes]) => damage(valid, changes));
  await fc.assert(
    fc.asyncProperty(damaged, async (conversation) => {
      fc.pre(!conversation.turns.some(breaksOffBlank));
      verdicts[await check(conversation)] += 1;
    }),
    { seed: shiftSeed(20_262), numRuns: 600 },
  );
  expect(verdicts.refused).toBeGreaterThan(150);
  expect(verdicts.accepted).toBeGreaterThan(150);
});
