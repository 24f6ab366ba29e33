import { expectTypeOf } from "vitest";
import {
  type InterruptRenderProps,
  useInterruptRenderer,
  useInterrupts,
} from "../../../src/index.ts";

// Type tests: checked by the compiler and never called.

export function useInterruptTypes() {
  useInterruptRenderer<{ approved: boolean }>({
    reason: "approval",
    render: (props) => {
      expectTypeOf(props).toEqualTypeOf<InterruptRenderProps<{ approved: boolean }>>();
      void props.resolve({ approved: true });
      // @ts-expect-error the answer must be a boolean
      void props.resolve({ approved: "yes" });
      return props.interrupt.message;
    },
  });
  useInterruptRenderer({
    match: ({ metadata, reason }) => metadata?.kind === "time" && reason !== "approval",
    render: ({ resolve, toolCall }) => {
      void resolve("anything");
      return toolCall?.toolCall.function.name;
    },
  });
  // @ts-expect-error a reason or a match is required
  useInterruptRenderer({ render: () => null });
  // @ts-expect-error a reason excludes a match
  useInterruptRenderer({ reason: "approval", match: () => true, render: () => null });

  const { interrupts, answered } = useInterrupts<{ approved: boolean }>();
  for (const { resolve, cancel, isExpired, isOpen, answer } of interrupts) {
    void resolve({ approved: false });
    // @ts-expect-error answer of another type
    void resolve(false);
    expectTypeOf(cancel).parameters.toEqualTypeOf<[]>();
    expectTypeOf([isExpired, isOpen]).toEqualTypeOf<boolean[]>();
    expectTypeOf(answer?.status).toEqualTypeOf<"resolved" | "cancelled" | undefined>();
  }
  expectTypeOf(answered[0]?.answer.status).toEqualTypeOf<"resolved" | "cancelled" | undefined>();
}
