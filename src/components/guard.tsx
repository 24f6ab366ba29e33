import type { ComponentType, ReactNode } from "react";
import { Drawn } from "./markdown/Drawn.tsx";

/** By what is given, and then by what it replaces: one of each, or everything would be mounted anew. */
const guarded = new WeakMap<object, WeakMap<object, object>>();

/**
 * @internal A part that the application has given, with the kit's own in its place while its code is loaded, and from
 * when it throws: the conversation around it stays. It is tried again with another status, text or id.
 */
export function guard<TPart extends object>(given: TPart, builtIn: TPart): TPart {
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
    return (
      <Drawn fallback={<BuiltIn {...props} />} resetKeys={Object.values(props).filter(isPlain)}>
        <Given {...props} />
      </Drawn>
    );
  };
}

type Part = ComponentType<object>;

/** What is written inline is another object each time. */
function isPlain(value: unknown): boolean {
  return typeof value !== "object" && typeof value !== "function";
}
