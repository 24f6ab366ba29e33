import type { ReactNode } from "react";
import * as kit from "../../src/index.ts";
import type { EventInput, Interrupt, Message } from "../../src/protocol/events.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import { sunOverSea } from "../../stories/fixtures.ts";

export const snapshotRun = (...messages: readonly Message[]): Script => [
  runStarted(),
  { type: "MESSAGES_SNAPSHOT", messages: structuredClone(messages) as Message[] },
  runFinished(),
];

export const user = { id: "u", role: "user", content: "Where to?" } as const;
export const assistant: kit.AssistantMessage = {
  id: "a",
  role: "assistant",
  content: "To **Lisbon**.",
};
export const citingMessage: kit.AssistantMessage & { readonly sources: readonly string[] } = {
  ...assistant,
  sources: ["https://a.example/lisbon"],
};
export const systemMessage = { id: "s", role: "system", content: "Be kind." } as const;
export const reasoningMessage = { id: "r", role: "reasoning", content: "By train." } as const;
export const result = {
  id: "t",
  role: "tool",
  toolCallId: "c",
  content: '{"sky":"clear"}',
} as const;
export const toolCallMessage: kit.AssistantMessage = {
  id: "b",
  role: "assistant",
  toolCalls: [{ id: "c", type: "function", function: { name: "look", arguments: "{}" } }],
};
export const picture = {
  type: "image",
  source: { type: "data", value: sunOverSea, mimeType: "image/png" },
} as const;
export const pictureMessage: Message = { id: "p", role: "user", content: [picture] };

export const singleInterruptScript = (interrupt: Interrupt): Script => [
  runStarted(),
  runFinished({ outcome: { type: "interrupt", interrupts: [interrupt] } }),
];
export const schema = { type: "object", properties: { city: { type: "string", title: "City" } } };
export const form: Interrupt = { id: "i", reason: "input_required", responseSchema: schema };
export const step: EventInput = { type: "STEP_STARTED", stepName: "Plan" };

/** Renders a component with the tool call from the thread. */
export function Call({
  as: As,
}: {
  readonly as: (view: kit.ToolCallView) => ReactNode;
}): ReactNode {
  const view = kit.useToolCall("c");
  return view && As(view);
}

export function OpenInterrupts(): ReactNode {
  return kit
    .useInterrupts()
    .interrupts.map(({ interrupt }) => <kit.Interrupt key={interrupt.id} interrupt={interrupt} />);
}

export function AttachmentForm(): ReactNode {
  return (
    <form>
      <textarea aria-label="Message" />
      <kit.Attachments options />
    </form>
  );
}

export const people = [{ trigger: "@", label: "People", items: [{ id: "ana", label: "Ana" }] }];
export const silentDictation: kit.DictationAdapter = { start: () => new Promise(() => {}) };

export const attachSampleFile = (page: HTMLElement) => {
  if (page.querySelector("[data-mine]")) return;
  const chosen = new DataTransfer();
  chosen.items.add(new File(["Hello"], "hello.txt", { type: "text/plain" }));
  const field = page.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error("There is no field for files");
  field.files = chosen.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
};

export const writeDraft = (page: HTMLElement, text: string) => {
  const field = page.querySelector("textarea");
  // React tracks values set by scripts, so the native setter is needed.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, text);
  field?.setSelectionRange(text.length, text.length);
  field?.focus();
  field?.dispatchEvent(new Event("input", { bubbles: true }));
};

export function LastBranchPicker(): ReactNode {
  const id = kit.useMessages().at(-1)?.id;
  return id === undefined ? null : <kit.BranchPicker messageId={id} />;
}

/** Starts a run that does not end. */
export async function startEndlessRun(thread: Thread): Promise<void> {
  void thread.run();
  await waitUntilDone(() => thread.getSnapshot().run.status === "streaming");
}

/** Waits until a callback does not throw and does not return false. */
export async function waitUntilDone(isDone: () => unknown): Promise<void> {
  for (;;) {
    try {
      if (isDone() !== false) return;
    } catch {
      // Not rendered yet.
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
