import { screen } from "@testing-library/react";
import type { EventInput, Interrupt, ResumeEntry } from "../../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { InterruptRenderer, renderToolChat, ToolRenderer } from "../../hooks/toolChat.tsx";

export const createInterrupt = (id: string, fields: Partial<Interrupt> = {}): Interrupt => ({
  id,
  reason: "approval",
  ...fields,
});
export const approveAll = (...ids: readonly string[]): ResumeEntry[] =>
  ids.map((interruptId) => ({ interruptId, status: "resolved", payload: true }));

/** Renderers that show every interrupt and every tool call as one line of text. */
export const lineRenderers = (
  <>
    <InterruptRenderer
      match={() => true}
      render={({ interrupt, answer }) => <p>{`ask ${interrupt.id} ${answer?.status ?? "open"}`}</p>}
    />
    <ToolRenderer name="*" render={({ toolCallId }) => <p>{`call ${toolCallId}`}</p>} />
  </>
);

/** Returns the lines of the conversation in order. */
export function transcriptLines(): string[] {
  const log = screen.getByRole("log");
  return [...log.querySelectorAll("article, p")].flatMap((element) => {
    const isLine = element.matches("p") || element.querySelector("p") === null;
    return isLine ? (element.textContent ?? "") : [];
  });
}

export function renderInterruptChat(...scripts: readonly Script[]) {
  const agent = scriptedAgent(...scripts);
  return { agent, ...renderToolChat(agent, lineRenderers) };
}

/** Creates a run of these events that ends with these interrupts. */
export const scriptedRun = (
  events: readonly EventInput[],
  ...interrupts: readonly Interrupt[]
): Script => [
  runStarted(),
  ...events,
  runFinished(
    interrupts.length > 0 ? { outcome: { type: "interrupt", interrupts: [...interrupts] } } : {},
  ),
];
