import { expectTypeOf } from "vitest";
import {
  type InterruptRenderProps,
  useInterruptRenderer,
  useInterrupts,
} from "../../../src/index.ts";

// Checked by the compiler; nothing here is ever called.

export function useInterruptTypes() {
  useInterruptRenderer<{ approved: boolean }>({
    reason: "approval",
    render: (props) => {
      expectTypeOf(props).toEqualTypeOf<InterruptRenderProps<{ approved: boolean }>>();
      void props.resolve({ approved: true });
      // @ts-expect-error yes or no
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
  // @ts-expect-error by reason or by match
  useInterruptRenderer({ render: () => null });
  // @ts-expect-error and not by both
  useInterruptRenderer({ reason: "approval", match: () => true, render: () => null });

  const { interrupts, answered } = useInterrupts<{ approved: boolean }>();
  for (const { resolve, cancel, isExpired, isOpen, answer } of interrupts) {
    void resolve({ approved: false });
    // @ts-expect-error no such answer
    void resolve(false);
    expectTypeOf(cancel).parameters.toEqualTypeOf<[]>();
    expectTypeOf([isExpired, isOpen]).toEqualTypeOf<boolean[]>();
    expectTypeOf(answer?.status).toEqualTypeOf<"resolved" | "cancelled" | undefined>();
  }
  expectTypeOf(answered[0]?.answer.status).toEqualTypeOf<"resolved" | "cancelled" | undefined>();
}
