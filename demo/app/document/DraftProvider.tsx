import { usePredictedKeys, useSharedState, useSnapshot } from "agui-kit";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { readDocument } from "../../document.ts";
import { selectProposal } from "./selectProposal.ts";

/** Document as the user sees it. */
export interface Draft {
  /** Status of the text: only a `settled` text is the accepted document. */
  readonly status: "writing" | "waiting" | "settled";
  readonly text: string;
  /** Document before the draft. */
  readonly before: string;
}

const DraftContext = createContext<Draft>({ status: "settled", text: "", before: "" });

/** Returns the draft of the nearest conversation. */
export function useDocumentDraft(): Draft {
  return useContext(DraftContext);
}

/** Provides the document of a conversation and its drafts to the panel and the review. */
export function DraftProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const confirmed = useSnapshot(({ state }) => readDocument(state)) ?? "";
  const visible = useSharedState(readDocument) ?? "";
  const isPredicted = usePredictedKeys().includes("document");
  const proposed = useSnapshot(({ messages }) => selectProposal(messages));
  const [before, setBefore] = useState(confirmed);
  // Remembers the document before the draft, because some agents write into the state before they
  // ask.
  if (isPredicted && before !== confirmed) setBefore(confirmed);
  const draft = useMemo((): Draft => {
    if (isPredicted) return { status: "writing", text: visible, before: confirmed };
    if (proposed === undefined) return { status: "settled", text: visible, before: visible };
    const text = proposed || visible;
    return { status: "waiting", text, before: text === confirmed ? before : confirmed };
  }, [isPredicted, visible, confirmed, proposed, before]);
  return <DraftContext.Provider value={draft}>{children}</DraftContext.Provider>;
}
