import { describe, expect, test } from "vitest";
import { EventType } from "../../src/protocol/events.ts";
import { expectSameAsReference } from "./compare.ts";
import { handmade } from "./handmade.ts";
import { silenceConsole } from "./playReference.ts";

silenceConsole();

describe("a thread ends as in the reference client, and without violations in strict mode", () => {
  test.each(Object.entries(handmade))(
    "%s ends as in the reference client",
    async (_, conversation) => {
      await expectSameAsReference(conversation);
    },
  );
});

test("the streams contain every type of event", () => {
  const types = Object.values(handmade).flatMap(({ turns }) =>
    turns.flatMap(({ events }) => events.map(({ type }) => type)),
  );
  expect(types).toEqual(expect.arrayContaining(Object.values(EventType)));
});
