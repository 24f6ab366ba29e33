import type { ReactNode } from "react";
import { compareDocuments, paragraphsOf, type TextChange } from "../../document.ts";
import { SidePanel } from "../SidePanel.tsx";
import { useDocumentDraft } from "./DraftProvider.tsx";

const words = {
  writing: "Writing draft…",
  waiting: "Draft needs your review",
  settled: "Accepted",
} as const;

/** Renders the document beside the conversation, or the draft that may replace it. */
export function DocumentPanel(): ReactNode {
  const { status, text, before } = useDocumentDraft();
  const isEmpty = text === "";
  const state = isEmpty ? "empty" : words[status];
  return (
    <SidePanel label="Document" summary={state.toLowerCase()} isOpen>
      <div className="document" data-status={status}>
        <p className="document-status" data-status={isEmpty ? "empty" : status}>
          {isEmpty ? "Empty" : state}
        </p>
        {isEmpty ? (
          <div className="panel-empty">
            <p>Ask for a text and watch it appear here.</p>
          </div>
        ) : status === "waiting" ? (
          <Compared before={before} after={text} />
        ) : (
          <Paragraphs text={text} />
        )}
      </div>
    </SidePanel>
  );
}

function Paragraphs({ text }: { readonly text: string }): ReactNode {
  return paragraphsOf(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a growing paragraph is identified by its position
    <p key={index}>{paragraph}</p>
  ));
}

function Compared({ before, after }: { readonly before: string; readonly after: string }) {
  const isNew = before === "";
  return compareDocuments(before, after).map((change, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: compared paragraphs never move
    <p key={index} data-change={isNew ? "same" : change.kind}>
      <Marked change={change} isNew={isNew} />
    </p>
  ));
}

/** Marks a change with `ins` or `del`, because color alone is not accessible. */
function Marked({ change, isNew }: { readonly change: TextChange; readonly isNew: boolean }) {
  if (isNew || change.kind === "same") return change.text;
  return change.kind === "added" ? <ins>{change.text}</ins> : <del>{change.text}</del>;
}
