import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import {
  type DeepPartial,
  type RespondOptions,
  type Thread,
  type ToolRenderProps,
  useFrontendTool,
  useHumanTool,
  useToolRenderer,
} from "../../src/index.ts";

// Checked by the compiler; nothing here is ever called.

const zodTrip = z.object({
  city: z.string(),
  days: z.coerce.number().default(3),
  stops: z.array(z.object({ at: z.string(), nights: z.number() })).optional(),
});
type ZodInput = z.input<typeof zodTrip>;
type ZodOutput = z.output<typeof zodTrip>;

const jsonTrip = {
  type: "object",
  properties: {
    city: { type: "string" },
    days: { type: "number" },
    stops: {
      type: "array",
      items: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
    },
  },
  required: ["city"],
} as const;
interface JsonTrip {
  readonly city: string;
  readonly days?: number;
  readonly stops?: readonly { readonly at: string }[];
}

export function useFrontendToolTypes() {
  useFrontendTool({
    name: "book",
    parameters: zodTrip,
    // What the schema makes of the arguments.
    handler: (args, { signal, toolCallId, thread }) => {
      expectTypeOf(args).toEqualTypeOf<ZodOutput>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      expectTypeOf(toolCallId).toEqualTypeOf<string>();
      expectTypeOf(thread).toEqualTypeOf<Thread>();
      return { booked: args.days };
    },
    // What the agent sent.
    render: ({ args, partialArgs, result, progress, status, error }) => {
      expectTypeOf(args).toEqualTypeOf<ZodInput | undefined>();
      expectTypeOf(partialArgs).toEqualTypeOf<DeepPartial<ZodInput>>();
      expectTypeOf(partialArgs.stops?.[0]?.nights).toEqualTypeOf<number | undefined>();
      expectTypeOf(result).toEqualTypeOf<{ booked: number } | undefined>();
      expectTypeOf(progress).toBeUnknown();
      expectTypeOf(status).toEqualTypeOf<
        "streaming" | "pending" | "running" | "waiting" | "complete" | "failed" | "denied"
      >();
      expectTypeOf(error).toEqualTypeOf<string | undefined>();
      return null;
    },
  });

  useFrontendTool({
    name: "book",
    parameters: jsonTrip,
    async handler(args) {
      expectTypeOf(args).toEqualTypeOf<JsonTrip>();
      return [args.city];
    },
    render: ({ args, partialArgs, result, respond }) => {
      expectTypeOf(args).toEqualTypeOf<JsonTrip | undefined>();
      expectTypeOf(partialArgs.stops?.[0]).toEqualTypeOf<{ readonly at?: string } | undefined>();
      expectTypeOf(result).toEqualTypeOf<string[] | undefined>();
      expectTypeOf(respond).parameters.toEqualTypeOf<
        [value: string[], options?: RespondOptions | undefined]
      >();
      return args?.city;
    },
  });

  useFrontendTool({
    name: "import",
    parameters: {
      type: "object",
      properties: { url: { type: "string" }, kind: { enum: ["csv", "json"] } },
      required: ["url"],
    },
    async *handler({ url, kind }) {
      expectTypeOf(url).toEqualTypeOf<string>();
      expectTypeOf(kind).toEqualTypeOf<"csv" | "json" | undefined>();
      yield { rows: 1 };
      return "Imported.";
    },
    render: ({ progress, result }) => {
      expectTypeOf(progress?.rows).toEqualTypeOf<number | undefined>();
      expectTypeOf(result).toEqualTypeOf<string | undefined>();
      return progress?.rows;
    },
  });

  useFrontendTool({
    name: "book",
    parameters: toStandardJsonSchema(v.object({ city: v.string() })),
    handler: ({ city }) => expectTypeOf(city).toEqualTypeOf<string>(),
  });

  // The arguments named by hand, with a schema that says nothing to the compiler, or none.
  const loaded: Record<string, unknown> = { type: "object" };
  useFrontendTool<{ city: string }>({
    name: "book",
    parameters: loaded,
    handler: ({ city }) => city,
    render: ({ args, partialArgs, result }) => {
      expectTypeOf(args).toEqualTypeOf<{ city: string } | undefined>();
      expectTypeOf(partialArgs).toEqualTypeOf<{ readonly city?: string }>();
      expectTypeOf(result).toBeUnknown();
      return null;
    },
  });
  useFrontendTool({
    name: "book",
    handler: (args) => expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>(),
  });

  // A schema of a library beside them has to agree.
  useFrontendTool<{ city: string }>({
    name: "book",
    parameters: z.object({ city: z.string() }),
    handler: ({ city }) => expectTypeOf(city).toEqualTypeOf<string>(),
  });
  useFrontendTool<{ city: string }>({
    name: "book",
    parameters: type({ city: "string" }),
    handler: ({ city }) => expectTypeOf(city).toEqualTypeOf<string>(),
  });
  useFrontendTool<{ city: number }>({
    name: "book",
    // @ts-expect-error the schema gives a text
    parameters: z.object({ city: z.string() }),
    handler: ({ city }) => city,
  });
  // In front of its handler, a renderer knows the arguments.
  useFrontendTool({
    name: "book",
    parameters: zodTrip,
    render: ({ args, result }) => {
      expectTypeOf(args).toEqualTypeOf<ZodInput | undefined>();
      expectTypeOf(result).toBeUnknown();
      return null;
    },
    handler: (args) => {
      expectTypeOf(args).toEqualTypeOf<ZodOutput>();
      return args.city;
    },
  });

  // @ts-expect-error it has no such argument
  useFrontendTool({ name: "book", parameters: zodTrip, handler: ({ town }) => town });
  // @ts-expect-error nor in plain JSON Schema
  useFrontendTool({ name: "book", parameters: jsonTrip, handler: ({ town }) => town });
  // @ts-expect-error without a handler it is a tool for people
  useFrontendTool({ name: "book", parameters: zodTrip });
  // @ts-expect-error a tool has a name
  useFrontendTool({ parameters: zodTrip, handler: () => 1 });
  // @ts-expect-error the named type has no such argument
  useFrontendTool<{ city: string }>({ name: "book", handler: ({ town }) => town });
  useFrontendTool({
    name: "book",
    parameters: jsonTrip,
    handler: () => 1,
    // @ts-expect-error the arguments are there only once they are complete
    render: ({ args }) => args.city,
  });
  useFrontendTool({
    name: "book",
    parameters: jsonTrip,
    handler: () => 1,
    // @ts-expect-error what is still arriving has no city for certain
    render: ({ partialArgs }) => partialArgs.city.length,
  });
}

export function useHumanToolTypes() {
  useHumanTool({
    name: "pick",
    parameters: zodTrip,
    render: ({ args, partialArgs, respond, reject }) => {
      expectTypeOf(args).toEqualTypeOf<ZodInput | undefined>();
      expectTypeOf(partialArgs).toEqualTypeOf<DeepPartial<ZodInput>>();
      expectTypeOf(reject).parameters.toEqualTypeOf<
        [reason?: string | undefined, options?: RespondOptions | undefined]
      >();
      // Nothing says what the answer is, so it may be anything.
      void respond({ any: "thing" }, { followUp: false });
      return null;
    },
  });
  useHumanTool<typeof jsonTrip, { seat: number }>({
    name: "pick",
    parameters: jsonTrip,
    render: ({ args, respond, result }) => {
      expectTypeOf(args).toEqualTypeOf<JsonTrip | undefined>();
      expectTypeOf(result).toEqualTypeOf<{ seat: number } | undefined>();
      void respond({ seat: 7 });
      // @ts-expect-error a seat has a number
      void respond({ seat: "7A" });
      // @ts-expect-error there is an answer
      void respond();
      return null;
    },
  });
  useHumanTool<{ question: string }, boolean>({
    name: "ask",
    parameters: z.object({ question: z.string() }),
    render: ({ args, respond, result }) => {
      expectTypeOf(args).toEqualTypeOf<{ question: string } | undefined>();
      expectTypeOf(result).toEqualTypeOf<boolean | undefined>();
      void respond(true);
      // @ts-expect-error the answer is yes or no
      void respond("yes");
      return args?.question;
    },
  });
  // @ts-expect-error without a renderer nobody is asked
  useHumanTool({ name: "ask" });
  // @ts-expect-error what acts by itself is a frontend tool
  useHumanTool({ name: "ask", parameters: zodTrip, handler: () => 1, render: () => null });
}

export function useToolRendererTypes() {
  useToolRenderer({
    name: "weather",
    parameters: zodTrip,
    render: ({ args, result }) => {
      expectTypeOf(args).toEqualTypeOf<ZodInput | undefined>();
      expectTypeOf(result).toBeUnknown();
      return null;
    },
  });
  useToolRenderer({
    name: "weather",
    parameters: jsonTrip,
    render: ({ partialArgs }) => partialArgs.city,
  });
  useToolRenderer<{ city: string }, { sky: string }>({
    name: "weather",
    render: ({ partialArgs, result }) => {
      expectTypeOf(partialArgs.city).toEqualTypeOf<string | undefined>();
      expectTypeOf(result).toEqualTypeOf<{ sky: string } | undefined>();
      return result?.sky;
    },
  });
  useToolRenderer({
    name: "*",
    render: (props) => {
      expectTypeOf(props).toEqualTypeOf<ToolRenderProps<Readonly<Record<string, unknown>>>>();
      return props.name;
    },
  });
  // @ts-expect-error a renderer draws
  useToolRenderer({ name: "weather" });
  // @ts-expect-error the result has no such field
  useToolRenderer<{ city: string }, { sky: string }>({ name: "w", render: (p) => p.result?.wind });
}

/** What is still arriving: unions, arrays and values that are no objects. */
export function deepPartials() {
  expectTypeOf<DeepPartial<string>>().toEqualTypeOf<string>();
  expectTypeOf<DeepPartial<"a" | { b: { c: number } }>>().toEqualTypeOf<
    "a" | { readonly b?: { readonly c?: number } }
  >();
  expectTypeOf<DeepPartial<{ list: { a: number }[] }>>().toEqualTypeOf<{
    readonly list?: readonly { readonly a?: number }[];
  }>();
  expectTypeOf<DeepPartial<unknown>>().toBeUnknown();
}
