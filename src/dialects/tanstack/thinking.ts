import type { EventInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { asEvent } from "../uncheckedCasts.ts";
import {
  commonFields,
  deltaOf,
  fieldsWithExtras,
  ownField,
  type ReaderContext,
  recordOf,
  stringOf,
  type TanStackEvent,
} from "./wire.ts";

export interface Thinking {
  startStep(wire: TanStackEvent): void;
  finishStep(wire: TanStackEvent): void;
  /** Reads REASONING_*, which later versions send beside the steps. */
  reason(wire: TanStackEvent): void;
  /** Ends the reasoning of a step, which has no end event. */
  pause(): void;
  close(): void;
}

interface Step {
  /** Id of the reasoning message with the same content; the step's own id when there is none. */
  reasoningId?: string;
  text: string;
}

/**
 * Creates the reader of steps and reasoning. Reasoning is a step that is finished once per delta
 * and never ends; since 0.11 it is repeated as REASONING_*, which takes precedence.
 */
export function createThinking({ emit, input, isTail }: ReaderContext): Thinking {
  const steps = new Map<string, Step>();
  const names = new Set<string>();
  /** Open REASONING_* streams: the event that ends each, by type and id. */
  const open = new Map<string, EventInput>();
  const values = new Set<string>();
  // An earlier part of the response may have started the reasoning.
  let lastReasoningId = isTail
    ? input.messages.findLast(({ role }) => role === "reasoning")?.id
    : undefined;
  let openStepId: string | undefined;

  function encrypt(entityId: string, encryptedValue: string, wire: TanStackEvent): void {
    const key = JSON.stringify([entityId, encryptedValue]);
    if (values.has(key)) return;
    values.add(key);
    const value = { subtype: "message", entityId, encryptedValue } as const;
    emit({ type: "REASONING_ENCRYPTED_VALUE", ...value, ...commonFields(wire) });
  }

  function pause(): void {
    if (openStepId === undefined) return;
    emit({ type: "REASONING_MESSAGE_END", messageId: openStepId });
    emit({ type: "REASONING_END", messageId: openStepId });
    openStepId = undefined;
  }

  function think(stepId: string, step: Step, wire: TanStackEvent): void {
    const delta = deltaOf(ownField(wire, "delta"), ownField(wire, "content"), step.text);
    step.text += delta;
    if (step.reasoningId === undefined && lastReasoningId !== undefined)
      step.reasoningId = lastReasoningId;
    const isDouble = step.reasoningId !== undefined && step.reasoningId !== stepId;
    if (!isDouble && delta !== "") {
      if (openStepId !== stepId) {
        pause();
        openStepId = stepId;
        step.reasoningId = stepId;
        const message = { messageId: stepId, ...fieldsWithExtras(wire) };
        emit({ type: "REASONING_START", ...message });
        emit({ type: "REASONING_MESSAGE_START", role: "reasoning", ...message });
      }
      emit({ type: "REASONING_MESSAGE_CONTENT", messageId: stepId, delta, ...commonFields(wire) });
    }
    const signature = stringOf(ownField(wire, "signature"));
    if (signature) encrypt(step.reasoningId ?? stepId, signature, wire);
  }

  return {
    startStep(wire) {
      const stepId = stringOf(ownField(wire, "stepId"));
      if (stepId !== undefined && ownField(wire, "stepType") === "thinking") {
        pause();
        if (!steps.has(stepId)) {
          steps.set(stepId, { text: "", ...omitUndefined({ reasoningId: lastReasoningId }) });
        }
        return;
      }
      const stepName = stringOf(wire.stepName) ?? stepId ?? "";
      if (names.has(stepName)) return;
      names.add(stepName);
      emit({ type: "STEP_STARTED", stepName, ...commonFields(wire) });
    },
    finishStep(wire) {
      const stepId = stringOf(ownField(wire, "stepId"));
      const step = stepId === undefined ? undefined : steps.get(stepId);
      if (stepId !== undefined && step) {
        think(stepId, step, wire);
        return;
      }
      const stepName = stringOf(wire.stepName) ?? stepId ?? "";
      // Reasoning without a start has a delta; later versions repeat it as REASONING_*.
      if (
        stepId !== undefined &&
        !names.has(stepName) &&
        stringOf(ownField(wire, "content")) !== undefined
      ) {
        const isLater = recordOf(wire.metadata)?.tanstack !== undefined;
        if (isLater && isTail) return;
        const found: Step = { text: "" };
        steps.set(stepId, found);
        think(stepId, found, wire);
        return;
      }
      if (!names.delete(stepName) && !isTail) return;
      emit({ type: "STEP_FINISHED", stepName, ...commonFields(wire) });
    },
    reason(wire) {
      const messageId = stringOf(wire.messageId) ?? "";
      if (wire.type === "REASONING_START" || wire.type === "REASONING_MESSAGE_START") {
        lastReasoningId = messageId;
        for (const step of steps.values())
          if (step.text === "") step.reasoningId ??= lastReasoningId;
      }
      if (wire.type === "REASONING_ENCRYPTED_VALUE" && wire.subtype === "message") {
        const value = stringOf(wire.encryptedValue) ?? "";
        encrypt(entityOf(stringOf(wire.entityId) ?? ""), value, wire);
        return;
      }
      trackOpen(wire.type, messageId);
      // The event is spelled as in 1.0.
      emit(asEvent(wire));
    },
    pause,
    close() {
      pause();
      // A message ends before the span around it.
      for (const end of [...open.values()].reverse()) emit(end);
      for (const stepName of names) emit({ type: "STEP_FINISHED", stepName });
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
