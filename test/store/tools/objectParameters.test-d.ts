import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import * as z3 from "zod/v3";
import {
  type DeclaredParameters,
  type InferredTool,
  type InferredToolOptions,
  type JsonSchema,
  type ObjectParameters,
  type StandardJsonSchema,
  type Thread,
  type TypedParameters,
  useFrontendTool,
  useHumanTool,
  useToolRenderer,
} from "../../../src/index.ts";

// Type tests: checked by the compiler and never called.

/** Checks that the compiler shows a sentence with the correction, or nothing. */
export function sentences() {
  const text = z.string();
  const shape = { city: z.string() };
  const arkShape = { city: type("string") };
  const old = z3.object({ city: z3.string() });
  const valibot = v.object({ city: v.string() });
  expectTypeOf<
    ObjectParameters<typeof text>
  >().toExtend<`${string}write \`z.object({ … })\`${string}`>();
  expectTypeOf<
    ObjectParameters<typeof shape>
  >().toExtend<`${string}write \`z.object({ … })\` around it.`>();
  expectTypeOf<ObjectParameters<typeof arkShape>>().toExtend<`${string}around it.`>();
  expectTypeOf<ObjectParameters<typeof old>>().toExtend<`${string}update to Zod 4.2${string}`>();
  expectTypeOf<
    ObjectParameters<typeof valibot>
  >().toExtend<`${string}toStandardJsonSchema()${string}`>();
  // For arguments of a declared type, the place of the schema has the sentence as its type.
  expectTypeOf<SentenceOf<DeclaredParameters<City>>>().toEqualTypeOf<
    ObjectParameters<typeof text>
  >();
  expectTypeOf<SentenceOf<KeywordOf<DeclaredParameters<City>>>>().toEqualTypeOf<
    ObjectParameters<typeof shape>
  >();
  expectTypeOf<ObjectParameters<{ type: "array" }>>().toExtend<`${string}type: "object"\`.`>();

  const union = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("a") }),
    z.object({ kind: z.literal("b") }),
  ]);
  const record = z.record(z.string(), z.number());
  const transformed = z.object({ city: z.string() }).transform(({ city }) => city);
  const parsed = z.preprocess((value) => value, z.object({ city: z.string() }));
  const ark = type({ city: "string" });
  expectTypeOf<ObjectParameters<typeof union>>().toBeUnknown();
  expectTypeOf<ObjectParameters<typeof record>>().toBeUnknown();
  expectTypeOf<ObjectParameters<typeof transformed>>().toBeUnknown();
  expectTypeOf<ObjectParameters<typeof parsed>>().toBeUnknown();
  expectTypeOf<ObjectParameters<typeof ark>>().toBeUnknown();
  expectTypeOf<ObjectParameters<StandardJsonSchema>>().toBeUnknown();
  expectTypeOf<ObjectParameters<JsonSchema>>().toBeUnknown();
  expectTypeOf<ObjectParameters<Readonly<Record<string, unknown>>>>().toBeUnknown();
  expectTypeOf<
    ObjectParameters<{ type: "object"; properties: { type: { type: "string" } } }>
  >().toBeUnknown();
}

export function useFaultyTools(thread: Thread) {
  const handler = () => 1;
  const render = () => null;
  // @ts-expect-error a string is not an object
  useFrontendTool({ name: "a", parameters: z.string(), handler });
  // @ts-expect-error a list is not an object
  useFrontendTool({ name: "a", parameters: z.array(z.string()), handler });
  // @ts-expect-error a string is not an object
  useFrontendTool({ name: "a", parameters: type("string"), handler });
  // @ts-expect-error an object of schemas
  useFrontendTool({ name: "a", parameters: { city: z.string() }, handler });
  // @ts-expect-error an object of schemas
  useFrontendTool({ name: "a", parameters: { type: z.string() }, handler });
  // @ts-expect-error Zod 3 has no JSON Schema
  useFrontendTool({ name: "a", parameters: z3.object({ city: z3.string() }), handler });
  // @ts-expect-error Valibot has JSON Schema in a package of its own
  useFrontendTool({ name: "a", parameters: v.object({ city: v.string() }), handler });
  // @ts-expect-error a string is not an object
  useFrontendTool({ name: "a", parameters: { type: "string" }, handler });
  // @ts-expect-error a string is not an object
  useHumanTool({ name: "a", parameters: z.string(), render });
  // @ts-expect-error an object of schemas
  useHumanTool({ name: "a", parameters: { city: z.string() }, render });
  // @ts-expect-error Zod 3 has no JSON Schema
  useToolRenderer({ name: "a", parameters: z3.object({ city: z3.string() }), render });
  // @ts-expect-error a string is not an object
  thread.registerTool({ name: "a", parameters: z.string(), handler });
  // @ts-expect-error an object of schemas
  thread.registerTool({ name: "a", parameters: { city: z.string() }, handler });
  // @ts-expect-error Zod 3 has no JSON Schema
  thread.registerTool({ name: "a", parameters: z3.object({ city: z3.string() }), handler });
}

/** Declares the type of the arguments, so that the compiler infers nothing from the schema. */
export function useFaultyToolsWithDeclaredArguments(thread: Thread) {
  const handler = () => 1;
  const render = () => null;
  const shape = { city: z.string() };
  // @ts-expect-error an object of schemas
  useFrontendTool<City>({ name: "a", parameters: { city: z.string() }, handler });
  // @ts-expect-error an object of schemas
  useFrontendTool<City>({ name: "a", parameters: shape, handler });
  // @ts-expect-error an object of schemas
  useFrontendTool<City>({ name: "a", parameters: { city: type("string") }, handler });
  // @ts-expect-error an object of schemas
  useFrontendTool<{ type: string }>({ name: "a", parameters: { type: z.string() }, handler });
  // @ts-expect-error an object of schemas
  useFrontendTool<City>({ name: "a", parameters: { city: z3.string() }, handler });
  // @ts-expect-error a string is not an object
  useFrontendTool<City>({ name: "a", parameters: z.string(), handler });
  // @ts-expect-error a string is not an object
  useFrontendTool<string>({ name: "a", parameters: z.string(), handler });
  // @ts-expect-error Zod 3 has no JSON Schema
  useFrontendTool<City>({ name: "a", parameters: z3.object({ city: z3.string() }), handler });
  // @ts-expect-error an object of schemas
  useHumanTool<City, boolean>({ name: "a", parameters: { city: z.string() }, render });
  // @ts-expect-error an object of schemas
  useToolRenderer<City>({ name: "a", parameters: { city: z.string() }, render });
  // @ts-expect-error an object of schemas
  thread.registerTool<City>({ name: "a", parameters: { city: z.string() }, handler });
}

export function useValidToolsWithDeclaredArguments(
  thread: Thread,
  json: JsonSchema,
  loaded: Readonly<Record<string, unknown>>,
  written: { readonly type: "object"; readonly properties: CityProperties },
) {
  const handler = ({ city }: City) => city;
  useFrontendTool<City>({ name: "a", parameters: json, handler });
  useFrontendTool<City>({ name: "a", parameters: loaded, handler });
  useFrontendTool<City>({ name: "a", parameters: written, handler });
  useFrontendTool<City>({
    name: "a",
    parameters: { $ref: "#/$defs/a", $defs: { a: {} } },
    handler,
  });
  useFrontendTool<City>({ name: "a", parameters: z.object({ city: z.string() }), handler });
  useFrontendTool<string>({
    name: "a",
    parameters: z.object({ city: z.string() }).transform(({ city }) => city),
    handler: (city) => city,
  });
  thread.registerTool<City>({ name: "a", parameters: { type: "object", "x-order": 1 }, handler });
}

/** The sentence that the compiler shows in place of a schema. */
type SentenceOf<TValue> = TValue extends { readonly "~standard"?: infer TSentence }
  ? Extract<TSentence, string>
  : never;

type KeywordOf<TSchema> = TSchema extends unknown
  ? string extends keyof TSchema
    ? TSchema[keyof TSchema]
    : never
  : never;

interface City {
  readonly city: string;
}

interface CityProperties {
  readonly city: { readonly type: "string" };
}

export function useValidTools(thread: Thread, json: JsonSchema, loaded: Record<string, unknown>) {
  useFrontendTool({
    name: "a",
    parameters: z.object({ city: z.string() }).transform(({ city }) => city),
    handler: (city) => expectTypeOf(city).toEqualTypeOf<string>(),
    render: ({ args }) => args?.city,
  });
  useFrontendTool({
    name: "a",
    parameters: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a") }),
      z.object({ kind: z.literal("b") }),
    ]),
    handler: ({ kind }) => expectTypeOf(kind).toEqualTypeOf<"a" | "b">(),
  });
  useFrontendTool({
    name: "a",
    parameters: toStandardJsonSchema(v.object({ city: v.string() })),
    handler: ({ city }) => expectTypeOf(city).toEqualTypeOf<string>(),
  });
  useFrontendTool({
    name: "a",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    handler: ({ city }) => expectTypeOf(city).toEqualTypeOf<string>(),
  });
  useFrontendTool({
    name: "a",
    parameters: json,
    handler: (args) => expectTypeOf(args).toEqualTypeOf<Readonly<Record<string, unknown>>>(),
  });
  useFrontendTool({
    name: "a",
    parameters: loaded,
    handler: (args: { city: string }) => args.city,
  });
  useHumanTool({
    name: "a",
    parameters: type({ city: "string" }),
    render: ({ args }) => args?.city,
  });
  thread.registerTool({
    name: "a",
    parameters: type({ city: "string" }),
    handler: ({ city }) => expectTypeOf(city).toEqualTypeOf<string>(),
  });
}

/** Passes the options of a tool on in generic functions. */
export function useGenericTool<TParameters extends TypedParameters, TReturn>(
  thread: Thread,
  hook: InferredToolOptions<TParameters, TReturn>,
  tool: InferredTool<TParameters, TReturn, Thread>,
): () => void {
  useFrontendTool(hook);
  return thread.registerTool(tool);
}
