import { useEffect, useRef } from "react";
import type { EventOf } from "../../protocol/events.ts";
import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import { loadModule } from "../../store/loadModule.ts";
import { reportUncaught } from "../../store/thread/reportError.ts";
import { useLatest } from "../internal/useLatest.ts";
import type { ValidatedValueOf } from "./checkedValueOf.ts";
import { type UseAgentEventOptions, useAgentEvent } from "./useAgentEvent.ts";
import type { ReceivedValue } from "./validateReceived.ts";

/** What hears of a custom event: its value, and the event around it. */
export type CustomEventListener<TValue> = (value: TValue, event: EventOf<"CUSTOM">) => void;

/**
 * Calls a function for every CUSTOM event of a name, with its value, for as long as the component is
 * mounted. Otherwise as `useAgentEvent`.
 *
 * With a schema the value is typed and checked by it: one that does not fit is reported and not
 * delivered. Checking may have to wait for its code, so the value comes a little later, still in
 * order, and not after the component has gone.
 *
 * @example A progress bar, with a JSON Schema
 * ```tsx
 * useCustomEvent(
 *   "progress",
 *   { type: "object", properties: { percent: { type: "number" } }, required: ["percent"] },
 *   ({ percent }) => setPercent(percent),
 * );
 * ```
 * @example Unchecked, with a type of one's own
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
  const queue = useRef<DeliveryQueue>(undefined);
  useEffect(() => {
    const own = createDeliveryQueue();
    queue.current = own;
    return own.close;
  }, []);
  useAgentEvent(
    (event): event is EventOf<"CUSTOM"> => event.type === "CUSTOM" && event.name === name,
    (event) => {
      const value: unknown = event.value;
      // The overloads say which value it gets; of a value that was checked the schema says it.
      const deliver = (value: unknown) => latest.current.listener(value as never, event);
      const { schema } = latest.current;
      if (schema) queue.current?.add(() => check(schema, value, name), deliver);
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

/** Which overload was meant. A schema may be a function as well, so what stands second tells. */
function readArguments([first, second, third]: readonly [unknown, unknown?, unknown?]): Arguments {
  const [schema, listener, options] =
    typeof second === "function" ? [first, second, third] : [undefined, first, second];
  // The overloads have checked them.
  return { schema, listener, options } as Arguments;
}

async function check(schema: ValueSchema, value: unknown, name: string): Promise<ReceivedValue> {
  const { checkReceived } = await loadModule(() => import("./validateReceived.ts"));
  return checkReceived(schema, value, {
    what: `The value of the custom event "${name}"`,
    consequence: "It was not delivered.",
  });
}

/** Values on their way through a check, delivered in the order they came. */
interface DeliveryQueue {
  add(check: () => Promise<ReceivedValue>, deliver: (value: unknown) => void): void;
  /** Nothing is delivered or reported any more. */
  readonly close: () => void;
}

function createDeliveryQueue(): DeliveryQueue {
  let last = Promise.resolve();
  let isClosed = false;
  return {
    add(check, deliver) {
      last = last.then(async () => {
        if (isClosed) return;
        try {
          const checked = await check();
          if (isClosed) return;
          if ("error" in checked) throw checked.error;
          deliver(checked.value);
        } catch (error) {
          if (!isClosed) reportUncaught(error);
        }
      });
    },
    close() {
      isClosed = true;
    },
  };
}
