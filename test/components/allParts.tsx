import type { ComponentType, ReactElement } from "react";
import type { ChatProps } from "../../src/components/chat/Chat.tsx";
import type { ChatComponents } from "../../src/components/settings/chatComponents.ts";
import * as kit from "../../src/index.ts";
import type { Agent } from "../../src/protocol/agent.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { runError, runFinished, runStarted, textRun } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import { hangAfter } from "../../stories/conversation.tsx";
import { manyTurns, plan } from "../../stories/fixtures.ts";
import { spawn } from "../hooks/subagents.ts";
import { pagedHistory, turnMessages } from "../support/pagedHistory.ts";
import {
  AttachmentForm,
  assistant,
  attachSampleFile,
  Call,
  citingMessage,
  form,
  LastBranchPicker,
  OpenInterrupts,
  people,
  picture,
  pictureMessage,
  reasoningMessage,
  result,
  schema,
  silentDictation,
  singleInterruptScript,
  snapshotRun,
  startEndlessRun,
  step,
  systemMessage,
  toolCallMessage,
  user,
  waitUntilDone,
  writeDraft,
} from "./partFixtures.tsx";

/** A replaceable component and the way to render it. */
export interface PartCase {
  /** Selector of the outermost element. */
  readonly selector: string;
  /** Selector of the element that takes its class in a chat. @defaultValue `own` */
  readonly decorated?: string;
  /** Script of the agent, run by run. */
  readonly scripts?: readonly Script[];
  readonly agent?: Partial<Agent>;
  readonly chat?: ChatProps;
  /** Component that shows the part. @defaultValue `Chat` */
  readonly Surface?: ComponentType<ChatProps>;
  /** The component by itself, below a provider. */
  readonly element: ReactElement;
  /** Produces the state in which the component appears. @defaultValue one run */
  readonly prepare?: (thread: Thread, page: HTMLElement) => unknown;
}

const completeRun = snapshotRun(
  user,
  reasoningMessage,
  plan,
  assistant,
  toolCallMessage,
  result,
  systemMessage,
  pictureMessage,
);

/** All replaceable components; the compiler reports a missing one. */
export const allParts: Readonly<Record<keyof ChatComponents, PartCase>> = {
  MessageList: {
    selector: ".agk-transcript",
    scripts: [completeRun],
    element: <kit.MessageList />,
  },
  ChatHeader: {
    selector: ".agk-header",
    Surface: (props) => <kit.ChatPopup {...props} defaultOpen />,
    element: (
      <kit.ChatHeader
        title="42"
        titleId="title"
        onNewChat={() => {}}
        isHistoryOpen={false}
        onHistoryToggle={() => {}}
        isExpanded={false}
        onExpandToggle={() => {}}
        onClose={() => {}}
      />
    ),
    prepare: () => {},
  },
  Welcome: { selector: ".agk-welcome", element: <kit.Welcome />, prepare: () => {} },
  Turn: {
    selector: ".agk-turn",
    scripts: [snapshotRun(assistant)],
    element: <kit.Turn author="assistant" ids={["a"]} name="Ada" />,
  },
  MessageItem: {
    selector: ".agk-message",
    scripts: [completeRun],
    element: <kit.MessageItem message={user} />,
  },
  UserMessageItem: {
    selector: ".agk-bubble",
    decorated: '.agk-message[data-role="user"]',
    scripts: [snapshotRun(user)],
    element: <kit.UserMessageItem message={user} />,
  },
  AssistantMessageItem: {
    selector: ".agk-markdown",
    decorated: '.agk-message[data-role="assistant"]',
    scripts: [snapshotRun(assistant)],
    element: <kit.AssistantMessageItem message={assistant} />,
  },
  Sources: {
    selector: ".agk-sources",
    scripts: [snapshotRun(citingMessage)],
    element: <kit.Sources sources={[{ number: 1, title: "42" }]} />,
  },
  SystemMessageItem: {
    selector: ".agk-system-message",
    scripts: [completeRun],
    element: <kit.SystemMessageItem message={systemMessage} />,
  },
  Reasoning: {
    selector: ".agk-reasoning",
    scripts: [completeRun],
    element: <kit.Reasoning message={reasoningMessage} />,
  },
  Activity: {
    selector: ".agk-activity",
    scripts: [completeRun],
    element: <kit.Activity message={plan} />,
  },
  ToolCallCard: {
    selector: ".agk-tool-call",
    scripts: [completeRun],
    element: <Call as={(view) => <kit.ToolCallCard {...view} />} />,
  },
  ToolGroup: {
    selector: ".agk-tool-group",
    scripts: [completeRun],
    element: <Call as={(view) => <kit.ToolGroup calls={[view]} />} />,
  },
  ToolResult: {
    selector: ".agk-section[data-status]",
    scripts: [completeRun],
    element: <kit.ToolResult message={result} />,
    prepare: async (thread, page) => {
      await thread.run();
      await waitUntilDone(() =>
        page.querySelector<HTMLElement>(".agk-tool-call > summary")?.click(),
      );
    },
  },
  Markdown: {
    selector: ".agk-markdown",
    scripts: [completeRun],
    element: <kit.Markdown text="**Hi**" />,
  },
  MediaPart: {
    selector: ".agk-media",
    scripts: [completeRun],
    element: <kit.MediaPart part={picture} />,
  },
  Subagent: {
    selector: ".agk-subagent",
    scripts: [[runStarted(), spawn("sub"), runFinished()]],
    element: <kit.Subagent id="sub" />,
  },
  Interrupt: {
    selector: ".agk-interrupt",
    scripts: [singleInterruptScript({ id: "i", reason: "confirmation", message: "Shall I?" })],
    element: <OpenInterrupts />,
  },
  SchemaForm: {
    selector: ".agk-form",
    scripts: [singleInterruptScript(form)],
    element: <kit.SchemaForm schema={schema} onSubmit={() => {}} />,
  },
  Steps: {
    selector: ".agk-steps",
    scripts: [hangAfter(step)],
    chat: { components: { Steps: kit.Steps } },
    element: <kit.Steps />,
    prepare: startEndlessRun,
  },
  RunStatusRow: {
    selector: ".agk-run-status",
    scripts: [hangAfter()],
    element: <kit.RunStatusRow />,
    prepare: startEndlessRun,
  },
  ErrorRow: {
    selector: ".agk-error",
    scripts: [[runStarted(), runError("The kitchen is closed")]],
    element: <kit.ErrorRow />,
  },
  Usage: {
    selector: ".agk-usage",
    scripts: [[runStarted(), runFinished({ usage: [{ model: "small", inputTokens: 9 }] })]],
    chat: { components: { Usage: kit.Usage } },
    element: <kit.Usage />,
  },
  ScrollToEnd: {
    selector: ".agk-scroll-to-end",
    scripts: [snapshotRun(...manyTurns(20))],
    element: <kit.ScrollToEnd onClick={() => {}} />,
    prepare: async (thread, page) => {
      await thread.run();
      await waitUntilDone(() => {
        const list = page.querySelector(".agk-message-list");
        if (list) list.scrollTop = 0;
        return !list?.hasAttribute("data-following");
      });
    },
  },
  Queue: {
    selector: ".agk-queue",
    scripts: [hangAfter()],
    element: <kit.Queue />,
    prepare: async (thread) => {
      await startEndlessRun(thread);
      void thread.send("Later", { whenBusy: "queue" });
    },
  },
  Suggestions: {
    selector: ".agk-suggestion-row",
    scripts: [snapshotRun(user, assistant)],
    chat: { suggestions: { static: ["And then?"] } },
    element: <kit.Suggestions options={{ static: ["And then?"] }} />,
  },
  SubagentPicker: {
    selector: ".agk-subagent-picker",
    agent: {
      getCapabilities: async () => ({ multiAgent: { subagents: [{ name: "a" }, { name: "b" }] } }),
    },
    element: <kit.SubagentPicker />,
    prepare: () => {},
  },
  Composer: { selector: ".agk-composer", element: <kit.Composer />, prepare: () => {} },
  Attachments: {
    selector: ".agk-attachments",
    chat: { attachments: true },
    element: <AttachmentForm />,
    prepare: (_thread, page) => waitUntilDone(() => attachSampleFile(page)),
  },
  Completions: {
    selector: ".agk-completions",
    chat: { completions: people },
    element: (
      <form>
        <textarea aria-label="Message" />
        <kit.Completions providers={people} />
      </form>
    ),
    prepare: (_thread, page) =>
      waitUntilDone(() => {
        writeDraft(page, "");
        writeDraft(page, "@");
        return page.querySelector(".agk-completions, [data-mine]") !== null;
      }),
  },
  Dictation: {
    selector: ".agk-composer-tool",
    chat: { dictation: silentDictation },
    element: (
      <form>
        <textarea aria-label="Message" />
        <kit.Dictation adapter={silentDictation} />
      </form>
    ),
    prepare: () => {},
  },
  BranchPicker: {
    selector: ".agk-branch-picker",
    scripts: [textRun("To Porto.", { messageId: "a1" }), textRun("To Lisbon.")],
    element: <LastBranchPicker />,
    prepare: async (thread) => {
      await thread.send("Where to?");
      await thread.regenerate("a1");
    },
  },
  MessageActions: {
    // The actions of the last reply are visible without a pointer.
    selector: ".agk-actions",
    scripts: [snapshotRun(assistant)],
    element: <kit.MessageActions message={assistant} />,
  },
  EarlierMessages: {
    selector: ".agk-earlier",
    agent: pagedHistory(turnMessages(0, 6), 4),
    element: <kit.EarlierMessages />,
    prepare: (thread) => thread.connect(),
  },
};
