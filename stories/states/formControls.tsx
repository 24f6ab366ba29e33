import { type ReactNode, useEffect, useRef } from "react";
import { SchemaFormView } from "../../src/components/schemaForm/SchemaFormView.tsx";
import type { JsonSchema } from "../../src/protocol/jsonSchema.ts";
import { alwaysUsable, neverBusy, typedInto } from "./reasons.ts";
import type { Control } from "./StateTable.tsx";

interface FieldProps {
  readonly field: JsonSchema;
  readonly value?: unknown;
  readonly isDisabled?: boolean;
}

function Field({ field, value, isDisabled = false }: FieldProps): ReactNode {
  return (
    <SchemaFormView
      schema={{ type: "object", properties: { field }, required: ["field"] }}
      defaultValue={value === undefined ? undefined : { field: value }}
      disabled={isDisabled}
      onSubmit={() => {}}
    />
  );
}

/** A form that is valid while it is empty. */
const optional: JsonSchema = {
  type: "object",
  properties: { note: { type: "string", title: "Note" } },
};

/** A form whose answer is being sent, without an end. */
function PendingForm(): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("form")?.requestSubmit(), []);
  return (
    <div ref={box}>
      <SchemaFormView
        schema={optional}
        onSubmit={() => new Promise(() => {})}
        onCancel={() => {}}
      />
    </div>
  );
}

const textual = { pressed: typedInto, busy: "The button of the form shows it." };

const fieldControl = (
  name: string,
  target: string,
  field: JsonSchema,
  value?: unknown,
): Control => ({
  name,
  target,
  rest: <Field field={field} value={value} />,
  disabled: <Field field={field} value={value} isDisabled />,
  without: textual,
});

/** A checkbox or radio button, whose label belongs to the area that reacts to a press. */
const choiceControl = (name: string, field: JsonSchema, value: unknown): Control => ({
  ...fieldControl(name, ".agk-choice", field, value),
  focusTarget: ".agk-choice > input",
  without: { busy: textual.busy },
});

const button = (isDisabled = false) => (
  <SchemaFormView schema={optional} disabled={isDisabled} onSubmit={() => {}} onCancel={() => {}} />
);

const section = (
  <SchemaFormView
    schema={optional}
    layout={{
      type: "Categorization",
      elements: [
        {
          type: "Category",
          label: "Details",
          elements: [{ type: "Control", scope: "#/properties/note" }],
        },
      ],
    }}
    onSubmit={() => {}}
  />
);

const list: JsonSchema = { type: "array", title: "Towns", items: { type: "string" } };

/** The fields and buttons of a form. */
export const formControls: readonly Control[] = [
  fieldControl("Text", "input", { type: "string", title: "Town" }, "Porto"),
  fieldControl("Long text", "textarea", {
    type: "string",
    format: "textarea",
    title: "Wishes",
  }),
  fieldControl("Number", "input", { type: "integer", title: "Guests" }, 2),
  fieldControl("Date", "input", { type: "string", format: "date", title: "Day" }),
  fieldControl("Selection", "select", { enum: [..."abcdefgh"], title: "Seat" }),
  {
    ...fieldControl("File", "input", {
      type: "string",
      contentEncoding: "base64",
      title: "Ticket",
    }),
    without: { busy: textual.busy },
  },
  choiceControl("Checkbox", { type: "boolean", title: "Breakfast" }, true),
  choiceControl("Radio button", { enum: ["Aisle", "Window"], title: "Seat" }, "Aisle"),
  {
    name: "Submit",
    target: '[type="submit"]',
    rest: button(),
    disabled: button(true),
    busy: <PendingForm />,
  },
  {
    name: "Cancel",
    target: '[type="submit"] + button',
    rest: button(),
    without: { disabled: alwaysUsable, busy: neverBusy },
  },
  {
    name: "Section",
    target: ".agk-form-category > .agk-summary",
    rest: section,
    without: { disabled: alwaysUsable, busy: neverBusy },
  },
  {
    name: "Add to a list",
    target: ".agk-group > .agk-button, .agk-items ~ .agk-button",
    rest: <Field field={list} value={["Porto"]} />,
    disabled: <Field field={list} value={["Porto"]} isDisabled />,
    without: { busy: neverBusy },
  },
  {
    name: "Remove from a list",
    target: ".agk-remove",
    rest: <Field field={list} value={["Porto"]} />,
    disabled: <Field field={list} value={["Porto"]} isDisabled />,
    without: { busy: neverBusy },
  },
];
