import { useEffect, useMemo, useRef, useState } from "react";
import type { StandardSchema, ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import { loadModule } from "../../store/loadModule.ts";
import { reportUncaught } from "../../store/thread/reportError.ts";
import type { ReceivedValue } from "../events/validateReceived.ts";

/** What is known of content: what the schema makes of it, that it does not fit, or nothing yet. */
export type CheckedContent = { readonly value: unknown } | "misfit" | "unknown";

/**
 * @internal Checks the content of an activity, which grows. A schema that answers at once is asked
 * while rendering; of others the last answer stands until the next one, so that nothing flickers.
 *
 * @param isFinal - Whether what does not fit now never will, and is reported, once.
 */
export function useCheckedContent(
  schema: ValueSchema | undefined,
  content: unknown,
  { type, isFinal }: { readonly type: string; readonly isFinal: boolean },
): CheckedContent {
  const atOnce = useMemo(
    () => (schema ? checkAtOnce(schema, content) : { value: content }),
    [schema, content],
  );
  const [later, setLater] = useState<CheckedContent>("unknown");
  const hasReported = useRef(false);
  const isSettled = typeof atOnce === "object" || (atOnce === "misfit" && !isFinal);
  useEffect(() => {
    if (!schema || isSettled) return;
    let isOver = false;
    void check(schema, content, type).then((result) => {
      if (isOver) return;
      const isMisfit = "error" in result;
      setLater((before) => (isMisfit ? "misfit" : sameOr(before, result.value)));
      if (!isMisfit || !isFinal || hasReported.current) return;
      hasReported.current = true;
      reportUncaught(result.error);
    });
    return () => {
      isOver = true;
    };
  }, [schema, content, type, isSettled, isFinal]);
  return atOnce === "unknown" ? later : atOnce;
}

/** The answer before, where it says the same. */
function sameOr(before: CheckedContent, value: unknown): CheckedContent {
  return typeof before === "object" && before.value === value ? before : { value };
}

function checkAtOnce(schema: ValueSchema, content: unknown): CheckedContent {
  const standard: unknown = Reflect.get(schema, "~standard");
  // A JSON Schema is checked by code that loads late.
  if (typeof standard !== "object" || standard === null) return "unknown";
  try {
    const result = (standard as StandardSchema["~standard"]).validate(content);
    if (!(result instanceof Promise)) return result.issues ? "misfit" : { value: result.value };
    // It is asked again in the effect, where its answer can be waited for.
    result.catch(() => {});
    return "unknown";
  } catch {
    // Some libraries throw where a schema wants to be waited for.
    return "unknown";
  }
}

async function check(schema: ValueSchema, content: unknown, type: string): Promise<ReceivedValue> {
  try {
    const { checkReceived } = await loadModule(() => import("../events/validateReceived.ts"));
    return await checkReceived(schema, content, {
      what: `The content of the activity "${type}"`,
      consequence: "It is drawn by the default part.",
    });
  } catch (error) {
    return { error };
  }
}
