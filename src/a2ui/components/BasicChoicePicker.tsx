import { ChoicePickerApi } from "@a2ui/web_core/v0_9";
import { type ReactNode, useId, useState } from "react";
import { useStrings } from "../../components/strings/useStrings.ts";
import { useShownItems } from "../../components/ui/useShownItems.tsx";
import { a2uiComponent } from "../a2uiComponent.ts";
import { Problems, useFieldValue, useProblems } from "./FieldFrame.tsx";
import { ariaOf, textOfValue } from "./readProps.ts";

/** Most options that are rendered at first. */
const SHOWN_OPTIONS = 100;

/** Renders options as checkboxes, radio buttons or chips. Renders a `<fieldset>`. */
export const BasicChoicePicker = a2uiComponent(ChoicePickerApi, ({ props, context }): ReactNode => {
  const { variant = "mutuallyExclusive", displayStyle = "checkbox", filterable = false } = props;
  const { form } = useStrings();
  const id = useId();
  const { problems, onBlur } = useProblems(props);
  const [value, setValue] = useFieldValue<string[]>(context, props.value, props.setValue);
  const [filter, setFilter] = useState("");
  const isMultiple = variant === "multipleSelection";
  const chosen = chosenOf(value);
  const matching = props.options
    .map((option) => ({ value: option.value, label: textOfValue(option.label) }))
    .filter(({ label }) => label.toLowerCase().includes(filter.trim().toLowerCase()));
  const { shown, moreButton } = useShownItems(matching, SHOWN_OPTIONS);
  const toggle = (option: string) => {
    const others = chosen.filter((other) => other !== option);
    if (!isMultiple) setValue([option]);
    else setValue(others.length < chosen.length ? others : [...chosen, option]);
  };
  const label = textOfValue(props.label);
  return (
    <fieldset
      className="agk-group"
      {...ariaOf(props.accessibility)}
      aria-describedby={problems.length > 0 ? `${id}p` : undefined}
      onBlur={onBlur}
    >
      {label && (
        <legend className="agk-field-label">
          <span className="agk-name" dir="auto">
            {label}
          </span>
        </legend>
      )}
      {filterable && (
        <input
          className="agk-answer"
          type="search"
          value={filter}
          placeholder={form.choose}
          aria-label={label || form.choose}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <div className="agk-choices">
        {shown.map((option) =>
          displayStyle === "chips" ? (
            <button
              key={option.value}
              type="button"
              className="agk-button agk-a2ui-chip"
              aria-pressed={chosen.includes(option.value)}
              onClick={() => toggle(option.value)}
            >
              <bdi>{option.label}</bdi>
            </button>
          ) : (
            <label className="agk-choice" key={option.value}>
              <input
                type={isMultiple ? "checkbox" : "radio"}
                name={id}
                checked={chosen.includes(option.value)}
                onChange={() => toggle(option.value)}
              />
              <span dir="auto">{option.label}</span>
            </label>
          ),
        )}
      </div>
      {moreButton}
      <Problems id={`${id}p`} messages={problems} />
    </fieldset>
  );
});

/** Returns the chosen values; the data may have one value instead of a list. */
function chosenOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(textOfValue);
  const text = textOfValue(value);
  return text === "" ? [] : [text];
}
