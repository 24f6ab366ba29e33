import { type ReactNode, useId } from "react";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { ActionButton } from "../../src/components/message/ActionButton.tsx";
import { EditMessageForm } from "../../src/components/message/EditMessageForm.tsx";
import { Reasoning } from "../../src/components/message/Reasoning.tsx";
import { Sources } from "../../src/components/sources/Sources.tsx";
import { ScrollToEnd } from "../../src/components/transcript/ScrollToEnd.tsx";
import { sunOverSea } from "../fixtures.ts";
import { alwaysUsable, neverBusy, onlyWhileUsable, typedInto } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";
import { Earlier, TwoVersions } from "./threads.tsx";

const ignore = () => {};
const sources = [{ number: 1, title: "Timetable", href: "https://example.com/ferry" }];
const manySources = Array.from({ length: 30 }, (_, n) => ({
  number: n + 1,
  title: `Stop ${n + 1}`,
}));
const link = { disabled: alwaysUsable, busy: neverBusy };

function Action({ isEnabled = true }: { readonly isEnabled?: boolean }): ReactNode {
  const onPress = isEnabled ? ignore : undefined;
  return <ActionButton action="copy" icon="copy" label="Copy message" onPress={onPress} />;
}

function Editor({ text = "Where to?" }: { readonly text?: string }): ReactNode {
  return (
    <EditMessageForm
      message={{ id: "edited", role: "user", content: text }}
      isOpened={false}
      onSend={async () => true}
      onCancel={ignore}
    />
  );
}

/** The buttons of the messages. */
export const actionControls: readonly Control[] = [
  {
    name: "Action",
    target: ".agk-action",
    rest: <Action />,
    disabled: <Action isEnabled={false} />,
    without: { busy: neverBusy },
  },
  {
    name: "Rating, given",
    target: ".agk-action",
    rest: (
      <ActionButton action="up" icon="thumbsUp" label="Good response" isPressed onPress={ignore} />
    ),
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Edited message",
    target: ".agk-textarea",
    frame: ".agk-editor",
    rest: <Editor />,
    without: { pressed: typedInto, disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Save the edited message",
    target: '[type="submit"]',
    rest: <Editor />,
    disabled: <Editor text="" />,
    without: { busy: neverBusy },
  },
  {
    name: "Cancel the edit",
    target: ".agk-button",
    rest: <Editor />,
    without: { disabled: alwaysUsable, busy: neverBusy },
  },
];

/** The buttons between the versions of a message; the next one is disabled at the end. */
export const branchControls: readonly Control[] = [
  {
    name: "Previous version",
    target: '[data-side="previous"]',
    rest: <TwoVersions />,
    without: { disabled: "See the next row.", busy: neverBusy },
  },
  {
    name: "Next version",
    target: '[data-side="next"]',
    rest: <TwoVersions />,
    disabled: <TwoVersions />,
    without: {
      rest: "There is no next version here.",
      hover: "There is no next version here.",
      pressed: "There is no next version here.",
      focus: "There is no next version here.",
      busy: neverBusy,
    },
  },
];

/** Links and tools in the text of an answer. */
export const markdownControls: readonly Control[] = [
  {
    name: "Link",
    target: "a",
    rest: <Markdown text="See the [timetable](https://example.com)." />,
    without: link,
  },
  {
    name: "Source in a text",
    target: ".agk-citation",
    rest: <Markdown text="It leaves at ten. [1]" sources={sources} />,
    without: link,
  },
  {
    name: "Image",
    target: ".agk-image-open",
    rest: <Markdown text={`![Sea](data:image/png;base64,${sunOverSea})`} />,
    without: link,
  },
  {
    name: "Footnote",
    target: "sup a",
    rest: <Markdown text={"At ten.[^1]\n\n[^1]: On weekdays."} />,
    without: link,
  },
];

const code = <Markdown text={"```ts\nleave();\n```"} />;
const table = <Markdown text={"| Day | Sky |\n| --- | --- |\n| Friday | Clouds |"} />;

const copyButton = 'button:has([data-icon="copy"])';

/** The tools of code and tables. */
export const codeControls: readonly Control[] = [
  { name: "Copy code", target: copyButton, rest: code, without: link },
  {
    name: "Download code",
    target: 'button:has([data-icon="download"])',
    rest: code,
    without: link,
  },
  {
    name: "Wrap lines",
    target: "[aria-pressed]",
    rest: <Markdown text={`\`\`\`ts\n${"leave(); ".repeat(20)}\n\`\`\``} />,
    without: link,
  },
  { name: "Copy table", target: copyButton, rest: table, without: link },
  {
    name: "Download table",
    target: 'button:has([data-icon="downloadCsv"])',
    rest: table,
    without: link,
  },
];

export const sourceControls: readonly Control[] = [
  {
    name: "Source",
    target: ".agk-source-chip",
    rest: <Sources sources={sources} />,
    without: link,
  },
  {
    name: "Source without an address",
    target: ".agk-source-chip",
    rest: <Sources sources={[{ number: 2, title: "Route plan" }]} />,
    without: link,
  },
  {
    name: "More sources",
    target: "li:last-child > .agk-source-chip",
    rest: <Sources sources={manySources} />,
    without: link,
  },
];

function Thoughts({ isStreaming = false }: { readonly isStreaming?: boolean }): ReactNode {
  // The row remembers by the id of its message whether it is open.
  const id = useId();
  return (
    <Reasoning
      message={{ id, role: "reasoning", content: "They like the sea." }}
      isStreaming={isStreaming}
    />
  );
}

export const reasoningControls: readonly Control[] = [
  {
    name: "Reasoning",
    target: ".agk-summary",
    rest: <Thoughts />,
    busy: <Thoughts isStreaming />,
    without: { disabled: alwaysUsable },
  },
];

/** The buttons at the edges of a transcript. */
export const transcriptControls: readonly Control[] = [
  {
    name: "Earlier messages",
    target: ".agk-button",
    rest: <Earlier />,
    busy: <Earlier isLoading />,
    without: { disabled: onlyWhileUsable },
  },
];

export const scrollControls: readonly Control[] = [
  {
    name: "Scroll to the end",
    target: ".agk-scroll-to-end",
    rest: <ScrollToEnd onClick={ignore} />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "With new messages",
    target: ".agk-scroll-to-end",
    rest: <ScrollToEnd onClick={ignore} newMessages={3} />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
];
