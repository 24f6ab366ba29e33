import { useSharedState } from "agui-kit";
import {
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { readField } from "../../readField.ts";
import { type Ingredient, readRecipe } from "../../recipe.ts";
import { useIsUnsent } from "./useIsUnsent.ts";

/** Renders the ingredients, which the user can check off, edit, remove and add to. */
export function Ingredients({
  ingredients,
}: {
  readonly ingredients: readonly Ingredient[];
}): ReactNode {
  const headingId = useId();
  const list = useRef<HTMLUListElement>(null);
  const hasLostFocus = useRef(false);
  useLayoutEffect(() => {
    // Focuses the list and no other field, because the typed text belongs to the removed line.
    if (hasLostFocus.current) list.current?.focus({ preventScroll: true });
    hasLostFocus.current = false;
  });
  const handleFocusLost = useCallback(() => {
    hasLostFocus.current = true;
  }, []);
  return (
    <>
      <h2 className="recipe-label" id={headingId}>
        Ingredients
      </h2>
      <ul className="ingredients" aria-labelledby={headingId} ref={list} tabIndex={-1}>
        {ingredients.map((ingredient, index) => (
          // The shared id as the key keeps the focus in a line that the agent moves.
          <Line
            key={ingredient.id ?? index}
            index={index}
            ingredient={ingredient}
            onFocusLost={handleFocusLost}
          />
        ))}
      </ul>
      <NewIngredient />
    </>
  );
}

interface LineProps {
  readonly index: number;
  readonly ingredient: Ingredient;
  /** Called when the line unmounts while it has the focus. */
  readonly onFocusLost: () => void;
}

function Line({ index, ingredient, onFocusLost }: LineProps): ReactNode {
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
  const line = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const own = line.current;
    // A layout effect's cleanup runs before the focused element leaves the DOM.
    return () => {
      if (own?.contains(document.activeElement)) onFocusLost();
    };
  }, [onFocusLost]);
  const label = name || "Ingredient";
  const isThis = (one: unknown, at: number) =>
    id === undefined ? at === index : readField(one, "id") === id;
  const handleRemove = () => {
    // Focuses the button of the next line, because this line is about to unmount.
    const next = line.current?.nextElementSibling ?? line.current?.previousElementSibling;
    next?.querySelector<HTMLElement>(".line-button")?.focus();
    setList((now = []) => now.filter((one, at) => !isThis(one, at)));
  };
  return (
    <li data-unsent={isUnsent || undefined} ref={line}>
      <label className="ready">
        <input
          type="checkbox"
          checked={isReady}
          aria-label={`${label} available`}
          onChange={(event) => setReady(event.target.checked)}
        />
      </label>
      <input
        className="amount"
        aria-label={`Amount of ${label}`}
        dir="auto"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <span className="name">
        {icon && <span aria-hidden="true">{icon}</span>}
        <input
          aria-label={`Name of ingredient ${index + 1}`}
          dir="auto"
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
        onClick={handleRemove}
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
      <input ref={field} dir="auto" aria-label="New ingredient" placeholder="2 bay leaves" />
      <button type="submit" className="plain-button">
        Add
      </button>
    </form>
  );
}
