import { useSharedState, useThread } from "agui-kit";
import { type ReactNode, useId, useSyncExternalStore } from "react";
import { type Recipe, type RecipeState, readRecipe } from "../recipe.ts";
import { SidePanel } from "./SidePanel.tsx";

/** The card that the person and the agent both write on. */
export function RecipePanel(): ReactNode {
  const [state] = useSharedState<RecipeState>();
  const recipe = readRecipe(state);
  return (
    <SidePanel label="Recipe card" summary={recipe?.title ?? "empty"}>
      {recipe ? <RecipeCard recipe={recipe} /> : <EmptyCard />}
    </SidePanel>
  );
}

function RecipeCard({ recipe }: { readonly recipe: Recipe }): ReactNode {
  const [, setState] = useSharedState<RecipeState>();
  const titleId = useId();
  const change = (changed: Partial<Recipe>) => setState({ recipe: { ...recipe, ...changed } });
  return (
    <div className="recipe">
      <label className="recipe-label" htmlFor={titleId}>
        Title
      </label>
      <input
        id={titleId}
        className="recipe-title"
        value={recipe.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <Servings count={recipe.servings} onChange={(servings) => change({ servings })} />

      <h2 className="recipe-label">Ingredients</h2>
      <ul className="ingredients">
        {recipe.ingredients.map(({ name, amount, unit }) => (
          <li key={name}>
            <span className="amount">{`${amount} ${unit}`}</span>
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {recipe.steps.length > 0 && (
        <>
          <h2 className="recipe-label">Steps</h2>
          <ol className="recipe-steps">
            {recipe.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      <EditNotice />
    </div>
  );
}

interface ServingsProps {
  readonly count: number;
  readonly onChange: (count: number) => void;
}

function Servings({ count, onChange }: ServingsProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form submits
    <div className="servings" role="group" aria-label="Servings">
      <span className="recipe-label" aria-hidden="true">
        Servings
      </span>
      <button
        type="button"
        aria-label="One fewer"
        disabled={count <= 1}
        onClick={() => onChange(count - 1)}
      >
        −
      </button>
      <output aria-label="Servings">{count}</output>
      <button type="button" aria-label="One more" onClick={() => onChange(count + 1)}>
        +
      </button>
    </div>
  );
}

/** Says that there is an edit the agent has not seen yet. */
function EditNotice(): ReactNode {
  const { store } = useThread();
  const hasEdit = useSyncExternalStore(store.subscribe, () => {
    const { state, visibleState, run } = store.getState();
    return state !== visibleState && run.status === "idle";
  });
  return (
    <p className="edit-notice" role="status">
      {hasEdit && "✎ The agent sees your change with your next message."}
    </p>
  );
}

function EmptyCard(): ReactNode {
  return (
    <div className="recipe recipe-empty">
      <p>The card is empty.</p>
      <p>Ask for a recipe, and watch it being written here.</p>
    </div>
  );
}
