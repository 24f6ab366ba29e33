// @vitest-environment node
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Usage } from "../../../src/components/activity/Usage.tsx";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runError, runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import type { ScriptStep } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { plan } from "../../../stories/fixtures.ts";
import { asSubagent, spawn } from "../../hooks/subagents.ts";
import { textEvents } from "../../hooks/toolChat.tsx";
import { form, people, picture, silentDictation, systemMessage } from "../partFixtures.tsx";

const markdown =
  "# A\n\n- [x] b\n\n| c | d |\n|:-|-:|\n| e | f |\n\n> g $h$ [^1]\n\n```js\ni\n```\n\n1. ![j](https://k.example/l.png)\n\n[^1]: m";

const callEvents = (id: string, content: string): EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: "look" },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: '{"city":"Rome"}' },
  { type: "TOOL_CALL_END", toolCallId: id },
  { type: "TOOL_CALL_RESULT", toolCallId: id, messageId: `r${id}`, content },
];

/** Events for every kind of part that an agent can show. */
const everything: readonly ScriptStep[] = [
  runStarted(),
  { type: "STEP_STARTED", stepName: "Look" },
  { type: "REASONING_START", messageId: "q" },
  { type: "REASONING_MESSAGE_START", messageId: "q", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "q", delta: "Hm" },
  { type: "REASONING_MESSAGE_END", messageId: "q" },
  { type: "REASONING_END", messageId: "q" },
  ...textEvents("a1", markdown),
  ...callEvents("c1", "Error: offline"),
  ...callEvents("c2", '{"sky":"clear"}'),
  ...callEvents("c3", "18 °C"),
  {
    type: "ACTIVITY_SNAPSHOT",
    messageId: "p",
    activityType: plan.activityType,
    content: plan.content,
  },
  {
    type: "ACTIVITY_SNAPSHOT",
    messageId: "search",
    activityType: "SEARCH",
    content: { query: "Rome", progress: 0.4, results: [{ title: "A", url: "https://a.example" }] },
  },
  spawn("Scout"),
  ...asSubagent("Scout", textEvents("m1", "Looking")),
];

test.each<[string, readonly ScriptStep[]]>([
  ["that is finished", [runFinished({ usage: [{ model: "small", inputTokens: 9 }] })]],
  ["that has failed", [runError("The kitchen is closed")]],
  ["with a question", [runFinished({ outcome: { type: "interrupt", interrupts: [form] } })]],
  [
    "with a call to approve",
    [
      runFinished({
        outcome: {
          type: "interrupt",
          interrupts: [{ id: "i", reason: "tool_call", toolCallId: "c1", message: "Look?" }],
        },
      }),
    ],
  ],
])("the HTML of a conversation %s has no inline style", async (_, end) => {
  const agent = scriptedAgent([...everything, ...end]);
  const finished = createThread({ agent, initialMessages: [systemMessage] });
  await finished.send([{ type: "text", text: "Where to?" }, picture]);
  const thread = createThread({ agent, snapshot: finished.getSnapshot() });
  const html = renderToString(
    <ThreadProvider thread={thread}>
      <Chat
        attachments
        completions={people}
        dictation={silentDictation}
        suggestions={{ static: ["And then?"] }}
        components={{ Usage }}
      />
    </ThreadProvider>,
  );
  for (const part of ["agk-markdown", "agk-tool", "agk-activity", "agk-subagent", "agk-media"]) {
    expect(html).toContain(part);
  }
  expect(html).toContain("<table");
  expect(html).not.toMatch(/ style="/);
});
