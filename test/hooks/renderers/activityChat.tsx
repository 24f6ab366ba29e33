import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import {
  type DeclaredActivityRendererOptions,
  useActivityRenderer,
} from "../../../src/hooks/renderers/useActivityRenderer.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

export function ActivityRenderer<TContent = Readonly<Record<string, unknown>>>(
  options: DeclaredActivityRendererOptions<TContent>,
): ReactNode {
  useActivityRenderer(options);
  return null;
}

export const activity = (activityType: string, content: object, messageId = "a1"): EventInput => ({
  type: "ACTIVITY_SNAPSHOT",
  messageId,
  activityType,
  content: { ...content },
});

export const change = (
  ...patch: { op: "add" | "replace"; path: string; value: unknown }[]
): EventInput => ({
  type: "ACTIVITY_DELTA",
  messageId: "a1",
  activityType: "SEARCH",
  patch,
});

export const activityAgent = (...activities: readonly EventInput[]) =>
  scriptedAgent([runStarted(), ...activities, runFinished()]);

export const mark = (text: string) => () => <p>{text}</p>;

/** Finds the title that the default component renders. */
export const queryDefault = () => screen.queryByText("Search");
