import { useEffect, useMemo, useRef, useState } from "react";
import { reportUncaught } from "../../protocol/runtime.ts";
import type { StandardSchema } from "../../store/jsonSchema/standardSchema.ts";
import type { ValueSchema } from "../../store/jsonSchema/valueSchema.ts";
import { validateReceived } from "../events/validateReceived.ts";

/** Content as the schema returns it, or its state: `invalid`, or `pending` while validation runs. */
type ValidatedContent = { readonly value: unknown } | "invalid" | "pending";

interface ValidationOptions {
  /** The content, as the subject of an error message. */
  readonly subject: string;
  /** A sentence about the effect of invalid content. */
  readonly consequence: string;
  /** True when the content no longer changes: content that is invalid then is reported, once. */
  readonly isFinal: boolean;
}

/**
 * @internal Validates content that an agent sent and that grows during a run. A synchronous schema is evaluated while
 * rendering. With an asynchronous one, the last result stays until the next, so that nothing flickers.
 */
export function useValidatedContent(
  schema: ValueSchema | undefined,
  content: unknown,
  { subject, consequence, isFinal }: ValidationOptions,
): ValidatedContent {
  const immediate = useMemo(
    () => (schema ? validateNow(schema, content) : { value: content }),
    [schema, content],
  );
  const [deferred, setDeferred] = useState<ValidatedContent>("pending");
  const hasReported = useRef(false);
  const isDecided = typeof immediate === "object" || (immediate === "invalid" && !isFinal);
  useEffect(() => {
    if (!schema || isDecided) return;
    let isCancelled = false;
    void validateReceived(schema, content, { subject, consequence }).then((result) => {
      if (isCancelled) return;
      const isInvalid = "error" in result;
      setDeferred((previous) => (isInvalid ? "invalid" : keepIfEqual(previous, result.value)));
      if (!isInvalid || !isFinal || hasReported.current) return;
      hasReported.current = true;
      reportUncaught(result.error);
    });
    return () => {
      isCancelled = true;
    };
  }, [schema, content, subject, consequence, isDecided, isFinal]);
  return immediate === "pending" ? deferred : immediate;
}

/** Returns the previous result when its value is identical, so that React skips the render. */
function keepIfEqual(previous: ValidatedContent, value: unknown): ValidatedContent {
  return typeof previous === "object" && previous.value === value ? previous : { value };
}

/** Validates synchronously; returns `pending` for schemas that need a promise. */
function validateNow(schema: ValueSchema, content: unknown): ValidatedContent {
  const standard: unknown = Reflect.get(schema, "~standard");
  // The JSON Schema validator is loaded lazily.
  if (typeof standard !== "object" || standard === null) return "pending";
  try {
    // An object under this key follows Standard Schema; a fault in it throws.
    const result = (standard as StandardSchema["~standard"]).validate(content);
    if (!(result instanceof Promise)) return result.issues ? "invalid" : { value: result.value };
    // The effect validates again and handles the rejection.
    result.catch(() => {});
    return "pending";
  } catch {
    // Some libraries throw when an asynchronous schema is called synchronously.
    return "pending";
  }
}
