import { type ToolRenderProps, useHumanTool, useSharedState } from "agui-kit";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { compareDocuments } from "../../document.ts";
import { confirmChangesTool, writeDocumentTool } from "../../pageTools.ts";
import { useDocumentDraft } from "./DraftProvider.tsx";

/** Result of a review, as the agent reads it. */
interface Verdict {
  readonly accepted: boolean;
}

type ReviewProps = ToolRenderProps<unknown, Verdict>;

/** Lets the user accept or reject the agent's draft. */
export function useReviewDocument(agentId?: string): void {
  const whose = agentId === undefined ? {} : { agentId };
  useHumanTool<{ document: string }, Verdict>({
    ...writeDocumentTool,
    ...whose,
    render: (props) => <Review {...props} />,
  });
  useHumanTool<Record<string, never>, Verdict>({
    ...confirmChangesTool,
    ...whose,
    render: (props) => <Review {...props} />,
  });
}

function Review({ status, result, respond }: Pick<ReviewProps, "status" | "result" | "respond">) {
  const draft = useDocumentDraft();
  const [document = "", setDocument] = useSharedState<string>("/document");
  const titleId = useId();
  const verdict = useRef<HTMLParagraphElement>(null);
  const hasAnswered = useRef(false);
  useLayoutEffect(() => {
    // Focuses the result, because the focused buttons are no longer rendered.
    if (hasAnswered.current && status !== "waiting") {
      hasAnswered.current = false;
      verdict.current?.focus();
    }
  }, [status]);
  const answer = (accepted: boolean) => {
    hasAnswered.current = true;
    const next = accepted ? draft.text : draft.before;
    // Updates the page immediately; the agent receives the document with the answer.
    if (next !== document) setDocument(next);
    void respond({ accepted });
  };
  if (status === "waiting") {
    return (
      <section className="card review" aria-labelledby={titleId}>
        <p className="card-title" id={titleId}>
          Accept this draft?
        </p>
        <p className="card-note">{countChanges(draft.before, draft.text)}</p>
        <div className="card-buttons">
          <button type="button" className="main-button" onClick={() => answer(true)}>
            Accept
          </button>
          <button type="button" className="plain-button" onClick={() => answer(false)}>
            Reject
          </button>
        </div>
      </section>
    );
  }
  return (
    <p className="review-line" tabIndex={-1} ref={verdict}>
      {status === "complete" && result
        ? result.accepted
          ? "✓ You accepted the draft"
          : "✕ You rejected the draft"
        : status === "denied" || status === "failed"
          ? "✕ The draft was discarded"
          : "✎ Writing the document…"}
    </p>
  );
}

function countChanges(before: string, after: string): ReactNode {
  const changes = compareDocuments(before, after);
  const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
  const [added, removed] = [count("added"), count("removed")];
  const paragraphs = (number: number) => (number === 1 ? "1 paragraph" : `${number} paragraphs`);
  if (before === "") {
    // The first added paragraph is the title, unless it is the only one.
    const what = added > 1 ? `a title and ${paragraphs(added - 1)}` : paragraphs(added);
    return `A new document: ${what}.`;
  }
  if (added + removed === 0) return "No changes to the document.";
  const parts = [added > 0 && `${paragraphs(added)} added`, removed > 0 && `${removed} removed`];
  return `${parts.filter(Boolean).join(", ")}. The document highlights them.`;
}
