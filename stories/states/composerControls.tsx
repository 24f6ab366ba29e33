import type { ReactNode } from "react";
import { AttachmentItem } from "../../src/components/composer/attachments/AttachmentItem.tsx";
import type { Attachment } from "../../src/components/composer/attachments/attachment.ts";
import { ComposerButton } from "../../src/components/composer/attachments/ComposerButton.tsx";
import { Composer } from "../../src/components/composer/Composer.tsx";
import { SendButton } from "../../src/components/composer/SendButton.tsx";
import { QueueButton } from "../../src/components/queue/QueueItem.tsx";
import { SubagentPicker } from "../../src/components/subagent/SubagentPicker.tsx";
import { Suggestions } from "../../src/components/suggestions/Suggestions.tsx";
import { alwaysUsable, neverBusy, onlyWhileUsable, typedInto } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";
import { WithCapabilities } from "./threads.tsx";

const ignore = () => {};
const send = {
  label: "Send",
  isStop: false,
  isSendWhileRunning: false,
  isDisabled: false,
  onStop: ignore,
};

const file: Attachment = {
  id: "file",
  name: "route.pdf",
  file: new File(["Lisbon to Porto"], "route.pdf", { type: "application/pdf" }),
  part: { type: "document", source: { type: "url", value: "/route.pdf" } },
  controller: new AbortController(),
};
const { part: _, ...pending } = file;

function Attached({ attachment }: { readonly attachment: Attachment }): ReactNode {
  return (
    <ul className="agk-attachments">
      <AttachmentItem attachment={attachment} onRemove={ignore} onRetry={ignore} />
    </ul>
  );
}

/** The controls of a composer, and those of the queue above it. */
export const composerControls: readonly Control[] = [
  {
    name: "Field",
    target: ".agk-textarea",
    frame: ".agk-composer",
    rest: <Composer placeholder="Ask anything" />,
    without: { pressed: typedInto, disabled: "Users can always write.", busy: neverBusy },
  },
  {
    name: "Send",
    target: ".agk-send",
    rest: <SendButton {...send} />,
    disabled: <SendButton {...send} isDisabled />,
    without: { busy: "The button stops the run meanwhile." },
  },
  {
    name: "Stop",
    target: ".agk-send",
    rest: <SendButton {...send} label="Stop" isStop />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Stop, beside Send",
    target: '[data-action="stop"]',
    rest: <SendButton {...send} label="Add to queue" isSendWhileRunning />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Tool",
    target: ".agk-composer-tool",
    rest: <ComposerButton label="Attach files" icon="attach" onPress={ignore} />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Tool, recording",
    target: ".agk-composer-tool",
    rest: (
      <ComposerButton label="Stop recording" icon="record" isPressed time="0:07" onPress={ignore} />
    ),
    without: { disabled: onlyWhileUsable, busy: "The time shows that the recording goes on." },
  },
  {
    name: "Remove an attachment",
    target: ".agk-attachment button",
    rest: <Attached attachment={file} />,
    busy: <Attached attachment={{ ...pending, progress: 0.4 }} />,
    without: { disabled: alwaysUsable },
  },
  {
    name: "Remove a queued message",
    target: ".agk-quiet",
    rest: <QueueButton action="remove" label="Remove" onPress={ignore} />,
    disabled: <QueueButton action="remove" label="Remove" />,
    without: { busy: neverBusy },
  },
  {
    name: "Send a queued message",
    target: ".agk-quiet",
    rest: <QueueButton action="send" label="Send now" onPress={ignore} />,
    disabled: <QueueButton action="send" label="Send now" />,
    without: { busy: neverBusy },
  },
];

/** A suggestion, and the choice of an agent. */
export const suggestionControls: readonly Control[] = [
  {
    name: "Suggestion",
    target: ".agk-suggestion",
    rest: <Suggestions options={{ static: ["Plan a day"] }} />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
];

export const pickerControls: readonly Control[] = [
  {
    name: "Agent",
    target: ".agk-subagent-select",
    rest: (
      <WithCapabilities
        capabilities={{ multiAgent: { subagents: [{ name: "editor" }, { name: "research" }] } }}
      >
        <SubagentPicker />
      </WithCapabilities>
    ),
    without: { pressed: typedInto, disabled: onlyWhileUsable, busy: neverBusy },
  },
];
