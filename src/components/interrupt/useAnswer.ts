import { useRef, useState } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { describeProblem } from "../schemaForm/fieldErrors.ts";
import { useStrings } from "../strings/useStrings.ts";

type Verbs = Pick<InterruptRenderProps, "resolve" | "cancel" | "isExpired" | "isOpen">;

/** What the controls of a card do, and how the last attempt went. */
export interface AnswerState {
  readonly isBusy: boolean;
  /** Whether no answer is taken, now or ever. */
  readonly isDisabled: boolean;
  readonly canCancel: boolean;
  /** What was wrong with the last answer, in sentences: with all of it, or with giving it. */
  readonly problems: readonly string[];
  /** What was wrong with what the person has filled in. */
  readonly fieldProblems: readonly string[];
  /** @param about - The place in the payload that the person has filled in, if they have. */
  readonly answer: (payload: unknown, about?: readonly string[]) => void;
  readonly cancel: () => void;
  /** For a form, which shows the problems itself. */
  readonly submit: (payload: unknown) => Promise<readonly SchemaProblem[]>;
  /** Says that something is wrong with what is filled in, before it is given as an answer. */
  readonly refuse: (sentence: string) => void;
  readonly forget: () => void;
}

/** @internal Answers an interrupt, once at a time, and keeps what was wrong. */
export function useAnswering({ resolve, cancel, isExpired, isOpen }: Verbs): AnswerState {
  const strings = useStrings();
  const [isBusy, setBusy] = useState(false);
  const [{ problems, fieldProblems }, setWrong] = useState(nothing);
  const isPending = useRef(false);

  const inWords = (problem: SchemaProblem): SchemaProblem => {
    const { code, message } = problem;
    const { closed, expired, refused } = strings.interrupt;
    if (!isRefusal(problem)) return problem;
    const why = code === "closed" ? closed : code === "expired" ? expired : refused(message);
    return { ...problem, message: why };
  };

  const describe = (found: readonly SchemaProblem[]) =>
    found.map((problem) => describeProblem(problem, strings.form)).filter(isFirst);

  const attempt = async (
    verb: () => Promise<readonly SchemaProblem[]>,
    about?: readonly string[],
  ): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setBusy(true);
    setWrong(nothing);
    try {
      const found = await verb();
      const isOfField = (problem: SchemaProblem) =>
        about !== undefined && !isRefusal(problem) && isBelow(about, problem);
      setWrong({
        problems: describe(found.filter((problem) => !isOfField(problem)).map(inWords)),
        fieldProblems: describe(
          found.filter(isOfField).map((problem) => below(about ?? [], problem)),
        ),
      });
    } catch (error) {
      setWrong({ ...nothing, problems: [strings.interrupt.failed] });
      reportError(error);
    } finally {
      isPending.current = false;
      setBusy(false);
    }
  };

  return {
    isBusy,
    isDisabled: isExpired || !isOpen,
    canCancel: isOpen,
    problems,
    fieldProblems,
    answer: (payload, about) => void attempt(() => resolve(payload), about),
    cancel: () => {
      if (isOpen) void attempt(cancel);
    },
    submit: async (payload) => (await resolve(payload)).map(inWords),
    refuse: (sentence) => setWrong({ ...nothing, fieldProblems: [sentence] }),
    forget: () => setWrong(nothing),
  };
}

/** A problem at a place, or inside of it, as one of what is there. */
export function below(place: readonly string[], problem: SchemaProblem): SchemaProblem {
  return isBelow(place, problem) ? { ...problem, path: problem.path.slice(place.length) } : problem;
}

function isBelow(place: readonly string[], { path }: SchemaProblem): boolean {
  return place.every((key, index) => path[index] === key);
}

/** A problem of the whole answer that no schema has found is why the thread did not take it. */
function isRefusal({ code, path }: SchemaProblem): boolean {
  const isOfSchema = code !== undefined && code !== "closed" && code !== "expired";
  return !isOfSchema && path.length === 0;
}

const nothing: Pick<AnswerState, "problems" | "fieldProblems"> = {
  problems: [],
  fieldProblems: [],
};

function isFirst(text: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(text) === index;
}
