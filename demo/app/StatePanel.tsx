import { useSharedState } from "agui-kit";
import type { ReactNode } from "react";
import { readDocument } from "../document.ts";
import { readRecipe } from "../recipe.ts";
import { readSteps } from "../steps.ts";
import { DocumentPanel } from "./document/DocumentPanel.tsx";
import { RecipePanel } from "./recipe/RecipePanel.tsx";
import { PlanPanel } from "./research/PlanPanel.tsx";
import { SidePanel } from "./SidePanel.tsx";

type Kind = "recipe" | "document" | "plan" | "other";

/** Renders the state that an agent shares by its kind; renders nothing without a state. */
export function StatePanel(): ReactNode {
  const kind = useSharedState(kindOf);
  if (kind === "recipe") return <RecipePanel />;
  if (kind === "document") return <DocumentPanel />;
  if (kind === "plan") return <PlanPanel />;
  return <AnyState />;
}

/** Returns the kind of a state; many agents share the states of the well-known AG-UI examples. */
function kindOf(state: unknown): Kind {
  if (readRecipe(state)) return "recipe";
  if (readDocument(state)) return "document";
  return readSteps(state).length > 0 ? "plan" : "other";
}

function AnyState(): ReactNode {
  const [state] = useSharedState();
  const json = JSON.stringify(state, null, 2) ?? "{}";
  if (json === "{}") return null;
  return (
    <SidePanel label="Shared state" summary={Object.keys(state ?? {}).join(", ")}>
      <pre className="state">{json}</pre>
    </SidePanel>
  );
}
