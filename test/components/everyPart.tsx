import type { ReactElement, ReactNode } from "react";
import type { ChatProps } from "../../src/components/Chat.tsx";
import type { ChatComponents } from "../../src/components/parts.ts";
import * as kit from "../../src/index.ts";
import type { Agent } from "../../src/protocol/agent.ts";
import type { EventInput, Interrupt, Message } from "../../src/protocol/events.ts";
import type { Thread } from "../../src/store/thread.ts";
import type { Script } from "../../src/testing/script.ts";
import { runError, runFinished, runStarted, textRun } from "../../src/testing/steps.ts";
import { andThenNothing } from "../../stories/conversation.tsx";
import { manyTurns, plan, sunOverSea } from "../../stories/fixtures.ts";
import { spawn } from "../hooks/subagents.ts";
import { pagedHistory, turns } from "../support/pagedHistory.ts";

/** A part of the kit, and where there is one. */
export interface PartCase {
  /** Its outermost element. */
  readonly own: string;
  /** The element that takes its class in a chat. @defaultValue `own` */
  readonly decorated?: string;
  /** What the agent does, run by run. */
  readonly scripts?: readonly Script[];
  readonly agent?: Partial<Agent>;
  readonly chat?: ChatProps;
  /** The part by itself, below a provider. */
  readonly alone: ReactElement;
  /** Brings it about, once it is rendered. @defaultValue one run */
  readonly bring?: (thread: Thread, page: HTMLElement) => unknown;
}

const told = (...messages: readonly Message[]): Script => [
  runStarted(),
  { type: "MESSAGES_SNAPSHOT", messages: structuredClone(messages) as Message[] },
  runFinished(),
];

const user = { id: "u", role: "user", content: "Where to?" } as const;
const assistant: kit.AssistantMessage = { id: "a", role: "assistant", content: "To **Lisbon**." };
const note = { id: "s", role: "system", content: "Be kind." } as const;
const thought = { id: "r", role: "reasoning", content: "By train." } as const;
const result = { id: "t", role: "tool", toolCallId: "c", content: '{"sky":"clear"}' } as const;
const calling: kit.AssistantMessage = {
  id: "b",
  role: "assistant",
  toolCalls: [{ id: "c", type: "function", function: { name: "look", arguments: "{}" } }],
};
const picture = {
  type: "image",
  source: { type: "data", value: sunOverSea, mimeType: "image/png" },
} as const;
const seen: Message = { id: "p", role: "user", content: [picture] };

const asking = (interrupt: Interrupt): Script => [
  runStarted(),
  runFinished({ outcome: { type: "interrupt", interrupts: [interrupt] } }),
];
const schema = { type: "object", properties: { city: { type: "string", title: "City" } } };
const form: Interrupt = { id: "i", reason: "input_required", responseSchema: schema };
const step: EventInput = { type: "STEP_STARTED", stepName: "Plan" };

/** Some parts are given what the thread knows. */
function Call({ as: As }: { readonly as: (view: kit.ToolCallView) => ReactNode }): ReactNode {
  const view = kit.useToolCall("c");
  return view && As(view);
}

function Asked(): ReactNode {
  return kit
    .useInterrupts()
    .interrupts.map(({ interrupt }) => <kit.Interrupt key={interrupt.id} interrupt={interrupt} />);
}

function Files(): ReactNode {
  return (
    <form>
      <textarea aria-label="Message" />
      <kit.Attachments options />
    </form>
  );
}

const people = [{ trigger: "@", label: "People", items: [{ id: "ana", label: "Ana" }] }];
const silent: kit.DictationAdapter = { start: () => new Promise(() => {}) };

const attach = (page: HTMLElement) => {
  const chosen = new DataTransfer();
  chosen.items.add(new File(["Hello"], "hello.txt", { type: "text/plain" }));
  const field = page.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error("There is no field for files");
  field.files = chosen.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
};

const write = (page: HTMLElement, text: string) => {
  const field = page.querySelector("textarea");
  // React listens to what the browser does, not to what is set from a script.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, text);
  field?.setSelectionRange(text.length, text.length);
  field?.focus();
  field?.dispatchEvent(new Event("input", { bubbles: true }));
};

const whole = told(user, thought, plan, assistant, calling, result, note, seen);

/** Every part that can be replaced, and the list of conversations; the compiler names one that is lacking. */
export const everyPart: Readonly<Record<keyof ChatComponents, PartCase>> = {
  MessageList: { own: ".agk-transcript", scripts: [whole], alone: <kit.MessageList /> },
  Welcome: { own: ".agk-welcome", alone: <kit.Welcome />, bring: () => {} },
  Message: { own: ".agk-message", scripts: [whole], alone: <kit.Message message={user} /> },
  UserMessage: {
    own: ".agk-bubble",
    decorated: '.agk-message[data-role="user"]',
    scripts: [told(user)],
    alone: <kit.UserMessage message={user} />,
  },
  AssistantMessage: {
    own: ".agk-markdown",
    decorated: '.agk-message[data-role="assistant"]',
    scripts: [told(assistant)],
    alone: <kit.AssistantMessage message={assistant} />,
  },
  Note: { own: ".agk-note", scripts: [whole], alone: <kit.Note message={note} /> },
  Reasoning: {
    own: ".agk-reasoning",
    scripts: [whole],
    alone: <kit.Reasoning message={thought} />,
  },
  Activity: { own: ".agk-activity", scripts: [whole], alone: <kit.Activity message={plan} /> },
  ToolCall: {
    own: ".agk-tool-call",
    scripts: [whole],
    alone: <Call as={(view) => <kit.ToolCall {...view} />} />,
  },
  ToolGroup: {
    own: ".agk-tool-group",
    scripts: [whole],
    alone: <Call as={(view) => <kit.ToolGroup calls={[view]} />} />,
  },
  ToolResult: {
    own: ".agk-section",
    scripts: [whole],
    alone: <kit.ToolResult message={result} />,
    bring: async (thread, page) => {
      await thread.run();
      await until(() => page.querySelector<HTMLElement>(".agk-tool-call > summary")?.click());
    },
  },
  Markdown: { own: ".agk-markdown", scripts: [whole], alone: <kit.Markdown text="**Hi**" /> },
  MediaPart: { own: ".agk-media", scripts: [whole], alone: <kit.MediaPart part={picture} /> },
  Subagent: {
    own: ".agk-subagent",
    scripts: [[runStarted(), spawn("sub"), runFinished()]],
    alone: <kit.Subagent id="sub" />,
  },
  Interrupt: {
    own: ".agk-interrupt",
    scripts: [asking({ id: "i", reason: "confirmation", message: "Shall I?" })],
    alone: <Asked />,
  },
  SchemaForm: {
    own: ".agk-form",
    scripts: [asking(form)],
    alone: <kit.SchemaForm schema={schema} onSubmit={() => {}} />,
  },
  Steps: {
    own: ".agk-steps",
    scripts: [andThenNothing(step)],
    chat: { components: { Steps: kit.Steps } },
    alone: <kit.Steps />,
    bring: start,
  },
  RunStatus: {
    own: ".agk-run-status",
    scripts: [andThenNothing()],
    alone: <kit.RunStatus />,
    bring: start,
  },
  ErrorRow: {
    own: ".agk-error",
    scripts: [[runStarted(), runError("The kitchen is closed")]],
    alone: <kit.ErrorRow />,
  },
  Usage: {
    own: ".agk-usage",
    scripts: [[runStarted(), runFinished({ usage: [{ model: "small", inputTokens: 9 }] })]],
    chat: { components: { Usage: kit.Usage } },
    alone: <kit.Usage />,
  },
  ScrollToEnd: {
    own: ".agk-scroll-to-end",
    scripts: [told(...manyTurns(20))],
    alone: <kit.ScrollToEnd onClick={() => {}} />,
    bring: async (thread, page) => {
      await thread.run();
      await until(() => {
        const list = page.querySelector(".agk-message-list");
        if (list) list.scrollTop = 0;
        return !list?.hasAttribute("data-following");
      });
    },
  },
  Queue: {
    own: ".agk-queue",
    scripts: [andThenNothing()],
    alone: <kit.Queue />,
    bring: async (thread) => {
      await start(thread);
      void thread.send("Later", { whenBusy: "queue" });
    },
  },
  Suggestions: {
    own: ".agk-suggestion-row",
    scripts: [told(user, assistant)],
    chat: { suggestions: { suggestions: ["And then?"] } },
    alone: <kit.Suggestions options={{ suggestions: ["And then?"] }} />,
  },
  SubagentPicker: {
    own: ".agk-subagent-picker",
    agent: {
      getCapabilities: async () => ({ multiAgent: { subagents: [{ name: "a" }, { name: "b" }] } }),
    },
    alone: <kit.SubagentPicker />,
    bring: () => {},
  },
  Composer: { own: ".agk-composer", alone: <kit.Composer />, bring: () => {} },
  Attachments: {
    own: ".agk-attachments",
    chat: { attachments: true },
    alone: <Files />,
    bring: (_thread, page) => until(() => attach(page)),
  },
  Completions: {
    own: ".agk-completions",
    chat: { completions: people },
    alone: (
      <form>
        <textarea aria-label="Message" />
        <kit.Completions providers={people} />
      </form>
    ),
    bring: (_thread, page) =>
      until(() => {
        write(page, "");
        write(page, "@");
        return page.querySelector(".agk-completions, [data-mine]") !== null;
      }),
  },
  Dictation: {
    own: ".agk-composer-tool",
    chat: { dictation: silent },
    alone: (
      <form>
        <textarea aria-label="Message" />
        <kit.Dictation adapter={silent} />
      </form>
    ),
    bring: () => {},
  },
  BranchPicker: {
    own: ".agk-branches",
    scripts: [textRun("To Porto.", { messageId: "a1" }), textRun("To Lisbon.")],
    alone: <Versions />,
    bring: async (thread) => {
      await thread.send("Where to?");
      await thread.regenerate("a1");
    },
  },
  MessageActions: {
    own: ".agk-actions",
    scripts: [told(user)],
    alone: <kit.MessageActions message={user} />,
  },
  EarlierMessages: {
    own: ".agk-earlier",
    agent: pagedHistory(turns(0, 6), 4),
    alone: <kit.EarlierMessages />,
    bring: (thread) => thread.connect(),
  },
};

function Versions(): ReactNode {
  const id = kit.useMessages().at(-1)?.id;
  return id === undefined ? null : <kit.BranchPicker messageId={id} />;
}

/** Begins a run that does not end. */
async function start(thread: Thread): Promise<void> {
  void thread.run();
  await until(() => thread.getSnapshot().run.status === "streaming");
}

/** Waits until something can be done without an error, and is not `false`. */
async function until(isDone: () => unknown): Promise<void> {
  for (;;) {
    try {
      if (isDone() !== false) return;
    } catch {
      // It is not there yet.
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
