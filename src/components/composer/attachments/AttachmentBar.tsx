import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AttachmentsProps } from "../../settings/composerPartProps.ts";
import { useClassName } from "../../settings/settings.tsx";
import { announceOnce, isExposed } from "../../status/liveRegionOwner.ts";
import { useStrings } from "../../strings/useStrings.ts";
import { useFocusComposer } from "../composerFocus.ts";
import { useDraft } from "../draft.ts";
import { AttachmentItem } from "./AttachmentItem.tsx";
import { ComposerButton } from "./ComposerButton.tsx";
import { createProblem, listNames } from "./limits.ts";
import { RecordButton } from "./RecordButton.tsx";
import { useAttach } from "./useAttach.ts";
import { useFileDrop } from "./useFileDrop.ts";

/** Status elements that announce a waiting message, by its `onReady`: one of several composers announces. */
const waitAnnouncers = new WeakMap<object, Element>();

/** Renders the attachments of the draft, and the buttons that add files and recordings. */
export function AttachmentBar({ options, className }: AttachmentsProps): ReactNode {
  const { attachments: strings } = useStrings();
  const draft = useDraft();
  const { attachments, problem, isSendPending, onReady, updateDraft } = draft;
  const { canAttach, accept, canRecord, add, record, remove, retry } = useAttach(draft, options);
  const [announcement, setAnnouncement] = useState("");
  const [announcedWait, setAnnouncedWait] = useState<typeof onReady>();
  const input = useRef<HTMLInputElement>(null);
  const status = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const focusComposer = useFocusComposer();
  const listClass = useClassName("Attachments", "agk-attachments", className);
  const { length } = attachments;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest attachment when the number changes
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [length]);

  const attach = (files: readonly File[], folders?: ReadonlySet<File>) => {
    const added = add(files, folders);
    setAnnouncement(added.length > 0 ? strings.added(listNames(added, strings)) : "");
    if (status.current) focusComposer(status.current);
  };
  useFileDrop(status, {
    isEnabled: canAttach,
    hint: strings.drop,
    onHover: () => setAnnouncement(strings.drop),
    onFiles: attach,
  });

  const failed = attachments.filter(({ error }) => error);
  const hasFailedUpload = isSendPending && failed.length > 0;
  const failure = strings.uploadFailed(listNames(failed, strings));
  useEffect(() => {
    if (!hasFailedUpload) return;
    // Without the failed file the message would wait forever.
    updateDraft(({ isSendPending }) =>
      isSendPending ? { isSendPending: false, problem: createProblem(failure) } : {},
    );
  }, [hasFailedUpload, failure, updateDraft]);
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
        // A new key for each problem, because screen readers announce only new elements.
        <p className="agk-composer-problem" ref={announceOnce(problem.id)} key={problem.id}>
          {problem.text}
        </p>
      )}
      {length > 0 && (
        <ul
          className={listClass}
          // biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers unless they have a role
          role="list"
          ref={list}
          aria-label={strings.label}
        >
          {attachments.map((attachment) => (
            <AttachmentItem
              key={attachment.id}
              attachment={attachment}
              onRetry={() => retry(attachment.id)}
              onRemove={() => {
                remove(attachment.id);
                setAnnouncement(strings.removed(attachment.name));
              }}
            />
          ))}
        </ul>
      )}
      {isWaiting && (
        // Announced by the status element below, or by another composer of the thread.
        <p className="agk-composer-problem" data-waiting aria-hidden={announcesWait}>
          {strings.waiting}
        </p>
      )}
      {canAttach && (
        <>
          <ComposerButton
            label={strings.attach}
            icon="attach"
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
              // Lets the user choose the same file again after removing it.
              target.value = "";
            }}
          />
        </>
      )}
      {canRecord && <RecordButton draft={draft} onRecord={record} />}
      <span className="agk-sr-only" role="status" ref={status}>
        {announcesWait ? strings.waiting : announcement}
      </span>
    </>
  );
}
