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
} from "../../../src/index.ts";

// Type tests: checked by the compiler and never called.

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
    // The schema's output type.
    handler: (args, { signal, toolCallId, thread }) => {
      expectTypeOf(args).toEqualTypeOf<ZodOutput>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      expectTypeOf(toolCallId).toEqualTypeOf<string>();
      expectTypeOf(thread).toEqualTypeOf<Thread>();
      return { booked: args.days };
    },
    // The schema's input type.
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

  // Declared argument types, with an untyped schema or none.
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

  // A library schema must match the declared type.
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
    // @ts-expect-error the schema outputs a string
    parameters: z.object({ city: z.string() }),
    handler: ({ city }) => city,
  });
  // A renderer before its handler knows the argument types.
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

  // @ts-expect-error unknown argument
  useFrontendTool({ name: "book", parameters: zodTrip, handler: ({ town }) => town });
  // @ts-expect-error unknown argument of a JSON Schema
  useFrontendTool({ name: "book", parameters: jsonTrip, handler: ({ town }) => town });
  // @ts-expect-error a handler is required
  useFrontendTool({ name: "book", parameters: zodTrip });
  // @ts-expect-error a name is required
  useFrontendTool({ parameters: zodTrip, handler: () => 1 });
  // @ts-expect-error unknown argument of the declared type
  useFrontendTool<{ city: string }>({ name: "book", handler: ({ town }) => town });
  useFrontendTool({
    name: "book",
    parameters: jsonTrip,
    handler: () => 1,
    // @ts-expect-error arguments are undefined until complete
    render: ({ args }) => args.city,
  });
  useFrontendTool({
    name: "book",
    parameters: jsonTrip,
    handler: () => 1,
    // @ts-expect-error partial arguments may lack the city
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
      // The answer is not typed, so any value is accepted.
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
      // @ts-expect-error the seat must be a number
      void respond({ seat: "7A" });
      // @ts-expect-error an answer is required
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
      // @ts-expect-error the answer must be a boolean
      void respond("yes");
      return args?.question;
    },
  });
  // @ts-expect-error a renderer is required
  useHumanTool({ name: "ask" });
  // @ts-expect-error a human tool has no handler
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
  useToolRenderer({
    name: "weather",
    parameters: jsonTrip,
    label: ({ partialArgs, status }) => `${status} ${partialArgs.city ?? ""}`,
  });
  useToolRenderer({ name: "weather", label: "Checking the weather" });
  // @ts-expect-error a label is a text
  useToolRenderer({ name: "weather", label: ({ partialArgs }) => partialArgs });
  // @ts-expect-error a renderer or a label is required
  useToolRenderer({ name: "weather" });
  // @ts-expect-error unknown field of the result
  useToolRenderer<{ city: string }, { sky: string }>({ name: "w", render: (p) => p.result?.wind });
}

/** Checks `DeepPartial` with unions, arrays and primitive values. */
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
