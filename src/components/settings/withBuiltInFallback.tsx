import type { ComponentType, ReactNode } from "react";
import { useOptionalThread } from "../../hooks/providers/useThread.ts";
import { CustomRender } from "../ui/ErrorBoundary.tsx";

/** By custom component and built-in component: a new wrapper for each render would remount everything. */
const wrappers = new WeakMap<object, WeakMap<object, object>>();

/**
 * @internal Wraps a component of the application, so that the built-in one is rendered while it is suspended and after
 * it has thrown. Renders the component again when the thread changes, or an id or status in its props.
 */
export function withBuiltInFallback<TPart extends object>(custom: TPart, builtIn: TPart): TPart {
  if (custom === builtIn) return builtIn;
  const byBuiltIn = wrappers.get(custom) ?? new WeakMap<object, object>();
  wrappers.set(custom, byBuiltIn);
  const wrapper = byBuiltIn.get(builtIn) ?? createWrapper(custom, builtIn);
  byBuiltIn.set(builtIn, wrapper);
  // The wrapper passes its props on to either component.
  return wrapper as TPart;
}

function createWrapper(custom: object, builtIn: object): Part {
  // Both objects are components; the wrapper passes their props on unread.
  const [Custom, BuiltIn] = [custom as Part, builtIn as Part];
  return function WithBuiltInFallback(props: object): ReactNode {
    const thread = useOptionalThread();
    return (
      <CustomRender
        fallback={<BuiltIn {...props} />}
        resetKeys={[thread, ...Object.entries(props).map(toResetKey)]}
      >
        <Custom {...props} />
      </CustomRender>
    );
  };
}

type Part = ComponentType<object>;

/**
 * Returns a key that changes when a prop refers to another item, or its item has another status. Leaves out the other
 * fields of objects, which may be written inline and be new with every render, and text, which streams.
 */
function toResetKey([name, value]: [string, unknown]): unknown {
  if (name === "text") return undefined;
  return JSON.stringify(value, ["id", "status", "answer", "toolCall"]);
}
