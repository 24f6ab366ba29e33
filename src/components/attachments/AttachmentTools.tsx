import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Draft } from "../composerDraft.ts";
import { useFocusComposer } from "../composerFocus.ts";
import { useStrings } from "../useStrings.ts";
import { AttachmentItem } from "./AttachmentItem.tsx";
import type { MediaKind } from "./accepted.ts";
import type { Attachment } from "./attachment.ts";
import { RecordButton } from "./RecordButton.tsx";
import { acceptOf } from "./readFile.ts";
import { ToolButton } from "./ToolButton.tsx";
import { useAttach } from "./useAttach.ts";

interface AttachmentToolsProps {
  readonly kinds: readonly MediaKind[];
  readonly draft: Draft;
}

/** What is attached to the message that is being written, and the buttons that attach more. */
export function AttachmentTools({ kinds, draft }: AttachmentToolsProps): ReactNode {
  const { attachments: words } = useStrings();
  const { attachments, problem, update } = draft;
  const [said, setSaid] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const focusComposer = useFocusComposer();
  const list = useRef<HTMLUListElement>(null);
  const { length } = attachments;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come last is to be seen
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [length]);
  const { attachFiles, attachRecording } = useAttach(draft, kinds);

  const remove = ({ id, name }: Attachment) => {
    update((before) => ({
      attachments: before.attachments.filter((one) => one.id !== id),
      problem: undefined,
      isWanted: false,
    }));
    setSaid(words.removed(name));
  };

  return (
    <>
      {problem !== undefined && (
        <p className="agk-composer-problem" role="alert">
          {problem}
        </p>
      )}
      {length > 0 && (
        <ul
          className="agk-attachments"
          // biome-ignore lint/a11y/noRedundantRoles: a list without marks is none to VoiceOver
          role="list"
          ref={list}
          aria-label={words.label}
        >
          {attachments.map((attachment) => (
            <AttachmentItem
              key={attachment.id}
              attachment={attachment}
              onRemove={() => remove(attachment)}
            />
          ))}
        </ul>
      )}
      {kinds.length > 0 && (
        <>
          <ToolButton
            label={words.attach}
            path="M8 3v10M3 8h10"
            onPress={() => input.current?.click()}
          />
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={acceptOf(kinds)}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              attachFiles(files);
              setSaid(files.map(({ name }) => words.added(name)).join(". "));
              // So that the same file can be chosen again after it was removed.
              target.value = "";
              focusComposer(target);
            }}
          />
        </>
      )}
      {kinds.includes("audio") && <RecordButton draft={draft} onRecording={attachRecording} />}
      <span className="agk-sr-only" role="status">
        {said}
      </span>
    </>
  );
}
