import { useSharedState } from "agui-kit";
import { type ReactNode, type SubmitEvent, useId, useRef } from "react";
import { fieldOf } from "../../fieldOf.ts";
import { type Ingredient, readRecipe } from "../../recipe.ts";
import { useIsUnsent } from "./useIsUnsent.ts";

/** The list of ingredients: each can be ticked, changed and removed, and there is room for one more. */
export function Ingredients({
  ingredients,
}: {
  readonly ingredients: readonly Ingredient[];
}): ReactNode {
  const headingId = useId();
  return (
    <>
      <h2 className="recipe-label" id={headingId}>
        Ingredients
      </h2>
      <ul className="ingredients" aria-labelledby={headingId}>
        {ingredients.map((ingredient, index) => (
          // By its name for both sides, so that a line keeps the focus when the agent moves it.
          <Line key={ingredient.id ?? index} index={index} ingredient={ingredient} />
        ))}
      </ul>
      <NewIngredient />
    </>
  );
}

interface LineProps {
  readonly index: number;
  readonly ingredient: Ingredient;
}

function Line({ index, ingredient }: LineProps): ReactNode {
  const { id, icon, name, amount, isReady } = ingredient;
  const pointer = `/recipe/ingredients/${index}` as const;
  const [, setName] = useSharedState<string>(`${pointer}/name`);
  const [, setAmount] = useSharedState<string>(`${pointer}/amount`);
  const [, setReady] = useSharedState<boolean>(`${pointer}/isReady`);
  const [, setList] = useSharedState<readonly unknown[]>("/recipe/ingredients");
  const isUnsent = useIsUnsent((state) => {
    const { ingredients = [] } = readRecipe(state) ?? {};
    const own = id === undefined ? ingredients[index] : ingredients.find((one) => one.id === id);
    return JSON.stringify(own);
  });
  const label = name || "Ingredient";
  const isThis = (one: unknown, at: number) =>
    id === undefined ? at === index : fieldOf(one, "id") === id;
  return (
    <li data-unsent={isUnsent || undefined}>
      <label className="ready">
        <input
          type="checkbox"
          checked={isReady}
          aria-label={`${label} is at home`}
          onChange={(event) => setReady(event.target.checked)}
        />
      </label>
      <input
        className="amount"
        aria-label={`Amount of ${label}`}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <span className="name">
        {icon && <span aria-hidden="true">{icon}</span>}
        <input
          aria-label={`Name of ingredient ${index + 1}`}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </span>
      <span className="unsent-mark">
        {isUnsent && (
          <>
            <span aria-hidden="true">✎</span>
            <span className="hidden">not sent yet</span>
          </>
        )}
      </span>
      <button
        type="button"
        className="line-button"
        aria-label={`Remove ${label}`}
        onClick={() => setList((now = []) => now.filter((one, at) => !isThis(one, at)))}
      >
        <span aria-hidden="true">×</span>
      </button>
    </li>
  );
}

function NewIngredient(): ReactNode {
  const [, add] = useSharedState<Readonly<Record<string, unknown>>>("/recipe/ingredients/-");
  const field = useRef<HTMLInputElement>(null);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (!text || !field.current) return;
    const [, amount = "", name = text] =
      /^(\d\S*(?:\s(?:g|kg|ml|l|tbsp|tsp|cups?)\b)?)\s+(.+)$/.exec(text) ?? [];
    add({ id: crypto.randomUUID(), name, amount });
    field.current.value = "";
  };
  return (
    <form className="new-ingredient" onSubmit={handleSubmit}>
      <input ref={field} aria-label="New ingredient" placeholder="2 bay leaves" />
      <button type="submit" className="plain-button">
        Add
      </button>
    </form>
  );
}
