import { type ReactNode, type RefObject, useContext } from "react";
import { downloadText } from "../../ui/downloadText.ts";
import { BlockButton } from "../BlockButton.tsx";
import { CopyBlockButton } from "../CopyBlockButton.tsx";
import { MarkdownContext } from "../markdownContext.ts";
import { codeBeside, type HighlightRequest, useHighlight } from "./useHighlight.ts";

/** Extensions of files, by the name of a language that is not an extension itself. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["bash", "sh"],
  ["c++", "cpp"],
  ["c#", "cs"],
  ["csharp", "cs"],
  ["javascript", "js"],
  ["kotlin", "kt"],
  ["markdown", "md"],
  ["perl", "pl"],
  ["python", "py"],
  ["ruby", "rb"],
  ["rust", "rs"],
  ["shell", "sh"],
  ["typescript", "ts"],
  ["zsh", "sh"],
]);

export interface CodeToolsProps extends HighlightRequest {
  /** The code block, with these buttons. */
  block: RefObject<Element | null>;
  /** The text after the opening fence, which may name a file. */
  info: string;
  isWrapped: boolean;
  onWrap: (isWrapped: boolean) => void;
}

/** Renders the buttons of a code block, which wrap its long lines, download it and copy it, and highlights the code. */
export function CodeTools(props: CodeToolsProps): ReactNode {
  const { block, text, language, info, isWrapped, onWrap } = props;
  const { labels } = useContext(MarkdownContext);
  useHighlight(props, block);
  return (
    <>
      <BlockButton
        icon="wrap"
        label={labels.wrap}
        isPressed={isWrapped}
        onPress={() => onWrap(!isWrapped)}
      />
      <BlockButton
        icon="download"
        label={labels.download}
        onPress={() => downloadText(text, codeFileName(language, info))}
      />
      <CopyBlockButton copy={() => navigator.clipboard.writeText(text)} findText={codeBeside} />
    </>
  );
}

/**
 * Returns the name of the file in which a code block is downloaded.
 *
 * @param info - The text after the opening fence. A file that it names, as in `title="src/a.ts"`, gives the name.
 */
export function codeFileName(language: string, info: string): string {
  const path = /\b(?:title|file|filename)=(?:"([^"]*)"|'([^']*)'|(\S+))/.exec(info);
  const [named] = /[^\\/]*$/.exec(path?.slice(1).find(Boolean) ?? "") ?? [];
  // Other characters have a meaning in the paths of some system, or are not visible.
  if (named && /^\w[\w.+@-]*$/.test(named)) return named;
  const name = language.toLowerCase();
  const extension = EXTENSIONS.get(name) ?? (/^[a-z]\w{0,5}$/.test(name) ? name : "txt");
  return `code.${extension}`;
}
