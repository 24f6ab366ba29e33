import { useReviewDocument } from "../document/useReviewDocument.tsx";
import { useProgressCards } from "../progress/useProgressCards.tsx";
import { useResearchCards } from "../research/useResearchCards.tsx";
import { useDrawPicture } from "./useDrawPicture.tsx";
import { useFlightCards } from "./useFlightCards.tsx";
import { usePickSeat } from "./usePickSeat.tsx";
import { useSetTheme } from "./useSetTheme.tsx";
import { useToolLabels } from "./useToolLabels.ts";

/** Registers the page's tools and the cards of the agents' tools; renders nothing. */
export function PageTools(): null {
  useSetTheme();
  useDrawPicture();
  usePickSeat();
  useFlightCards();
  useToolLabels();
  useReviewDocument("document");
  useProgressCards("progress");
  useResearchCards("research");
  return null;
}
