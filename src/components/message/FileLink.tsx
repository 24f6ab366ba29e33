import type { ReactNode } from "react";
import { FileIcon } from "../ui/FileIcon.tsx";

/** @internal */
export interface FileLinkProps {
  readonly name: string;
  readonly href?: string;
  /** The name to save it under; else it opens in a tab of its own. */
  readonly download?: string;
}

/** @internal A file by its name, which leads to it where it can. */
export function FileLink({ name, href, download }: FileLinkProps): ReactNode {
  const content = (
    <>
      <FileIcon />
      {name}
    </>
  );
  if (href === undefined) return <span className="agk-file">{content}</span>;
  return download === undefined ? (
    <a className="agk-file" href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  ) : (
    <a className="agk-file" href={href} download={download}>
      {content}
    </a>
  );
}
