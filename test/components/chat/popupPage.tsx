import "../../../src/styles/index.css";
import { screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { expect } from "vitest";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { manyTurns } from "../../../stories/fixtures.ts";

export const LARGE = [1024, 768] as const;

export const SMALL = [390, 700] as const;

export const aThread = (answer = "One") =>
  createThread({
    agent: scriptedAgent(textRun(answer)),
    initialMessages: manyTurns(12),
  });

export const field = () => screen.getByLabelText("Message");

export const opened = () => waitFor(() => expect(field()).toHaveFocus());

export async function expectNoViolations() {
  // Finishes the entrance animation.
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getTiming().iterations === 1) animation.finish();
  }
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}
