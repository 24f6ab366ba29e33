import {
  CheckBoxApi,
  DateTimeInputApi,
  DynamicStringSchema,
  SliderApi,
  TextFieldApi,
} from "@a2ui/web_core/v0_9";
import { type ChangeEvent, type ReactNode, useId } from "react";
import { useStrings } from "../../components/strings/useStrings.ts";
import { a2uiComponent } from "../a2uiComponent.ts";
import { matchesPattern } from "../matchesPattern.ts";
import { FieldFrame, Problems, useFieldValue, useProblems } from "./FieldFrame.tsx";
import { ariaOf, textOfValue } from "./readProps.ts";

/** With the placeholder of A2UI 1.0. */
const textFieldApi = {
  name: TextFieldApi.name,
  schema: TextFieldApi.schema.extend({ placeholder: DynamicStringSchema.optional() }),
};

/** Renders a text input, or a `<textarea>` for long text. */
export const BasicTextField = a2uiComponent(textFieldApi, ({ props, context }): ReactNode => {
  const { variant = "shortText", validationRegexp, placeholder } = props;
  const { form } = useStrings();
  const [value, setValue] = useFieldValue<string>(context, props.value, props.setValue);
  const text = textOfValue(value);
  const isWrong =
    text !== "" &&
    validationRegexp !== undefined &&
    matchesPattern(validationRegexp, text) === false;
  return (
    <FieldFrame props={props} ownProblem={isWrong ? form.pattern : undefined}>
      {(attributes) => {
        const common = {
          ...attributes,
          className: "agk-answer",
          value: text,
          placeholder: textOfValue(placeholder) || undefined,
          dir: text ? ("auto" as const) : undefined,
          onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            setValue(target.value),
        };
        if (variant === "longText") return <textarea {...common} rows={3} />;
        if (variant === "number") return <input {...common} type="number" step="any" />;
        if (variant === "obscured") return <input {...common} type="password" autoComplete="off" />;
        return <input {...common} type="text" />;
      }}
    </FieldFrame>
  );
});

/** Renders a checkbox, followed by its label. */
export const BasicCheckBox = a2uiComponent(CheckBoxApi, ({ props, context }): ReactNode => {
  const [value, setValue] = useFieldValue<boolean>(context, props.value, props.setValue);
  const { problems, onBlur } = useProblems(props);
  const id = useId();
  return (
    <div className="agk-field-group">
      <label className="agk-choice">
        <input
          type="checkbox"
          checked={Boolean(value)}
          {...ariaOf(props.accessibility)}
          aria-describedby={problems.length > 0 ? id : undefined}
          aria-invalid={problems.length > 0 || undefined}
          onBlur={onBlur}
          onChange={({ target }) => setValue(target.checked)}
        />
        <span dir="auto">{textOfValue(props.label)}</span>
      </label>
      <Problems id={id} messages={problems} />
    </div>
  );
});

/** With the steps of A2UI 1.0. */
const sliderApi = {
  name: SliderApi.name,
  schema: SliderApi.schema.extend({ steps: SliderApi.schema.shape.max.optional() }),
};

/** Renders a slider with its value. */
export const BasicSlider = a2uiComponent(sliderApi, ({ props, context }): ReactNode => {
  const { min = 0, max, steps } = props;
  const [value, setValue] = useFieldValue<number>(context, props.value, props.setValue);
  const number = Number(value);
  const shown = Number.isFinite(number) ? Math.min(Math.max(number, min), max) : min;
  return (
    <FieldFrame props={props} aside={<output className="agk-a2ui-value">{shown}</output>}>
      {(attributes) => (
        <input
          {...attributes}
          className="agk-a2ui-slider"
          type="range"
          min={min}
          max={max}
          step={stepOf(min, max, steps)}
          value={shown}
          onChange={({ target }) => setValue(target.valueAsNumber)}
        />
      )}
    </FieldFrame>
  );
});

/** Returns the distance of the values: of `steps`, or else whole numbers unless the range is small. */
function stepOf(min: number, max: number, steps: number | undefined): number | "any" {
  const range = max - min;
  if (!(range > 0)) return "any";
  if (steps !== undefined && steps > 0) return range / steps;
  return range > 1 && Number.isInteger(min) && Number.isInteger(max) ? 1 : "any";
}

/** Renders an input for a date, a time, or both. */
export const BasicDateTimeInput = a2uiComponent(
  DateTimeInputApi,
  ({ props, context }): ReactNode => {
    const { enableDate = false, enableTime = false, min, max } = props;
    const [value, setValue] = useFieldValue<string>(context, props.value, props.setValue);
    const type = enableTime ? (enableDate ? "datetime-local" : "time") : "date";
    return (
      <FieldFrame props={props}>
        {(attributes) => (
          <input
            {...attributes}
            className="agk-answer"
            type={type}
            value={toInputValue(type, value)}
            min={toInputValue(type, min) || undefined}
            max={toInputValue(type, max) || undefined}
            onChange={({ target }) => setValue(target.value)}
          />
        )}
      </FieldFrame>
    );
  },
);

const DATE = /^\d{4}-\d\d-\d\d/;
const TIME = /(?:^|T)(\d\d:\d\d)/;

/** Returns the part of an ISO 8601 text that an input accepts, in the time zone in which it was written. */
function toInputValue(type: "date" | "time" | "datetime-local", value: unknown): string {
  const text = textOfValue(value);
  const date = DATE.exec(text)?.[0] ?? "";
  const time = TIME.exec(text)?.[1] ?? "";
  if (type === "date") return date;
  if (type === "time") return time;
  return date && `${date}T${time || "00:00"}`;
}
