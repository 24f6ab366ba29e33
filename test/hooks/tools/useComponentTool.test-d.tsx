import { expectTypeOf } from "vitest";
import { z } from "zod";
import { type DeepPartial, useComponentTool } from "../../../src/index.ts";

// Type tests: checked by the compiler and never called.

const zodTrip = z.object({ city: z.string(), days: z.coerce.number().default(3) });

const jsonTrip = {
  type: "object",
  properties: {
    city: { type: "string" },
    stops: { type: "array", items: { type: "string" } },
  },
  required: ["city"],
} as const;
interface JsonTrip {
  readonly city: string;
  readonly stops?: readonly string[];
}

export function useComponentToolTypes() {
  useComponentTool({
    name: "show_trip",
    parameters: jsonTrip,
    // The props may be missing while they arrive.
    component: (props) => {
      expectTypeOf(props).toEqualTypeOf<DeepPartial<JsonTrip>>();
      return null;
    },
    handler: (args) => {
      expectTypeOf(args).toEqualTypeOf<JsonTrip>();
      return "Shown.";
    },
    label: ({ partialArgs }) => partialArgs.city ?? "Trip",
  });
  useComponentTool({
    name: "show_trip",
    parameters: zodTrip,
    props: "complete",
    component: (props) => {
      expectTypeOf(props).toEqualTypeOf<z.input<typeof zodTrip>>();
      return null;
    },
  });
  const Required = ({ city }: { readonly city: string }) => city;
  // @ts-expect-error -- a component that needs a prop cannot be rendered while the prop arrives
  useComponentTool({ name: "show_trip", parameters: jsonTrip, component: Required });
  useComponentTool({
    name: "show_trip",
    parameters: jsonTrip,
    props: "complete",
    component: Required,
  });
}
