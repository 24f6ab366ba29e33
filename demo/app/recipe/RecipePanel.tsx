import { usePredictedKeys, useSharedState, useStateEdits } from "agui-kit";
import type { ReactNode } from "react";
import { type Recipe, readRecipe } from "../../recipe.ts";
import { SidePanel } from "../SidePanel.tsx";
import { EditBar } from "./EditBar.tsx";
import { Ingredients } from "./Ingredients.tsx";
import { useIsUnsent } from "./useIsUnsent.ts";

/** Renders the recipe card that the user and the agent both edit. */
export function RecipePanel(): ReactNode {
  const recipe = useSharedState(readRecipe, isSame);
  const { edits, dropped } = useStateEdits();
  const notice =
    dropped.length > 0
      ? "⚠ Your change was overwritten"
      : edits.length > 0
        ? "✎ Not sent yet"
        : undefined;
  return (
    <SidePanel label="Recipe card" summary={recipe?.title || "empty"} notice={notice}>
      <div className="recipe">
        {recipe ? <RecipeCard {...recipe} /> : <EmptyCard />}
        <EditBar />
      </div>
    </SidePanel>
  );
}

function RecipeCard({ servings, ingredients, instructions }: Recipe): ReactNode {
  const isDraft = usePredictedKeys().includes("recipe");
  return (
    <>
      {isDraft && (
        <p className="draft-mark">The agent is writing this. It is not on the card yet.</p>
      )}
      <Title />
      {servings !== undefined && <Servings />}
      <Ingredients ingredients={ingredients} />
      {instructions.length > 0 && (
        <>
          <h2 className="recipe-label">Steps</h2>
          <ol className="recipe-steps">
            {instructions.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position only
              <li key={index}>
                <bdi>{step}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function Title(): ReactNode {
  const [title = "", setTitle] = useSharedState<string>("/recipe/title");
  const isUnsent = useIsUnsent((state) => readRecipe(state)?.title);
  return (
    <label className="recipe-field">
      <span className="recipe-label">
        Title <Unsent isUnsent={isUnsent} />
      </span>
      <input
        className="recipe-title"
        dir="auto"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
    </label>
  );
}

function Servings(): ReactNode {
  const [servings = 1, setServings] = useSharedState<number>("/recipe/servings");
  const isUnsent = useIsUnsent((state) => readRecipe(state)?.servings);
  return (
    <fieldset className="servings" aria-label="Servings">
      <span className="recipe-label">
        <span aria-hidden="true">Servings </span>
        <Unsent isUnsent={isUnsent} />
      </span>
      <button
        type="button"
        aria-label="One fewer"
        disabled={servings <= 1}
        onClick={() => setServings((now = servings) => now - 1)}
      >
        −
      </button>
      <output aria-label="Servings">{servings}</output>
      <button
        type="button"
        aria-label="One more"
        onClick={() => setServings((now = servings) => now + 1)}
      >
        +
      </button>
    </fieldset>
  );
}

/** Marks an edit that has not been sent to the agent. */
function Unsent({ isUnsent }: { readonly isUnsent: boolean }): ReactNode {
  return isUnsent && <span className="unsent-mark">✎ not sent yet</span>;
}

function EmptyCard(): ReactNode {
  return (
    <div className="panel-empty">
      <p>The card is empty.</p>
      <p>Ask for a recipe and watch it appear here.</p>
    </div>
  );
}

/** Returns true when two recipes are equal, so that a new object alone does not render the card. */
function isSame(a: Recipe | undefined, b: Recipe | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
