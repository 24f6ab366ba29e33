import { anything, array, type Check, object, string } from "./check.ts";
import { messages } from "./messageChecks.ts";

/** An answer to an interrupt. Its fields are read by their names only, and are not validated. */
const answer = object({}, { interruptId: anything }, { dropsUnknownFields: false });
const listOfAnswers = array(answer);

/** Answers to interrupts: a list, or a single one in the draft. */
const resume: Check = (value, faults) =>
  Array.isArray(value) ? listOfAnswers(value, faults) : answer(value, faults);

/** The fields of a run's input that are read; the others are not validated. */
export const runInput: Check = object(
  { messages },
  {
    tools: array(object({ name: string }, {}, { dropsUnknownFields: false })),
    resume,
    forwardedProps: anything,
  },
  { dropsUnknownFields: false },
);
