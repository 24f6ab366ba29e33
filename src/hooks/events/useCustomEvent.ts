import { useEffect, useRef } from "react";
import type { EventOf } from "../../protocol/events.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import { useLatest } from "../internal/useLatest.ts";
import { type UseAgentEventOptions, useAgentEvent } from "./useAgentEvent.ts";
import { type ReceivedValue, type ValidatedValueOf, validateReceived } from "./validateReceived.ts";

/** A listener for a custom event; receives its value and the whole event. */
export type CustomEventListener<TValue> = (value: TValue, event: EventOf<"CUSTOM">) => void;

/**
 * Calls a function for every CUSTOM event of a name with its value, as long as the component is mounted.
 * Otherwise like `useAgentEvent`.
 *
 * A schema types and validates the value: an invalid value is reported and not delivered. Validation is
 * asynchronous, so values arrive a little later, still in order, and never after the unmount.
 *
 * @example A progress bar, with a JSON Schema
 * ```tsx
 * useCustomEvent(
 *   "progress",
 *   { type: "object", properties: { percent: { type: "number" } }, required: ["percent"] },
 *   ({ percent }) => setPercent(percent),
 * );
 * ```
 * @example Not validated, with a declared type
 * ```tsx
 * useCustomEvent<{ percent: number }>("progress", ({ percent }) => setPercent(percent));
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function useCustomEvent<TValue = unknown>(
  name: string,
  listener: CustomEventListener<TValue>,
  options?: UseAgentEventOptions,
): void;
export function useCustomEvent<const TSchema extends ValueSchema>(
  name: string,
  schema: TSchema,
  listener: CustomEventListener<ValidatedValueOf<TSchema>>,
  options?: UseAgentEventOptions,
): void;
export function useCustomEvent(
  name: string,
  ...rest: readonly [unknown, unknown?, unknown?]
): void {
  const { schema, listener, options } = readArguments(rest);
  const latest = useLatest({ schema, listener });
  const queueRef = useRef<DeliveryQueue>(undefined);
  useEffect(() => {
    const queue = createDeliveryQueue();
    queueRef.current = queue;
    return queue.closeQueue;
  }, []);
  useAgentEvent(
    (event): event is EventOf<"CUSTOM"> => event.type === "CUSTOM" && event.name === name,
    (event) => {
      const value: unknown = event.value;
      // The overloads type the value, and a schema validates it.
      const deliver = (value: unknown) => latest.current.listener(value as never, event);
      const { schema } = latest.current;
      if (schema) queueRef.current?.addValue(() => validate(schema, value, name), deliver);
      else deliver(value);
    },
    options,
  );
}

interface Arguments {
  readonly schema: ValueSchema | undefined;
  readonly listener: CustomEventListener<never>;
  readonly options: UseAgentEventOptions | undefined;
}

/** Sorts the arguments by overload. A schema may be a function too, so the second argument decides. */
function readArguments([first, second, third]: readonly [unknown, unknown?, unknown?]): Arguments {
  const [schema, listener, options] =
    typeof second === "function" ? [first, second, third] : [undefined, first, second];
  // The overloads check the types.
  return { schema, listener, options } as Arguments;
}

function validate(schema: ValueSchema, value: unknown, name: string): Promise<ReceivedValue> {
  return validateReceived(schema, value, {
    subject: `The value of the custom event "${name}"`,
    consequence: "It was not delivered.",
  });
}

/** Queue that validates values one after another, and delivers them in the order in which they arrived. */
interface DeliveryQueue {
  addValue(validateValue: () => Promise<ReceivedValue>, deliver: (value: unknown) => void): void;
  /** Stops calling the listener, and stops reporting invalid values. */
  readonly closeQueue: () => void;
}

function createDeliveryQueue(): DeliveryQueue {
  let last = Promise.resolve();
  let isClosed = false;
  return {
    addValue(validateValue, deliver) {
      last = last.then(async () => {
        if (isClosed) return;
        try {
          const received = await validateValue();
          if (isClosed) return;
          if ("error" in received) throw received.error;
          deliver(received.value);
        } catch (error) {
          if (!isClosed) reportUncaught(error);
        }
      });
    },
    closeQueue() {
      isClosed = true;
    },
  };
}
