import { type ReactNode, useEffect, useRef, useState } from "react";
import type { AttachmentsProps } from "../../settings/composerProps.ts";
import { useClass } from "../../settings/settings.tsx";
import { isExposed, say } from "../../status/liveRegionOwner.ts";
import { useStrings } from "../../strings/useStrings.ts";
import { useFocusComposer } from "../composerFocus.ts";
import { useDraft } from "../draft.ts";
import { AttachmentItem } from "./AttachmentItem.tsx";
import { ToolButton } from "./IconButton.tsx";
import { listNames } from "./limits.ts";
import { asProblem } from "./problem.ts";
import { RecordButton } from "./RecordButton.tsx";
import { useAttach } from "./useAttach.ts";
import { useFileDrop } from "./useFileDrop.ts";

/** Where it is said that a message waits for its files, by what sends it then: by one of however many composers. */
const waitVoices = new WeakMap<object, Element>();

/** What is attached to the message that is being written, and what attaches more. */
export function AttachmentBar({ options, className }: AttachmentsProps): ReactNode {
  const { attachments: words } = useStrings();
  const draft = useDraft();
  const { attachments, problem, isWanted, onReady, update } = draft;
  const { isOffered, accept, canRecord, add, record, remove, retry } = useAttach(draft, options);
  const [said, setSaid] = useState("");
  const [saidToWait, setSaidToWait] = useState<typeof onReady>();
  const input = useRef<HTMLInputElement>(null);
  const status = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const focusComposer = useFocusComposer();
  const listClass = useClass("Attachments", "agk-attachments", className);
  const { length } = attachments;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come last is to be seen
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [length]);

  const attach = (files: readonly File[], folders?: ReadonlySet<File>) => {
    const added = add(files, folders);
    setSaid(added.length > 0 ? words.added(listNames(added, words)) : "");
    if (status.current) focusComposer(status.current);
  };
  useFileDrop(status, {
    isTaken: isOffered,
    hint: words.drop,
    onHover: () => setSaid(words.drop),
    onFiles: attach,
  });

  const failed = attachments.filter(({ error }) => error);
  const isStuck = isWanted && failed.length > 0;
  const failure = words.notUploaded(listNames(failed, words));
  useEffect(() => {
    if (!isStuck) return;
    // It would wait for ever.
    update(({ isWanted }) => (isWanted ? { isWanted: false, problem: asProblem(failure) } : {}));
  }, [isStuck, failure, update]);
  const isWaiting = isWanted && attachments.some(({ part }) => !part);
  useEffect(() => {
    if (!isWaiting || !onReady || !status.current) return;
    const voice = waitVoices.get(onReady);
    if (voice && isExposed(voice)) return;
    waitVoices.set(onReady, status.current);
    setSaidToWait(() => onReady);
  }, [isWaiting, onReady]);
  const isSaidHere = isWaiting && saidToWait === onReady;

  return (
    <>
      {problem && (
        // Another element each time, as the same one would be heard only once.
        <p className="agk-composer-problem" ref={say(problem.id)} key={problem.id}>
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
                setSaid(words.removed(attachment.name));
              }}
            />
          ))}
        </ul>
      )}
      {isWaiting && (
        // Said below, in an element that is there before; by another composer it can be read here.
        <p className="agk-composer-problem" data-waiting aria-hidden={isSaidHere}>
          {words.waiting}
        </p>
      )}
      {isOffered && (
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
        {isSaidHere ? words.waiting : said}
      </span>
    </>
  );
}
