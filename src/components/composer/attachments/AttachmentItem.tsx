import { type ReactNode, useEffect, useState } from "react";
import { useStrings } from "../../strings/useStrings.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useFocusComposer } from "../composerFocus.ts";
import type { Attachment } from "./attachment.ts";
import { IconButton } from "./IconButton.tsx";
import { partTypeOf } from "./readFile.ts";

interface AttachmentItemProps {
  readonly attachment: Attachment;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

/** One file: an image or sound to look at and hear, with its name, its size, and how far it is. */
export function AttachmentItem({ attachment, onRemove, onRetry }: AttachmentItemProps): ReactNode {
  const { attachments: words } = useStrings();
  const { name, file, part, error, progress } = attachment;
  const focusComposer = useFocusComposer();
  const isPending = !part && !error;
  return (
    <li
      className="agk-attachment"
      data-type={file && partTypeOf(file)}
      data-status={isPending ? "pending" : part ? "ready" : "failed"}
      aria-busy={isPending}
    >
      <Preview file={file} name={name} />
      {/* Of the direction of its name, so that what is cut is its end. */}
      <span className="agk-attachment-name" dir="auto" title={name}>
        {name}
        {/* How large a recording will be is not known before it has ended. */}
        {file && (
          <small className="agk-label">{error ? words.failed : words.size(file.size)}</small>
        )}
        {isPending && file && (
          <progress className="agk-progress" value={progress} aria-label={words.uploading(name)} />
        )}
      </span>
      {error && (
        <IconButton
          label={words.retry(name)}
          path="M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5"
          onPress={(button) => {
            // It goes, and the one beside it stays.
            button.closest("li")?.querySelector<HTMLElement>("button:last-child")?.focus();
            onRetry();
          }}
        />
      )}
      <button
        type="button"
        className="agk-composer-tool"
        aria-label={words.remove(name)}
        title={words.remove(name)}
        onClick={({ currentTarget, detail }) => {
          // The second half of a double click falls on what has come into the place of the first.
          if (detail > 1) return;
          const item = currentTarget.closest("li");
          const next = item?.nextElementSibling ?? item?.previousElementSibling;
          if (next) next.querySelector<HTMLElement>("button:last-child")?.focus();
          else focusComposer(currentTarget);
          onRemove();
        }}
      >
        <Icon name="cross" />
      </button>
    </li>
  );
}

interface PreviewProps {
  readonly file: File | undefined;
  readonly name: string;
}

function Preview({ file, name }: PreviewProps): ReactNode {
  const type = file && partTypeOf(file);
  const url = useObjectUrl(type === "image" || type === "audio" ? file : undefined);
  const [brokenFile, setBroken] = useState<File>();
  const onError = () => setBroken(file);
  // Some pictures only other programs can show, and some pages may not show any.
  if (url === undefined || brokenFile === file) return <Icon name="file" />;
  // Its name stands beside it.
  if (type === "image") return <img src={url} alt="" onError={onError} />;
  // biome-ignore lint/a11y/useMediaCaption: it is the person's own
  return <audio src={url} controls preload="metadata" aria-label={name} onError={onError} />;
}

/** An address by which this page can show a file; taken back when nothing shows it any more. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(objectUrl);
    };
  }, [file]);
  return url;
}
