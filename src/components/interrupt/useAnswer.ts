import { useRef, useState } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { describeProblem } from "../schemaForm/describeProblem.ts";
import { useStrings } from "../strings/useStrings.ts";

/** State of the answer to an interrupt, with the actions of its controls. */
export interface AnswerState {
  /** True while an answer is being submitted. */
  readonly isBusy: boolean;
  /** True when the interrupt does not accept an answer. */
  readonly isDisabled: boolean;
  readonly canCancel: boolean;
  /** Messages about the last answer as a whole. */
  readonly problems: readonly string[];
  /** Messages about the field that the user filled in. */
  readonly fieldProblems: readonly string[];
  /** @param inputPath - Path of the value that the user filled in; problems there are field problems. */
  readonly submitAnswer: (payload: unknown, inputPath?: readonly string[]) => void;
  /** Submits several answers at once with this function. */
  readonly submitAll: (submit: () => Promise<readonly SchemaProblem[]>) => void;
  readonly cancelInterrupt: () => void;
  /** Submits the value of a form and returns its problems, which the form shows itself. */
  readonly submitForm: (payload: unknown) => Promise<readonly SchemaProblem[]>;
  /** Shows a problem that was found before the answer was submitted. */
  readonly showFieldProblem: (message: string) => void;
  readonly clearProblems: () => void;
}

type UseAnswerOptions = Pick<InterruptRenderProps, "resolve" | "cancel" | "isExpired" | "isOpen">;

/** @internal Submits answers to an interrupt, one at a time, and keeps the problems of the last one. */
export function useAnswer({ resolve, cancel, isExpired, isOpen }: UseAnswerOptions): AnswerState {
  const strings = useStrings();
  const [isBusy, setBusy] = useState(false);
  const [{ problems, fieldProblems }, setMessages] = useState(noMessages);
  const isPending = useRef(false);

  const withRejectionMessage = (problem: SchemaProblem): SchemaProblem => {
    if (!isRejectedByThread(problem)) return problem;
    const { code, message } = problem;
    const { closed, expired, refused } = strings.interrupt;
    const text = code === "closed" ? closed : code === "expired" ? expired : refused(message);
    return { ...problem, message: text };
  };

  const toMessages = (foundProblems: readonly SchemaProblem[]) => [
    ...new Set(foundProblems.map((problem) => describeProblem(problem, strings.form))),
  ];

  const runAction = async (
    action: () => Promise<readonly SchemaProblem[]>,
    inputPath?: readonly string[],
  ): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setBusy(true);
    setMessages(noMessages);
    try {
      const foundProblems = await action();
      const isFieldProblem = (problem: SchemaProblem) =>
        inputPath !== undefined && !isRejectedByThread(problem) && isBelow(inputPath, problem);
      setMessages({
        problems: toMessages(
          foundProblems.filter((problem) => !isFieldProblem(problem)).map(withRejectionMessage),
        ),
        fieldProblems: toMessages(
          foundProblems
            .filter(isFieldProblem)
            .map((problem) => relativeTo(inputPath ?? [], problem)),
        ),
      });
    } catch (error) {
      setMessages({ ...noMessages, problems: [strings.interrupt.failed] });
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
    submitAnswer: (payload, inputPath) => void runAction(() => resolve(payload), inputPath),
    submitAll: (submit) => void runAction(submit),
    cancelInterrupt: () => {
      if (isOpen) void runAction(cancel);
    },
    submitForm: async (payload) => (await resolve(payload)).map(withRejectionMessage),
    showFieldProblem: (message) => setMessages({ ...noMessages, fieldProblems: [message] }),
    clearProblems: () => setMessages(noMessages),
  };
}

const noMessages: Pick<AnswerState, "problems" | "fieldProblems"> = {
  problems: [],
  fieldProblems: [],
};

/** Returns a problem with its path relative to `outer`; a problem outside of `outer` is unchanged. */
export function relativeTo(outer: readonly string[], problem: SchemaProblem): SchemaProblem {
  return isBelow(outer, problem) ? { ...problem, path: problem.path.slice(outer.length) } : problem;
}

function isBelow(outer: readonly string[], { path }: SchemaProblem): boolean {
  return outer.every((key, index) => path[index] === key);
}

/** True when the thread rejected the whole answer, as opposed to a problem found by the schema. */
function isRejectedByThread({ code, path }: SchemaProblem): boolean {
  const isFromSchema = code !== undefined && code !== "closed" && code !== "expired";
  return !isFromSchema && path.length === 0;
}
