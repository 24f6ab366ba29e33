import type { EventInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { deriveId } from "../../protocol/randomId.ts";
import { asEvent } from "../wireFields.ts";
import {
  commonFields,
  deltaOf,
  fieldsWithExtras,
  ownField,
  type ReaderContext,
  recordOf,
  stringOf,
  type TanStackEvent,
} from "./tanStackEvent.ts";

interface ReasoningReader {
  startStep(event: TanStackEvent): void;
  finishStep(event: TanStackEvent): void;
  /** Reads REASONING_*, which later versions send beside the steps. */
  readReasoning(event: TanStackEvent): void;
  /** Ends the reasoning of a step: the server sends no end event for it. */
  endStepReasoning(): void;
  closeReasoning(): void;
}

/**
 * True for a step that is reasoning. Either its type is that of reasoning, or it has an id and neither a type nor a
 * name of its own.
 */
function isReasoningStep(event: TanStackEvent, stepId: string): boolean {
  const stepType = ownField(event, "stepType") ?? undefined;
  return (
    stepType === "thinking" || (stepType === undefined && (event.stepName ?? stepId) === stepId)
  );
}

/** True for an event that has a delta or the whole text of its step. */
function hasText(event: TanStackEvent): boolean {
  return [ownField(event, "delta"), ownField(event, "content")].some(
    (text) => typeof text === "string",
  );
}

interface ReasoningStep {
  /** Id of the reasoning message with the same content; the step's own id when there is none. */
  reasoningId?: string;
  text: string;
}

/**
 * Creates the reader of steps and reasoning. Reasoning is a step that is finished once per delta
 * and never ends; since 0.11 it is repeated as REASONING_*, which takes precedence.
 */
export function createReasoningReader({
  emitEvent,
  input,
  isTail,
}: ReaderContext): ReasoningReader {
  const steps = new Map<string, ReasoningStep>();
  const names = new Set<string>();
  /** Number of starts of each step without an id, by name. */
  const starts = new Map<string, number>();
  /** Open REASONING_* streams: the event that ends each, by type and id. */
  const open = new Map<string, EventInput>();
  const values = new Set<string>();
  // An earlier part of the response may have started the reasoning.
  let lastReasoningId = isTail
    ? input.messages.findLast(({ role }) => role === "reasoning")?.id
    : undefined;
  let openStepId: string | undefined;

  function encrypt(entityId: string, encryptedValue: string, event: TanStackEvent): void {
    const key = JSON.stringify([entityId, encryptedValue]);
    if (values.has(key)) return;
    values.add(key);
    const value = { subtype: "message", entityId, encryptedValue } as const;
    emitEvent({ type: "REASONING_ENCRYPTED_VALUE", ...value, ...commonFields(event) });
  }

  /** Returns the id of a step that the server identifies by its name. Each start of the name is another step. */
  function idOfNamedStep(stepName: string): string {
    const count = starts.get(stepName) ?? 1;
    return count > 1 ? deriveId("step", stepName, count) : deriveId("step", stepName);
  }

  function endStepReasoning(): void {
    if (openStepId === undefined) return;
    emitEvent({ type: "REASONING_MESSAGE_END", messageId: openStepId });
    emitEvent({ type: "REASONING_END", messageId: openStepId });
    openStepId = undefined;
  }

  function appendReasoning(stepId: string, step: ReasoningStep, event: TanStackEvent): void {
    const delta = deltaOf(ownField(event, "delta"), ownField(event, "content"), step.text);
    step.text += delta;
    if (step.reasoningId === undefined && lastReasoningId !== undefined)
      step.reasoningId = lastReasoningId;
    const isDouble = step.reasoningId !== undefined && step.reasoningId !== stepId;
    if (!isDouble && delta !== "") {
      if (openStepId !== stepId) {
        endStepReasoning();
        openStepId = stepId;
        step.reasoningId = stepId;
        const message = { messageId: stepId, ...fieldsWithExtras(event) };
        emitEvent({ type: "REASONING_START", ...message });
        emitEvent({ type: "REASONING_MESSAGE_START", role: "reasoning", ...message });
      }
      emitEvent({
        type: "REASONING_MESSAGE_CONTENT",
        messageId: stepId,
        delta,
        ...commonFields(event),
      });
    }
    const signature = stringOf(ownField(event, "signature"));
    if (signature) encrypt(step.reasoningId ?? stepId, signature, event);
  }

  return {
    startStep(event) {
      const stepId = stringOf(ownField(event, "stepId"));
      if (stepId !== undefined && isReasoningStep(event, stepId)) {
        endStepReasoning();
        if (!steps.has(stepId)) {
          steps.set(stepId, { text: "", ...omitUndefined({ reasoningId: lastReasoningId }) });
        }
        return;
      }
      const stepName = stringOf(event.stepName) ?? stepId ?? "";
      if (stepId === undefined) starts.set(stepName, (starts.get(stepName) ?? 0) + 1);
      if (names.has(stepName)) return;
      names.add(stepName);
      emitEvent({ type: "STEP_STARTED", stepName, ...commonFields(event) });
    },
    finishStep(event) {
      const ownId = stringOf(ownField(event, "stepId"));
      const stepName = stringOf(event.stepName) ?? ownId ?? "";
      const stepId = ownId ?? idOfNamedStep(stepName);
      const step = steps.get(stepId);
      if (step && (ownId !== undefined || hasText(event))) {
        appendReasoning(stepId, step, event);
        return;
      }
      // Only steps of reasoning have text; later versions repeat the text as REASONING_*.
      if (hasText(event)) {
        if (names.delete(stepName)) emitEvent({ type: "STEP_FINISHED", stepName });
        const isLater = recordOf(event.metadata)?.tanstack !== undefined;
        if (isLater && isTail) return;
        const step: ReasoningStep = { text: "" };
        steps.set(stepId, step);
        appendReasoning(stepId, step, event);
        return;
      }
      if (!names.delete(stepName) && !isTail) return;
      emitEvent({ type: "STEP_FINISHED", stepName, ...commonFields(event) });
    },
    readReasoning(event) {
      const messageId = stringOf(event.messageId) ?? "";
      if (event.type === "REASONING_START" || event.type === "REASONING_MESSAGE_START") {
        lastReasoningId = messageId;
        for (const step of steps.values())
          if (step.text === "") step.reasoningId ??= lastReasoningId;
      }
      if (event.type === "REASONING_ENCRYPTED_VALUE" && event.subtype === "message") {
        const value = stringOf(event.encryptedValue) ?? "";
        encrypt(entityOf(stringOf(event.entityId) ?? ""), value, event);
        return;
      }
      trackOpen(event.type, messageId);
      // The event is spelled as in 1.0.
      emitEvent(asEvent(event));
    },
    endStepReasoning,
    closeReasoning() {
      endStepReasoning();
      // A message ends before the span around it.
      for (const end of [...open.values()].reverse()) emitEvent(end);
      for (const stepName of names) emitEvent({ type: "STEP_FINISHED", stepName });
      open.clear();
      names.clear();
    },
  };

  function trackOpen(type: unknown, messageId: string): void {
    const message = `message ${messageId}`;
    const span = `span ${messageId}`;
    if (type === "REASONING_MESSAGE_END") open.delete(message);
    if (type === "REASONING_END") open.delete(span);
    if (type === "REASONING_START") open.set(span, { type: "REASONING_END", messageId });
    if (type === "REASONING_MESSAGE_START") {
      open.set(message, { type: "REASONING_MESSAGE_END", messageId });
    }
  }

  /** Returns the entity of a value: TanStack names the step, AG-UI the message. */
  function entityOf(entityId: string): string {
    return steps.get(entityId)?.reasoningId ?? (isTail ? lastReasoningId : undefined) ?? entityId;
  }
}
