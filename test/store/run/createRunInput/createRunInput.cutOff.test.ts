import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { call, failed, finished, started } from "../../../reducer/events.ts";

describe("a run that is stopped or fails inside of the arguments of a call", () => {
  test.each([
    ['{"query":"par', '{"query":"par"}'],
    ['{"query":"par","n":1', '{"query":"par","n":1}'],
    ['{"list":[1,{"a":"b"', '{"list":[1,{"a":"b"}]}'],
    ["{", "{}"],
    ["nonsense", "{}"],
    ["", "{}"],
  ])(
    "sends the arguments %j as %j, with a result that names the reason",
    async (args, expected) => {
      const interruptions: ((stop: () => void) => EventInput[])[] = [
        () => [failed("No.")],
        (stop) => {
          stop();
          return [];
        },
      ];
      for (const interrupt of interruptions) {
        const inputs: Message[][] = [];
        const chat = createThread({
          agent: {
            async *run({ messages: sent }) {
              inputs.push(sent);
              yield started();
              if (inputs.length > 1) {
                yield finished();
                return;
              }
              yield* [call.start("c", "search"), call.args("c", args)];
              yield* interrupt(() => void chat.stop());
            },
          },
        });
        await chat.send("Search");
        await chat.send("Go on");
        const [question, holder, result, next] = inputs[1] ?? [];
        expect(question).toMatchObject({ role: "user", content: "Search" });
        expect(holder).toMatchObject({
          toolCalls: [{ id: "c", function: { arguments: expected } }],
        });
        expect(result).toMatchObject({ role: "tool", toolCallId: "c", error: "cut off" });
        expect(result?.content).toContain("cut off before its arguments were complete");
        expect(next).toMatchObject({ role: "user", content: "Go on" });
      }
    },
  );
});
