import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";
import type { EventInput, Interrupt } from "../../../src/protocol/events.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { renderToolChat, startRun } from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { scriptedRun } from "../interrupt/interruptTranscript.tsx";

/** Returns the card of a sub-agent. */
export async function cardOf(name: string): Promise<HTMLElement> {
  const card = () => screen.getByText(name, { selector: ".agk-subagent-name" }).closest("details");
  await waitFor(() => expect(card()).not.toBeNull());
  return card() ?? document.body;
}

export const openSubagent = async (name: string) =>
  userEvent.click(within(await cardOf(name)).getByText(name));

export const lineOf = (card: HTMLElement) => card.querySelector("summary")?.textContent;

/** Constant clock, so that no duration is shown. */
const noDuration = { now: () => 1 };

/** Renders a chat during a run. */
export async function renderRunningSubagents(...events: readonly EventInput[]) {
  const agent = manualAgent();
  const chat = renderToolChat(agent, null, noDuration);
  chat.begin();
  await startRun(agent);
  await emit(agent, ...events);
  return { agent, ...chat };
}

/** Renders a chat after its run. */
export async function renderEnded(
  events: readonly EventInput[],
  ...interrupts: readonly Interrupt[]
) {
  const chat = renderToolChat(scriptedAgent(scriptedRun(events, ...interrupts)), null, noDuration);
  await chat.send();
  return chat;
}
