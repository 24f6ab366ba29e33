import { describe, expect, test } from "vitest";
import { done, started, translatedSnapshot } from "./tanstackSnapshot.ts";

describe("reasoning in steps without a type", () => {
  const step = (type: string, fields: object = {}) => ({ type, stepId: "s1", ...fields });
  const answer = [
    { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "42" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
  ];
  const ends = [
    step("STEP_FINISHED", { delta: "Six ", content: "Six " }),
    step("STEP_FINISHED", { delta: "sevens.", content: "Six sevens." }),
  ];

  test.each([
    ["an id only", {}],
    ["their id as their name", { stepName: "s1" }],
    ["`null` as their type", { stepType: null }],
  ])("is one message when the steps have %s", (_, fields) => {
    const { messages, steps } = translatedSnapshot([
      ...[started, step("STEP_STARTED", fields), ...ends.map((end) => ({ ...end, ...fields }))],
      ...[...answer, done],
    ]);
    expect(messages).toMatchObject([
      { id: "s1", role: "reasoning", content: "Six sevens." },
      { id: "m1", content: "42" },
    ]);
    expect(steps).toEqual([]);
  });

  test("is a message after a step with a name of its own, which is finished", () => {
    const { messages, translated } = translatedSnapshot([
      ...[started, step("STEP_STARTED", { stepName: "plan" })],
      ...ends.map((end) => ({ ...end, stepName: "plan" })),
      ...[...answer, done],
    ]);
    expect(messages[0]).toMatchObject({ role: "reasoning", content: "Six sevens." });
    expect(translated.filter(({ type }) => type === "STEP_FINISHED")).toHaveLength(1);
  });

  test("is not repeated when REASONING_* has the same content", () => {
    const { messages } = translatedSnapshot([
      started,
      { type: "REASONING_START", messageId: "r1" },
      { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
      step("STEP_STARTED"),
      { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Six sevens." },
      { type: "REASONING_MESSAGE_END", messageId: "r1" },
      { type: "REASONING_END", messageId: "r1" },
      step("STEP_FINISHED", { delta: "", content: "Six sevens." }),
      ...[...answer, done],
    ]);
    expect(messages).toMatchObject([{ id: "r1", content: "Six sevens." }, { id: "m1" }]);
  });

  test("is one message of each name when the steps have neither a type nor an id", () => {
    const ended = (stepName: string, delta: string) => ({ type: "STEP_FINISHED", stepName, delta });
    const { messages, steps } = translatedSnapshot([
      ...[started, { type: "STEP_STARTED", stepName: "plan" }],
      ...[ended("plan", "Six "), ended("plan", "sevens.")],
      ...[{ type: "STEP_STARTED", stepName: "check" }, ended("check", "Right.")],
      ...[...answer, done],
    ]);
    expect(messages).toMatchObject([
      { role: "reasoning", content: "Six sevens." },
      { role: "reasoning", content: "Right." },
      { id: "m1", content: "42" },
    ]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    expect(steps.filter(({ status }) => status === "running")).toEqual([]);
  });

  test("is a second message when a step of the same name starts again", () => {
    const start = { type: "STEP_STARTED", stepName: "plan" };
    const ended = (content: string) => ({ type: "STEP_FINISHED", stepName: "plan", content });
    const { messages } = translatedSnapshot([
      ...[started, start, ended("First.")],
      ...[...answer, start, ended("Second."), start, ended("Third."), done],
    ]);
    expect(messages.map(({ content }) => content)).toEqual(["First.", "42", "Second.", "Third."]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(4);
  });

  test("remains a step when it has a name and no text", () => {
    const { translated } = translatedSnapshot([
      ...[started, { type: "STEP_STARTED", stepName: "plan" }],
      ...[{ type: "STEP_FINISHED", stepName: "plan" }, done],
    ]);
    expect(translated.map(({ type }) => type)).toContain("STEP_STARTED");
    expect(translated.map(({ type }) => type)).toContain("STEP_FINISHED");
  });
});
