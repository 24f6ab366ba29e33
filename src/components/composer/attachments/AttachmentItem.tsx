import { type ReactNode, useEffect, useState } from "react";
import { AudioPlayer } from "../../media/AudioPlayer.tsx";
import { FileName, fileIconOf } from "../../media/FileCard.tsx";
import { useStrings } from "../../strings/useStrings.ts";
import { IconButton } from "../../tooltip/IconButton.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { useFocusComposer } from "../composerFocus.ts";
import type { Attachment } from "./attachment.ts";
import { ComposerButton } from "./ComposerButton.tsx";
import { partTypeOf } from "./readFile.ts";

interface AttachmentItemProps {
  readonly attachment: Attachment;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

/** Renders one attachment: a preview of images and audio, its name, size and progress. */
export function AttachmentItem({ attachment, onRemove, onRetry }: AttachmentItemProps): ReactNode {
  const { attachments: strings } = useStrings();
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
      {/* The direction of the name decides which end is truncated. */}
      <span className="agk-attachment-name" dir="auto" title={name}>
        <FileName name={name} />
        {/* A recording has no size before it ends. */}
        {file && (
          <small className="agk-label">{error ? strings.failed : strings.size(file.size)}</small>
        )}
        {isPending && file && (
          <progress
            className="agk-progress"
            value={progress}
            aria-label={strings.uploading(name)}
          />
        )}
      </span>
      {error && (
        <ComposerButton
          label={strings.retry(name)}
          icon="retry"
          onPress={(button) => {
            // The retry button unmounts, and the remove button beside it stays.
            button.closest("li")?.querySelector<HTMLElement>("button:last-child")?.focus();
            onRetry();
          }}
        />
      )}
      <IconButton
        className="agk-composer-tool"
        label={strings.remove(name)}
        onClick={({ currentTarget, detail }) => {
          // The second click of a double click hits the item that moved to the position of the removed one.
          if (detail > 1) return;
          const item = currentTarget.closest("li");
          const next = item?.nextElementSibling ?? item?.previousElementSibling;
          if (next) next.querySelector<HTMLElement>("button:last-child")?.focus();
          else focusComposer(currentTarget);
          onRemove();
        }}
      >
        <Icon name="remove" />
      </IconButton>
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
  // The browser may not support the format, and a content security policy may block object URLs.
  if (url === undefined || brokenFile === file) {
    return <Icon name={fileIconOf({ name, mimeType: file?.type })} />;
  }
  // The name is beside the image.
  if (type === "image") return <img src={url} alt="" onError={onError} />;
  return <AudioPlayer src={url} name={name} onError={onError} />;
}

/** Returns an object URL for a file, which is revoked on unmount. */
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
