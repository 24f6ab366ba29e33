import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AttachmentsProps } from "../../settings/composerProps.ts";
import { useClassName } from "../../settings/settings.tsx";
import { announceOnce, isExposed } from "../../status/liveRegionOwner.ts";
import { useStrings } from "../../strings/useStrings.ts";
import { useFocusComposer } from "../composerFocus.ts";
import { useDraft } from "../draft.ts";
import { AttachmentItem } from "./AttachmentItem.tsx";
import { IconButton } from "./IconButton.tsx";
import { createProblem, listNames } from "./limits.ts";
import { RecordButton } from "./RecordButton.tsx";
import { useAttach } from "./useAttach.ts";
import { useFileDrop } from "./useFileDrop.ts";

/** Where it is said that a message waits for its files, by what sends it then: by one of however many composers. */
const waitAnnouncers = new WeakMap<object, Element>();

/** What is attached to the message that is being written, and what attaches more. */
export function AttachmentBar({ options, className }: AttachmentsProps): ReactNode {
  const { attachments: words } = useStrings();
  const draft = useDraft();
  const { attachments, problem, isSendPending, onReady, update } = draft;
  const { canAttach, accept, canRecord, add, record, remove, retry } = useAttach(draft, options);
  const [announcement, setAnnouncement] = useState("");
  const [announcedWait, setAnnouncedWait] = useState<typeof onReady>();
  const input = useRef<HTMLInputElement>(null);
  const status = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const focusComposer = useFocusComposer();
  const listClass = useClassName("Attachments", "agk-attachments", className);
  const { length } = attachments;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come last is to be seen
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [length]);

  const attach = (files: readonly File[], folders?: ReadonlySet<File>) => {
    const added = add(files, folders);
    setAnnouncement(added.length > 0 ? words.added(listNames(added, words)) : "");
    if (status.current) focusComposer(status.current);
  };
  useFileDrop(status, {
    isEnabled: canAttach,
    hint: words.drop,
    onHover: () => setAnnouncement(words.drop),
    onFiles: attach,
  });

  const failed = attachments.filter(({ error }) => error);
  const hasFailedUpload = isSendPending && failed.length > 0;
  const failure = words.notUploaded(listNames(failed, words));
  useEffect(() => {
    if (!hasFailedUpload) return;
    // It would wait for ever.
    update(({ isSendPending }) =>
      isSendPending ? { isSendPending: false, problem: createProblem(failure) } : {},
    );
  }, [hasFailedUpload, failure, update]);
  const isWaiting = isSendPending && attachments.some(({ part }) => !part);
  useEffect(() => {
    if (!isWaiting || !onReady || !status.current) return;
    const announcer = waitAnnouncers.get(onReady);
    if (announcer && isExposed(announcer)) return;
    waitAnnouncers.set(onReady, status.current);
    setAnnouncedWait(() => onReady);
  }, [isWaiting, onReady]);
  const announcesWait = isWaiting && announcedWait === onReady;

  return (
    <>
      {problem && (
        // Another element each time, as the same one would be heard only once.
        <p className="agk-composer-problem" ref={announceOnce(problem.id)} key={problem.id}>
          {problem.text}
        </p>
      )}
      {length > 0 && (
        <ul
          className={listClass}
          // biome-ignore lint/a11y/noRedundantRoles: a list without marks is none to VoiceOver
          role="list"
          ref={list}
          aria-label={words.label}
        >
          {attachments.map((attachment) => (
            <AttachmentItem
              key={attachment.id}
              attachment={attachment}
              onRetry={() => retry(attachment.id)}
              onRemove={() => {
                remove(attachment.id);
                setAnnouncement(words.removed(attachment.name));
              }}
            />
          ))}
        </ul>
      )}
      {isWaiting && (
        // Said below, in an element that is there before; by another composer it can be read here.
        <p className="agk-composer-problem" data-waiting aria-hidden={announcesWait}>
          {words.waiting}
        </p>
      )}
      {canAttach && (
        <>
          <IconButton
            label={words.attach}
            path="M8 3v10M3 8h10"
            onPress={() => input.current?.click()}
          />
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={accept}
            onChange={({ target }) => {
              attach([...(target.files ?? [])]);
              // So that the same file can be chosen again after it was removed.
              target.value = "";
            }}
          />
        </>
      )}
      {canRecord && <RecordButton draft={draft} onRecord={record} />}
      <span className="agk-sr-only" role="status" ref={status}>
        {announcesWait ? words.waiting : announcement}
      </span>
    </>
  );
}
