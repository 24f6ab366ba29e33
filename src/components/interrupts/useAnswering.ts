import { useRef, useState } from "react";
import type { InterruptRenderProps } from "../../hooks/interruptRenderers.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { describeProblem } from "../form/problems.ts";
import { useSettings } from "../settings.tsx";

type Verbs = Pick<InterruptRenderProps, "resolve" | "cancel" | "isExpired" | "isOpen">;

/** What the controls of a card do, and how the last attempt went. */
export interface Answering {
  readonly isBusy: boolean;
  /** Whether no answer is taken, now or ever. */
  readonly isDisabled: boolean;
  readonly canCancel: boolean;
  /** What was wrong with the last answer, in sentences. */
  readonly problems: readonly string[];
  /** @param about - The place in the payload that the person has filled in. */
  readonly answer: (payload: unknown, about?: readonly string[]) => void;
  readonly cancel: () => void;
  /** For a form, which shows the problems itself. */
  readonly submit: (payload: unknown) => Promise<readonly SchemaProblem[]>;
  /** Says something is wrong with an answer before it is given. */
  readonly refuse: (sentence: string) => void;
  readonly forget: () => void;
}

/** @internal Answers an interrupt, once at a time, and keeps what was wrong. */
export function useAnswering({ resolve, cancel, isExpired, isOpen }: Verbs): Answering {
  const { strings } = useSettings();
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState(none);
  const isPending = useRef(false);

  /** A problem of the whole answer that no schema has found is why the thread did not take it. */
  const inWords = (problem: SchemaProblem): SchemaProblem =>
    problem.code === undefined && problem.path.length === 0
      ? { ...problem, message: strings.interrupt.refused(problem.message) }
      : problem;

  const attempt = async (verb: () => Promise<readonly SchemaProblem[]>): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setBusy(true);
    setProblems(none);
    try {
      const found = await verb();
      setProblems(found.map((problem) => describeProblem(problem, strings.form)).filter(isFirst));
    } catch (error) {
      setProblems([strings.interrupt.failed]);
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
    answer: (payload, about = []) =>
      void attempt(async () =>
        (await resolve(payload)).map(inWords).map((problem) => below(about, problem)),
      ),
    cancel: () => {
      if (isOpen) void attempt(async () => (await cancel()).map(inWords));
    },
    submit: async (payload) => (await resolve(payload)).map(inWords),
    refuse: (sentence) => setProblems([sentence]),
    forget: () => setProblems(none),
  };
}

/** A problem at a place, or inside of it, as one of what is there. */
export function below(place: readonly string[], problem: SchemaProblem): SchemaProblem {
  const isBelow = place.every((key, index) => problem.path[index] === key);
  return isBelow ? { ...problem, path: problem.path.slice(place.length) } : problem;
}

const none: readonly string[] = [];

function isFirst(text: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(text) === index;
}
