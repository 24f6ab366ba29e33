import type { ReactElement } from "react";
import type { ChatProps } from "../../src/components/chat/Chat.tsx";
import type { ChatComponents } from "../../src/components/settings/chatComponents.ts";
import * as kit from "../../src/index.ts";
import type { Agent } from "../../src/protocol/agent.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import type { Script } from "../../src/testing/script.ts";
import { runError, runFinished, runStarted, textRun } from "../../src/testing/steps.ts";
import { andThenNothing } from "../../stories/conversation.tsx";
import { manyTurns, plan } from "../../stories/fixtures.ts";
import { spawn } from "../hooks/subagents.ts";
import { pagedHistory, turns } from "../support/pagedHistory.ts";

import {
  Asked,
  asking,
  assistant,
  attach,
  Call,
  calling,
  Files,
  form,
  note,
  people,
  picture,
  result,
  schema,
  seen,
  silent,
  snapshotRun,
  start,
  step,
  thought,
  until,
  user,
  Versions,
  write,
} from "./partFixtures.tsx";

/** A replaceable component and the way to render it. */
export interface PartCase {
  /** Selector of the outermost element. */
  readonly own: string;
  /** Selector of the element that takes its class in a chat. @defaultValue `own` */
  readonly decorated?: string;
  /** Script of the agent, run by run. */
  readonly scripts?: readonly Script[];
  readonly agent?: Partial<Agent>;
  readonly chat?: ChatProps;
  /** The component by itself, below a provider. */
  readonly alone: ReactElement;
  /** Produces the state in which the component appears. @defaultValue one run */
  readonly bring?: (thread: Thread, page: HTMLElement) => unknown;
}

const whole = snapshotRun(user, thought, plan, assistant, calling, result, note, seen);

/** All replaceable components; the compiler reports a missing one. */
export const allParts: Readonly<Record<keyof ChatComponents, PartCase>> = {
  MessageList: { own: ".agk-transcript", scripts: [whole], alone: <kit.MessageList /> },
  Welcome: { own: ".agk-welcome", alone: <kit.Welcome />, bring: () => {} },
  Message: { own: ".agk-message", scripts: [whole], alone: <kit.Message message={user} /> },
  UserMessage: {
    own: ".agk-bubble",
    decorated: '.agk-message[data-role="user"]',
    scripts: [snapshotRun(user)],
    alone: <kit.UserMessage message={user} />,
  },
  AssistantMessage: {
    own: ".agk-markdown",
    decorated: '.agk-message[data-role="assistant"]',
    scripts: [snapshotRun(assistant)],
    alone: <kit.AssistantMessage message={assistant} />,
  },
  SystemMessage: {
    own: ".agk-system-message",
    scripts: [whole],
    alone: <kit.SystemMessage message={note} />,
  },
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
    scripts: [snapshotRun(...manyTurns(20))],
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
    scripts: [snapshotRun(user, assistant)],
    chat: { suggestions: { static: ["And then?"] } },
    alone: <kit.Suggestions options={{ static: ["And then?"] }} />,
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
    own: ".agk-branch-picker",
    scripts: [textRun("To Porto.", { messageId: "a1" }), textRun("To Lisbon.")],
    alone: <Versions />,
    bring: async (thread) => {
      await thread.send("Where to?");
      await thread.regenerate("a1");
    },
  },
  MessageActions: {
    own: ".agk-actions",
    scripts: [snapshotRun(user)],
    alone: <kit.MessageActions message={user} />,
  },
  EarlierMessages: {
    own: ".agk-earlier",
    agent: pagedHistory(turns(0, 6), 4),
    alone: <kit.EarlierMessages />,
    bring: (thread) => thread.connect(),
  },
};
