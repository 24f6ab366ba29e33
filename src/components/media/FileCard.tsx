import { type ReactNode, useId } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";

interface FileCardProps {
  readonly name: string;
  readonly mimeType?: string | undefined;
  /** Size in bytes, if it is known. */
  readonly size?: number | undefined;
  /** Address of the file. Without it, the card is no link. */
  readonly href?: string | undefined;
  /** True when the link saves the file; otherwise it opens in a new tab. @defaultValue false */
  readonly isDownload?: boolean;
}

/** @internal Shows a file with the icon of its kind, its name, its type and its size: as a link if it has an address. */
export function FileCard(props: FileCardProps): ReactNode {
  const { name, size, href, isDownload = false } = props;
  const { attachments: strings } = useStrings();
  const detailsId = useId();
  const details = [typeOf(props), size !== undefined && strings.size(size)].filter(Boolean);
  const content = (
    <>
      <span className="agk-file-icon">
        <Icon name={fileIconOf(props)} />
      </span>
      <span className="agk-file-text">
        <FileName name={name} />
        {details.length > 0 && (
          // Describes the link, so it is no part of the name of the link.
          <small id={detailsId} aria-hidden={href !== undefined}>
            {details.join(" · ")}
          </small>
        )}
      </span>
    </>
  );
  if (href === undefined) return <span className="agk-file">{content}</span>;
  const target = isDownload ? { download: name } : { target: "_blank", rel: "noopener noreferrer" };
  return (
    <a
      className="agk-file"
      href={href}
      {...target}
      aria-describedby={details.length > 0 ? detailsId : undefined}
    >
      {content}
      <Icon name={isDownload ? "download" : "openFile"} />
    </a>
  );
}

/** Number of characters at the end of a long name that stay visible, with the extension. */
const END = 10;

/** @internal Shows a name in one line. A long one is cut in the middle, because its end has the type and often a number. */
export function FileName({ name }: Pick<FileCardProps, "name">): ReactNode {
  const characters = [...name];
  if (characters.length <= 3 * END) {
    return (
      <span className="agk-file-name" dir="auto">
        {name}
      </span>
    );
  }
  return (
    <>
      <span className="agk-sr-only">{name}</span>
      <span className="agk-file-name" dir="auto" aria-hidden="true" title={name}>
        <span>{characters.slice(0, -END).join("")}</span>
        <span>{characters.slice(-END).join("")}</span>
      </span>
    </>
  );
}

/** Icons by media type, or by the extension of the name. */
const ICONS: readonly (readonly [pattern: RegExp, icon: IconName])[] = [
  [/^image\/|\.(avif|gif|hei[cf]|jpe?g|png|svg|webp)$/i, "fileImage"],
  [/^audio\/|\.(aac|flac|m4a|mp3|ogg|opus|wav)$/i, "fileAudio"],
  [/^video\/|\.(avi|m4v|mkv|mov|mp4|webm)$/i, "fileVideo"],
  [/csv|spreadsheet|excel|\.(csv|ods|tsv|xlsx?)$/i, "fileTable"],
  [/zip|compressed|\.(7z|gz|rar|tar|zip)$/i, "fileArchive"],
  [/^text\/|pdf|word|\.(docx?|md|odt|pdf|rtf|txt)$/i, "fileText"],
];

/** @internal Returns the icon of a file by its media type, or by its name when the type is unknown. */
export function fileIconOf({ name, mimeType }: Pick<FileCardProps, "name" | "mimeType">): IconName {
  const find = (text = "") => ICONS.find(([pattern]) => pattern.test(text))?.[1];
  return find(mimeType) ?? find(name) ?? "file";
}

/** Returns the type as users write it, such as PDF: the extension of the name, or the end of a short media type. */
function typeOf({ name, mimeType = "" }: FileCardProps): string | undefined {
  const type = /\.([a-z\d]{1,5})$/i.exec(name) ?? /\/([a-z\d]{1,5})$/i.exec(mimeType);
  return type?.[1]?.toUpperCase();
}
