import type { ReactNode } from "react";
import { useFocusComposer } from "../composerFocus.ts";
import { FileIcon } from "../FileIcon.tsx";
import { Icon } from "../Icon.tsx";
import { MediaPart } from "../MediaPart.tsx";
import { imageSource } from "../markdown/links.ts";
import { useStrings } from "../useStrings.ts";
import type { Attachment } from "./attachment.ts";

interface AttachmentItemProps {
  readonly attachment: Attachment;
  readonly onRemove: () => void;
}

/** One file: an image or sound to look at and hear, else its name. */
export function AttachmentItem({ attachment, onRemove }: AttachmentItemProps): ReactNode {
  const { attachments: words } = useStrings();
  const { name, part } = attachment;
  const focusComposer = useFocusComposer();
  return (
    <li className="agk-attachment" data-type={part?.type} aria-busy={part === undefined}>
      <Preview part={part} />
      <span className="agk-attachment-name" title={name}>
        <bdi>{name}</bdi>
      </span>
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
          if (next) next.querySelector("button")?.focus();
          else focusComposer(currentTarget);
          onRemove();
        }}
      >
        <Icon name="cross" />
      </button>
    </li>
  );
}

function Preview({ part }: { readonly part: Attachment["part"] | undefined }): ReactNode {
  if (part?.type === "audio") return <MediaPart part={part} />;
  const picture = part?.type === "image" && part.source.type === "data" && part.source;
  const source = picture && imageSource(`data:${picture.mimeType};base64,${picture.value}`);
  // Its name stands beside it.
  return source ? <img src={source.src} alt="" /> : <FileIcon />;
}
