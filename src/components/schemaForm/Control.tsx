import type { ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { JsonView } from "../toolCall/JsonView.tsx";
import { ClosedField } from "./ClosedField.tsx";
import { CheckboxGroup, SelectField, UnionField } from "./choiceFields.tsx";
import { type ControlProps, Group, SubmittedValue, useFieldIds } from "./Field.tsx";
import { nestedName } from "./fieldName.ts";
import type { ConstFieldState, ObjectFieldState } from "./fieldState.ts";
import { ListField } from "./ListField.tsx";
import { BooleanField, FileField, JsonField, NumberField, TextField } from "./scalarFields.tsx";

/** @internal Renders the control for a field; for a field with only one valid value, the value. */
export function Control({ field, ...props }: ControlProps): ReactNode {
  switch (field.kind) {
    case "text":
      return <TextField {...props} field={field} />;
    case "number":
      return <NumberField {...props} field={field} />;
    case "boolean":
      return <BooleanField {...props} field={field} />;
    case "select":
      return <SelectField {...props} field={field} />;
    case "checkboxes":
      return <CheckboxGroup {...props} field={field} />;
    case "file":
      return <FileField {...props} field={field} />;
    case "json":
      return <JsonField {...props} field={field} />;
    case "object":
      return <ObjectField {...props} field={field} />;
    case "list":
      return <ListField {...props} field={field} Control={Control} />;
    case "union":
      return <UnionField {...props} field={field} Control={Control} />;
    case "closed":
      return <ClosedField {...props} field={field} />;
    case "const":
      return <ConstantField {...props} field={field} />;
  }
}

/** Shows a value that is submitted without the user's choice, unless the name of its alternative says it. */
function ConstantField({ field, label }: ControlProps<ConstFieldState>): ReactNode {
  if (field.namesAlternative) return null;
  return (
    <div className="agk-field-group">
      <span className="agk-name" dir="auto">
        {label}
      </span>
      <JsonView value={field.value} maxValues={field.maxValues} isExact />
    </div>
  );
}

function ObjectField(props: ControlProps<ObjectFieldState>): ReactNode {
  const ids = useFieldIds(props.field);
  return (
    <Group {...props} ids={ids} takesFocus>
      <div className="agk-parts">
        <ObjectProperties {...props} />
      </div>
    </Group>
  );
}

/** @internal Renders the fields of an object without a frame. */
export function ObjectProperties({
  field,
  name,
  onChange,
}: Pick<ControlProps<ObjectFieldState>, "field" | "name" | "onChange">): ReactNode {
  const strings = useStrings();
  const controls = field.properties.map((property) => (
    <Control
      key={property.name}
      field={property.field}
      name={nestedName(name, property.name)}
      label={property.field.label ?? strings.form.answer}
      onChange={(update) =>
        onChange((latest) => {
          if (latest.kind !== "object") return latest;
          const properties = latest.properties.map((other) =>
            other.name === property.name ? { ...other, field: update(other.field) } : other,
          );
          return { ...latest, properties, problems: [] };
        })
      }
    />
  ));
  const hasExtra = Object.keys(field.extraProperties).length > 0;
  return (
    <>
      {controls}
      {hasExtra && <SubmittedValue value={field.extraProperties} maxValues={field.maxValues} />}
    </>
  );
}
