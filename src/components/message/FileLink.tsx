import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";

/** @internal */
export interface FileLinkProps {
  readonly name: string;
  readonly href?: string;
  /** File name for saving. Without it, the file opens in a new tab. */
  readonly download?: string;
}

/** @internal Shows the name of a file, as a link when the file has an address. */
export function FileLink({ name, href, download }: FileLinkProps): ReactNode {
  const content = (
    <>
      <Icon name="file" />
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
