import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";
import type { EventInput, Interrupt } from "../../../src/protocol/events.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { renderChat, startRun } from "../../hooks/toolChat.tsx";
import { emit } from "../../hooks/wrap.tsx";
import { run } from "../interrupt/interruptTranscript.tsx";

/** Returns the card of a sub-agent. */
export async function cardOf(name: string): Promise<HTMLElement> {
  const card = () => screen.getByText(name, { selector: ".agk-subagent-name" }).closest("details");
  await waitFor(() => expect(card()).not.toBeNull());
  return card() ?? document.body;
}

export const open = async (name: string) =>
  userEvent.click(within(await cardOf(name)).getByText(name));

export const lineOf = (card: HTMLElement) => card.querySelector("summary")?.textContent;

/** Constant clock, so that no duration is shown. */
const noDuration = { now: () => 1 };

/** Renders a chat during a run. */
export async function renderRunning(...events: readonly EventInput[]) {
  const agent = manualAgent();
  const chat = renderChat(agent, null, noDuration);
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
  const chat = renderChat(scriptedAgent(run(events, ...interrupts)), null, noDuration);
  await chat.send();
  return chat;
}
