import { type RefObject, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { checkSchema } from "../../store/jsonSchema/schemaCheck.ts";
import { activeElementIn } from "../ui/activeElement.ts";
import { pathOf } from "./fieldName.ts";
import type { Entry } from "./fieldState.ts";
import { readValue } from "./readValue.ts";
import type { SchemaFormProps } from "./schemaFormProps.ts";
import { errorsOfChosenBranch } from "./unionErrors.ts";

/** How the last attempt to submit went, until something changes. */
export type Attempt =
  | { readonly status: "none" | "pending" | "accepted" | "failed" }
  | { readonly status: "refused"; readonly problems: readonly SchemaProblem[] };

/** @internal Reads, checks and submits what has been entered, and goes to the first problem. */
export function useSubmit(
  form: RefObject<HTMLFormElement | null>,
  { schema, validate = checkSchema, onSubmit }: SchemaFormProps,
  showProblems: (problems: readonly SchemaProblem[]) => void,
) {
  const [attempt, setAttempt] = useState<Attempt>({ status: "none" });
  const isPending = useRef(false);
  const focusedAtSubmit = useRef<Element | null>(null);

  // What is wrong is never to be seen or heard without the focus on it.
  useIsomorphicLayoutEffect(() => {
    // Whoever has moved on while the answer was checked is not called back.
    if (attempt.status !== "refused" || activeElementIn(form.current) !== focusedAtSubmit.current)
      return;
    form.current?.querySelector<HTMLElement>("[data-problem]")?.focus();
  }, [attempt, form]);

  const problemsOf = async (root: Entry): Promise<readonly SchemaProblem[]> => {
    const { value, problems } = await readValue(root);
    const unread = [...problems, ...unreadableIn(form.current)];
    const places = new Set(unread.map(placeOf));
    const found = await errorsOfChosenBranch(root, value, await validate(schema, value), schema);
    const wrong = [...unread, ...found.filter((problem) => !places.has(placeOf(problem)))];
    if (wrong.length > 0) return wrong;
    return errorsOfChosenBranch(root, value, (await onSubmit(value)) ?? [], schema);
  };

  const submit = async (root: Entry) => {
    if (isPending.current) return;
    isPending.current = true;
    focusedAtSubmit.current = activeElementIn(form.current);
    setAttempt({ status: "pending" });
    try {
      const problems = await problemsOf(root);
      showProblems(problems);
      setAttempt(problems.length > 0 ? { status: "refused", problems } : { status: "accepted" });
    } catch (error) {
      setAttempt({ status: "failed" });
      reportError(error);
    } finally {
      isPending.current = false;
    }
  };

  /** Forgets what was said about the last attempt, as it is about something else now. */
  const forget = () =>
    setAttempt((last) =>
      last.status === "pending" || last.status === "none" ? last : { status: "none" },
    );

  return { attempt, submit, forget };
}

/** What has been typed and is no number, date or time: a field gives no value for it, but knows. */
function unreadableIn(form: HTMLFormElement | null): SchemaProblem[] {
  const inputs = [...(form?.elements ?? [])].filter(
    (element) => element instanceof HTMLInputElement,
  );
  return inputs
    .filter(({ validity }) => validity.badInput)
    .map(({ name, type }) => {
      const path = pathOf(name);
      if (type === "number") {
        return { path, message: "must be a number", code: "type", limit: type };
      }
      const format = type === "datetime-local" ? "date-time" : type;
      return { path, message: `must be a whole ${format}`, code: "format", limit: format };
    });
}

function placeOf({ path }: SchemaProblem): string {
  return JSON.stringify(path.map(String));
}
