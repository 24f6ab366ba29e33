import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { createAgentClient, createThread, type Thread } from "../../../src/core.ts";
import { scriptedAgent } from "../../../src/testing.ts";

const agent = scriptedAgent([]);
const thread = createThread({ agent });
const client = createAgentClient({ agent });

test("a schema of Zod tells the arguments: what it makes of those that were sent", () => {
  const parameters = z.object({
    city: z.string(),
    days: z.number().default(3),
    day: z.string().transform((day) => new Date(day)),
    unit: z.enum(["C", "F"]).optional(),
  });
  thread.registerTool({
    name: "weather",
    parameters,
    handler: (args, { signal, toolCallId, thread: own, state, setState }) => {
      expectTypeOf(args).toEqualTypeOf<{
        city: string;
        days: number;
        day: Date;
        unit?: "C" | "F" | undefined;
      }>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      expectTypeOf(toolCallId).toEqualTypeOf<string>();
      expectTypeOf(own).toEqualTypeOf<Thread>();
      expectTypeOf(state).toBeUnknown();
      setState({ any: "thing" });
      setState((current) => {
        expectTypeOf(current).toBeUnknown();
        return current;
      });
    },
  });
  client.registerTool({
    name: "weather",
    agentId: "default",
    parameters,
    handler: ({ days }) => days.toFixed(),
  });
  // @ts-expect-error it has no such argument
  thread.registerTool({ name: "weather", parameters, handler: ({ town }) => town });
  // @ts-expect-error the number of days is not text
  thread.registerTool({ name: "weather", parameters, handler: ({ days }) => days.trim() });
  // @ts-expect-error it wants what the schema does not give
  thread.registerTool({ name: "weather", parameters, handler: (args: { at: number }) => args.at });
});

test("so does one of Valibot that can describe itself", () => {
  thread.registerTool({
    name: "weather",
    parameters: toStandardJsonSchema(
      v.object({ city: v.string(), days: v.optional(v.number(), 3) }),
    ),
    handler: (args) => {
      expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>();
    },
  });
});

test("and one of ArkType", () => {
  thread.registerTool({
    name: "weather",
    parameters: type({ city: "string", "days?": "number", unit: "'C' | 'F'" }),
    handler: (args) => {
      expectTypeOf(args).toEqualTypeOf<{ city: string; days?: number; unit: "C" | "F" }>();
    },
  });
});

test("a schema that cannot describe itself is refused", () => {
  thread.registerTool({
    name: "weather",
    // @ts-expect-error Valibot has it in a package of its own
    parameters: v.object({ city: v.string() }),
  });
});

test("a JSON Schema written inline tells the arguments", () => {
  thread.registerTool({
    name: "weather",
    parameters: {
      type: "object",
      properties: {
        city: { type: "string", minLength: 1 },
        unit: { enum: ["C", "F"] },
        days: { type: "integer", minimum: 1 },
        at: { type: ["string", "null"], format: "date-time" },
        kind: { const: "forecast" },
        tags: { type: "array", items: { type: "string" } },
        place: {
          type: "object",
          properties: { lat: { type: "number" }, name: { type: "string" } },
          required: ["lat"],
        },
        size: { oneOf: [{ type: "number" }, { type: "string", const: "auto" }] },
        flag: { anyOf: [{ type: "boolean" }, { type: "null" }] },
        stops: {
          type: "array",
          items: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        },
        extra: { type: "object" },
        list: { type: "array" },
        anything: {},
      },
      required: ["city", "unit", "size", "flag", "kind"],
    },
    handler: (args) => {
      expectTypeOf(args).toEqualTypeOf<{
        readonly city: string;
        readonly unit: "C" | "F";
        readonly size: number | "auto";
        readonly flag: boolean | null;
        readonly kind: "forecast";
        readonly days?: number;
        readonly at?: string | null;
        readonly tags?: readonly string[];
        readonly place?: { readonly lat: number; readonly name?: string };
        readonly stops?: readonly { readonly id: string }[];
        readonly extra?: Readonly<Record<string, unknown>>;
        readonly list?: readonly unknown[];
        readonly anything?: unknown;
      }>();
    },
  });
});

const SCHEMA = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "number" } },
  required: ["city"],
} as const;

test("so does one written elsewhere `as const`", () => {
  thread.registerTool({
    name: "weather",
    parameters: SCHEMA,
    handler: (args) => {
      expectTypeOf(args).toEqualTypeOf<{ readonly city: string; readonly days?: number }>();
    },
  });
  // @ts-expect-error it has no such argument
  thread.registerTool({ name: "weather", parameters: SCHEMA, handler: ({ town }) => town });
});

test("the type of the arguments can be named instead", () => {
  const loaded: Record<string, unknown> = { type: "object" };
  thread.registerTool<{ city: string }>({
    name: "weather",
    parameters: loaded,
    handler: ({ city }) => city.trim(),
  });
  thread.registerTool<{ city: string }>({
    name: "weather",
    parameters: { type: "object", properties: { city: { type: "string" } } },
    handler: (args) => expectTypeOf(args).toEqualTypeOf<{ city: string }>(),
  });
  // @ts-expect-error a named type has the word
  thread.registerTool<{ city: string }>({ name: "weather", handler: ({ town }) => town });
  thread.registerTool<{ city: string }>({
    name: "weather",
    parameters: z.object({ city: z.string() }),
    handler: ({ city }) => city,
  });
  thread.registerTool<{ city: number }>({
    name: "weather",
    // @ts-expect-error the schema gives a text
    parameters: z.object({ city: z.string() }),
  });
});

test("undescribed arguments are any object", () => {
  thread.registerTool({
    name: "weather",
    handler: (args) => {
      expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>();
    },
  });
});

test("a handler may return anything, later, or bit by bit, and may be left out", () => {
  thread.registerTool({ name: "a", parameters: SCHEMA, handler: () => 5 });
  thread.registerTool({ name: "b", parameters: SCHEMA, handler: async () => ["x"] });
  thread.registerTool({
    name: "c",
    parameters: SCHEMA,
    async *handler({ city }) {
      expectTypeOf(city).toBeString();
      yield 1;
      return "done";
    },
  });
  thread.registerTool({ name: "d", parameters: SCHEMA, followUp: false, available: false });
  expectTypeOf(thread.registerTool({ name: "e" })).toEqualTypeOf<() => void>();
});

test("an answer has a value or a reason against it", () => {
  expectTypeOf(thread.answerToolCall).returns.resolves.toBeVoid();
  thread.answerToolCall("c1", { value: { any: "thing" }, followUp: false });
  thread.answerToolCall("c1", { rejected: "not now" });
  // @ts-expect-error neither
  thread.answerToolCall("c1", { followUp: false });
});

test("answers to interrupts are the protocol's", () => {
  thread.resume([{ interruptId: "i1", status: "resolved", payload: { approved: true } }]);
  thread.resume([{ interruptId: "i1", status: "cancelled" }]);
  // @ts-expect-error there is no such status
  thread.resume([{ interruptId: "i1", status: "maybe" }]);
  expectTypeOf(thread.resume).returns.resolves.toExtend<
    readonly { readonly interruptId: string; readonly message: string }[]
  >();
});
