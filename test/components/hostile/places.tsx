import type { ReactNode } from "react";
import { Activity } from "../../../src/components/activity/Activity.tsx";
import { Interrupt } from "../../../src/components/interrupt/Interrupt.tsx";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { MediaPart } from "../../../src/components/message/MediaPart.tsx";
import { MessageItem } from "../../../src/components/message/MessageItem.tsx";
import { SchemaFormView } from "../../../src/components/schemaForm/SchemaFormView.tsx";
import { Suggestions } from "../../../src/components/suggestions/Suggestions.tsx";
import { ToolCallDetails } from "../../../src/components/toolCall/ToolCallDetails.tsx";
import { ToolGroup } from "../../../src/components/toolCall/ToolGroup.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { ActivityMessage } from "../../../src/protocol/events.ts";
import type { ToolCallView } from "../../../src/selectors/toolCallView.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";

/** Creates a complete call with a name, arguments and a result. */
function callOf(name: string, args: string, content: string): ToolCallView {
  return {
    toolCall: { id: "c", type: "function", function: { name, arguments: args } },
    info: { messageId: "m", status: "complete", resultMessageId: "t" },
    result: { id: "t", role: "tool", toolCallId: "c", content },
    status: "complete",
    interrupts: [],
    outputs: [],
  };
}

const activityOf = (
  activityType: string,
  content: ActivityMessage["content"],
): ActivityMessage => ({
  ...{ id: "p", role: "activity", activityType, content },
});

const MEDIA = ["image", "audio", "video", "document"] as const;

/** Renders a text in each place where a chat shows content of an agent or a server. */
export const hostilePlaces: Readonly<Record<string, (text: string) => ReactNode>> = {
  "user message": (content) => <MessageItem message={{ id: "u", role: "user", content }} />,
  answer: (content) => <MessageItem message={{ id: "a", role: "assistant", content }} />,
  "streaming answer": (text) => <Markdown text={text} isStreaming />,
  "system message": (content) => <MessageItem message={{ id: "s", role: "system", content }} />,
  "tool name": (name) => <ToolGroup calls={[callOf(name, "{}", "")]} />,
  "tool arguments": (text) => (
    <ToolCallDetails {...callOf("f", JSON.stringify({ [text]: text }), "")} />
  ),
  "unreadable tool arguments": (text) => <ToolCallDetails {...callOf("f", text, "")} />,
  "tool result": (text) => <ToolCallDetails {...callOf("f", "{}", text)} />,
  "tool result of JSON": (text) => (
    <ToolCallDetails {...callOf("f", "{}", JSON.stringify({ [text]: [text, { url: text }] }))} />
  ),
  activity: (text) => <Activity message={activityOf(text, { [text]: [text], html: text })} />,
  plan: (text) => (
    <Activity message={activityOf("PLAN", { steps: [{ title: text, status: "running" }] })} />
  ),
  citations: (text) => (
    <Activity
      message={activityOf("SEARCH", {
        query: text,
        results: [
          { title: text, url: text, snippet: text },
          { title: text, url: "https://safe.example" },
        ],
      })}
    />
  ),
  interrupt: (text) => (
    <Interrupt interrupt={{ id: "i", reason: text, message: text, metadata: { [text]: text } }} />
  ),
  form: (text) => (
    <SchemaFormView
      schema={{
        type: "object",
        title: text,
        properties: {
          [text]: { type: "string", title: text, description: text, default: text },
          choice: { enum: [text, "b"] },
          fixed: { const: text },
        },
      }}
      submitLabel={text}
      onSubmit={() => {}}
    />
  ),
  "media addresses": (value) =>
    MEDIA.map((type) => (
      <MediaPart
        key={type}
        part={{ type, source: { type: "url", value }, metadata: { filename: value } }}
      />
    )),
  suggestions: (text) => <Suggestions options={{ static: [text] }} />,
};

interface HostilePageProps {
  readonly texts: readonly string[];
  /** Names of places. @defaultValue all */
  readonly places?: readonly string[];
}

/** Renders each text in each place, below a thread. */
export function HostilePage(props: HostilePageProps): ReactNode {
  const { texts, places = Object.keys(hostilePlaces) } = props;
  const thread = createThread({ agent: manualAgent() });
  return (
    <ThreadProvider thread={thread}>
      {texts.map((text) =>
        places.map((place) => (
          <div key={`${text} ${place}`} data-place="">
            {hostilePlaces[place]?.(text)}
          </div>
        )),
      )}
    </ThreadProvider>
  );
}
