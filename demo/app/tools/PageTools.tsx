import { useCharts } from "../charts/useCharts.tsx";
import { useReviewDocument } from "../document/useReviewDocument.tsx";
import { useProgressCards } from "../progress/useProgressCards.tsx";
import { useResearchCards } from "../research/useResearchCards.tsx";
import { useDemoToolLabels } from "./useDemoToolLabels.ts";
import { useDrawPicture } from "./useDrawPicture.tsx";
import { useFlightCards } from "./useFlightCards.tsx";
import { usePickSeat } from "./usePickSeat.tsx";
import { useSetTheme } from "./useSetTheme.tsx";

/** Registers the page's tools and the cards of the agents' tools; renders nothing. */
export function PageTools(): null {
  useCharts();
  useSetTheme();
  useDrawPicture();
  usePickSeat();
  useFlightCards();
  useDemoToolLabels();
  useReviewDocument("document");
  useProgressCards("progress");
  useResearchCards("research");
  return null;
}
