import { describe, expect, test } from "vitest";
import { canonical } from "../canonical.ts";

describe.each([
  ["TEXT_MESSAGE", "assistant"],
  ["REASONING_MESSAGE", "reasoning"],
])("an empty messageId of %s events", (prefix, role) => {
  const start = (messageId: string) => ({ type: `${prefix}_START`, messageId, role });
  const content = (messageId: string, delta: string) => ({
    ...{ type: `${prefix}_CONTENT`, messageId, delta },
  });
  const end = (messageId: string) => ({ type: `${prefix}_END`, messageId });

  test("belongs to the open message, and is reported", async () => {
    const { events, issues } = await canonical(
      ...[start("m"), content("", "one "), content("m", "two"), end("")],
    );
    expect(events).toMatchObject([start("m"), content("m", "one "), content("m", "two"), end("m")]);
    expect(issues).toMatchObject([
      { code: "missing-field", eventType: `${prefix}_CONTENT`, subject: "messageId" },
      { code: "missing-field", eventType: `${prefix}_END`, subject: "messageId" },
    ]);
  });

  test("is the id of a message that a start event has begun with it", async () => {
    const sent = [start(""), content("", "one"), start("m"), content("", "two"), end(""), end("m")];
    const { events, issues } = await canonical(...sent);
    expect(events).toMatchObject(sent);
    expect(issues).toEqual([]);
  });

  test("is no id of a message of another sub-agent", async () => {
    const sent = [{ ...start("m"), subagentRunId: "s" }, content("", "one")];
    const { events } = await canonical(...sent);
    expect(events.at(-1)).toMatchObject({ messageId: "" });
  });
});
