import type { ReactNode } from "react";
import { AttachmentItem } from "../../src/components/composer/attachments/AttachmentItem.tsx";
import type { Attachment } from "../../src/components/composer/attachments/attachment.ts";
import { ComposerButton } from "../../src/components/composer/attachments/ComposerButton.tsx";
import { QueueEditor } from "../../src/components/queue/QueueEditor.tsx";
import { QueueButton, QueueItem } from "../../src/components/queue/QueueItem.tsx";
import { alwaysUsable, neverBusy, onlyWhileUsable, typedInto } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";

const ignore = () => {};
const always = { disabled: alwaysUsable, busy: neverBusy };
const message = { id: "queued", content: "And where is a good place for dinner?" };

function Queued({ isEditing = false }: { readonly isEditing?: boolean }): ReactNode {
  return (
    <div className="agk-queue">
      <ul className="agk-queue-list">
        {isEditing ? (
          <QueueEditor message={message} onSave={async () => true} onClose={ignore} />
        ) : (
          <QueueItem
            message={message}
            index={0}
            count={2}
            onEdit={ignore}
            onMove={ignore}
            onSend={ignore}
            onRemove={ignore}
          />
        )}
      </ul>
    </div>
  );
}

/** The messages of a queue, their buttons and their editor. */
export const queueControls: readonly Control[] = [
  { name: "Queued text", target: ".agk-queue-edit", rest: <Queued />, without: always },
  {
    name: "Send now",
    target: '[data-action="send"]',
    rest: <Queued />,
    disabled: <QueueButton action="send" label="Answer the question first" />,
    without: { busy: neverBusy },
  },
  { name: "Remove", target: '[data-action="remove"]', rest: <Queued />, without: always },
  { name: "Menu", target: '[data-action="more"]', rest: <Queued />, without: always },
  {
    name: "Editor",
    target: ".agk-textarea",
    frame: ".agk-queue-item",
    rest: <Queued isEditing />,
    without: { ...always, pressed: typedInto },
  },
  {
    name: "Save",
    target: '[data-action="save"]',
    rest: <Queued isEditing />,
    disabled: <QueueButton action="save" label="Save" />,
    without: { busy: neverBusy },
  },
  { name: "Cancel", target: '[data-action="cancel"]', rest: <Queued isEditing />, without: always },
  {
    name: "Dismiss a problem",
    target: ".agk-quiet",
    rest: <QueueButton action="dismiss" label="Dismiss" onPress={ignore} />,
    without: always,
  },
];

const file = new File(["Lisbon to Porto"], "route.pdf", { type: "application/pdf" });

const attachment: Attachment = {
  id: "file",
  name: "route.pdf",
  file,
  controller: new AbortController(),
  part: { type: "document", source: { type: "url", value: "/route.pdf" } },
};
const { part: _, ...pending } = attachment;

function Attached(props: { readonly attachment: Attachment }): ReactNode {
  return (
    <ul className="agk-attachments">
      <AttachmentItem {...props} onRemove={ignore} onRetry={ignore} />
    </ul>
  );
}

/** The buttons of attachments. */
export const attachmentControls: readonly Control[] = [
  {
    name: "Attach files",
    target: ".agk-composer-tool",
    rest: <ComposerButton label="Attach files" icon="attach" onPress={ignore} />,
    without: { disabled: onlyWhileUsable, busy: neverBusy },
  },
  {
    name: "Remove",
    target: ".agk-attachment button",
    rest: <Attached attachment={attachment} />,
    busy: <Attached attachment={{ ...pending, progress: 0.4 }} />,
    without: { disabled: alwaysUsable },
  },
  {
    name: "Try again",
    target: ".agk-attachment button",
    rest: <Attached attachment={{ ...pending, error: new Error("503") }} />,
    without: { disabled: onlyWhileUsable, busy: "The upload shows its progress." },
  },
];

/** The button that takes down what the user says. */
export const dictationControls: readonly Control[] = [
  {
    name: "Dictate",
    target: ".agk-composer-tool",
    rest: <ComposerButton label="Dictate" icon="dictate" isPressed={false} onPress={ignore} />,
    without: always,
  },
  {
    name: "Dictate, listening",
    target: ".agk-composer-tool",
    rest: <ComposerButton label="Dictate" icon="dictate" isPressed onPress={ignore} />,
    without: { disabled: alwaysUsable, busy: "Its color shows that it listens." },
  },
];

/** The button that records audio. */
export const recordingControls: readonly Control[] = [
  {
    name: "Record",
    target: ".agk-composer-tool",
    rest: <ComposerButton label="Record" icon="record" isPressed={false} onPress={ignore} />,
    without: always,
  },
  {
    name: "Recording",
    target: ".agk-composer-tool",
    rest: (
      <ComposerButton label="Stop recording" icon="record" isPressed time="0:07" onPress={ignore} />
    ),
    without: { disabled: alwaysUsable, busy: "The time shows that the recording goes on." },
  },
];
