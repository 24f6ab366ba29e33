import type { ComponentType, ReactNode } from "react";
import { useOptionalThread } from "../../hooks/providers/useThread.ts";
import { CustomRender } from "../ui/CustomRender.tsx";

/** By what is given, and then by what it replaces: one of each, or everything would be mounted anew. */
const guarded = new WeakMap<object, WeakMap<object, object>>();

/**
 * @internal A part that the application has given, with the kit's own in its place while its code is loaded, and from
 * when it throws: the conversation around it stays. It is tried again with another status or id, also of the calls or
 * the interrupt that it is given, and in another thread.
 */
export function withFallback<TPart extends object>(given: TPart, builtIn: TPart): TPart {
  if (given === builtIn) return builtIn;
  const known = guarded.get(given) ?? new WeakMap<object, object>();
  guarded.set(given, known);
  const part = known.get(builtIn) ?? guardedPart(given, builtIn);
  known.set(builtIn, part);
  // It takes what both of them take.
  return part as TPart;
}

function guardedPart<TPart extends object>(given: TPart, builtIn: TPart): object {
  // What their props are is for them to know.
  const [Given, BuiltIn] = [given, builtIn] as unknown as readonly [Part, Part];
  return function Guarded(props: object): ReactNode {
    const thread = useOptionalThread();
    return (
      <CustomRender
        fallback={<BuiltIn {...props} />}
        resetKeys={[thread, ...Object.entries(props).map(toKey)]}
      >
        <Given {...props} />
      </CustomRender>
    );
  };
}

type Part = ComponentType<object>;

/**
 * By what to tell that it is shown of something else, or in another state. Of an object no more than these, also of a
 * call in a list, as what is written inline is another one each time, and may hold anything; and no text, which grows.
 */
function toKey([name, value]: [string, unknown]): unknown {
  if (name === "text") return undefined;
  return JSON.stringify(value, ["id", "status", "answer", "toolCall"]);
}
