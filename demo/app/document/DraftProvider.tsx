import { usePredictedKeys, useSharedState, useSnapshot } from "agui-kit";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { readDocument } from "../../document.ts";
import { selectProposal } from "./selectProposal.ts";

/** The document as the person sees it. */
export interface Draft {
  /** While it is written or waits for the person, what is there is not the document yet. */
  readonly status: "writing" | "waiting" | "settled";
  readonly text: string;
  /** What the document was before. */
  readonly before: string;
}

const DraftContext = createContext<Draft>({ status: "settled", text: "", before: "" });

/** The draft of the conversation around. */
export function useDraft(): Draft {
  return useContext(DraftContext);
}

/** Follows the document of a conversation through its drafts, for the panel and for the question. */
export function DraftProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const confirmed = useSnapshot(({ state }) => readDocument(state)) ?? "";
  const visible = useSharedState(readDocument) ?? "";
  const isPredicted = usePredictedKeys().includes("document");
  const proposed = useSnapshot(({ messages }) => selectProposal(messages));
  const [before, setBefore] = useState(confirmed);
  // What there was when the writing began: some agents write into the state before they ask.
  if (isPredicted && before !== confirmed) setBefore(confirmed);
  const draft = useMemo((): Draft => {
    if (isPredicted) return { status: "writing", text: visible, before: confirmed };
    if (proposed === undefined) return { status: "settled", text: visible, before: visible };
    const text = proposed || visible;
    return { status: "waiting", text, before: text === confirmed ? before : confirmed };
  }, [isPredicted, visible, confirmed, proposed, before]);
  return <DraftContext.Provider value={draft}>{children}</DraftContext.Provider>;
}
