import { type RefObject, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { activeElementIn } from "../ui/focus.ts";
import { parseFieldName } from "./fieldName.ts";
import type { FieldState } from "./fieldState.ts";
import { type LocatedProblems, openSections } from "./openSections.ts";
import { readValue } from "./readValue.ts";
import type { SchemaFormProps } from "./schemaFormProps.ts";
import { problemsOfChosenAlternatives, validateAnswer } from "./unionProblems.ts";

/** Result of the last submit. Back to `none` when the user changes the form. */
export type SubmitState =
  | { readonly status: "none" | "pending" | "accepted" | "failed" }
  | { readonly status: "refused"; readonly problems: readonly SchemaProblem[] };

/** @internal Validates and submits the value of a form, and moves focus to the first problem. */
export function useSubmit(
  form: RefObject<HTMLFormElement | null>,
  { schema, validate = validateAnswer, onSubmit }: SchemaFormProps,
  showProblems: (located: LocatedProblems) => void,
) {
  const [submitState, setSubmitState] = useState<SubmitState>({ status: "none" });
  const isPending = useRef(false);
  const focusedAtSubmit = useRef<Element | null>(null);

  // Runs before paint, so that a problem never appears without the focus on it.
  useIsomorphicLayoutEffect(() => {
    if (submitState.status !== "refused") return;
    // Focus that moved elsewhere during validation stays there.
    if (activeElementIn(form.current) !== focusedAtSubmit.current) return;
    form.current?.querySelector<HTMLElement>("[data-problem]")?.focus();
  }, [submitState, form]);

  const checkInput = async (root: FieldState) => {
    const { value, problems } = await readValue(root);
    const unreadable = [...problems, ...badInputProblems(form.current)];
    const unreadablePaths = new Set(unreadable.map(pathKey));
    const chosenProblems = await problemsOfChosenAlternatives(
      root,
      value,
      await validate(schema, value),
      { root: schema },
    );
    const readable = chosenProblems.filter((problem) => !unreadablePaths.has(pathKey(problem)));
    return { value, problems: [...unreadable, ...readable] };
  };

  const findProblems = async (root: FieldState): Promise<LocatedProblems> => {
    const { value, problems } = await checkInput(root);
    if (problems.length > 0) {
      return openSections(root, problems, async (opened) => (await checkInput(opened)).problems);
    }
    const refusals = (await onSubmit(value)) ?? [];
    const filterRefusals = (opened: FieldState) =>
      problemsOfChosenAlternatives(opened, value, refusals, { root: schema });
    return openSections(root, await filterRefusals(root), filterRefusals);
  };

  const submitForm = async (root: FieldState) => {
    if (isPending.current) return;
    isPending.current = true;
    focusedAtSubmit.current = activeElementIn(form.current);
    setSubmitState({ status: "pending" });
    try {
      const located = await findProblems(root);
      const { problems } = located;
      showProblems(located);
      setSubmitState(
        problems.length > 0 ? { status: "refused", problems } : { status: "accepted" },
      );
    } catch (error) {
      setSubmitState({ status: "failed" });
      reportError(error);
    } finally {
      isPending.current = false;
    }
  };

  const clearResult = () =>
    setSubmitState((last) =>
      last.status === "pending" || last.status === "none" ? last : { status: "none" },
    );

  return { submitState, submitForm, clearResult };
}

/** Returns problems for native inputs whose text is not a number, date or time: their `value` is empty. */
function badInputProblems(form: HTMLFormElement | null): SchemaProblem[] {
  const inputs = [...(form?.elements ?? [])].filter(
    (element) => element instanceof HTMLInputElement,
  );
  return inputs
    .filter(({ validity }) => validity.badInput)
    .map(({ name, type }) => {
      const path = parseFieldName(name);
      if (type === "number") {
        return { path, message: "must be a number", code: "type", limit: type };
      }
      const format = type === "datetime-local" ? "date-time" : type;
      return { path, message: `must be a complete ${format}`, code: "format", limit: format };
    });
}

function pathKey({ path }: SchemaProblem): string {
  return JSON.stringify(path.map(String));
}
