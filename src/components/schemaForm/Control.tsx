import type { ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { CheckboxGroup, SelectField, UnionField } from "./choiceFields.tsx";
import { type ControlProps, Group, useFieldIds } from "./Field.tsx";
import { nameInside } from "./fieldName.ts";
import type { ObjectEntry } from "./fieldState.ts";
import { ListField } from "./ListField.tsx";
import { BooleanField, FileField, JsonField, NumberField, TextField } from "./scalarFields.tsx";

/** @internal Draws whatever is asked for. Renders nothing for what has only one value. */
export function Control({ entry, ...props }: ControlProps): ReactNode {
  switch (entry.kind) {
    case "text":
      return <TextField {...props} entry={entry} />;
    case "number":
      return <NumberField {...props} entry={entry} />;
    case "flag":
      return <BooleanField {...props} entry={entry} />;
    case "options":
      return <SelectField {...props} entry={entry} />;
    case "checks":
      return <CheckboxGroup {...props} entry={entry} />;
    case "file":
      return <FileField {...props} entry={entry} />;
    case "json":
      return <JsonField {...props} entry={entry} />;
    case "object":
      return <ObjectField {...props} entry={entry} />;
    case "list":
      return <ListField {...props} entry={entry} Control={Control} />;
    case "branches":
      return <UnionField {...props} entry={entry} Control={Control} />;
    case "const":
      return null;
  }
}

function ObjectField(props: ControlProps<ObjectEntry>): ReactNode {
  const ties = useFieldIds(props.entry);
  return (
    <Group {...props} ties={ties} takesFocus>
      <div className="agk-parts">
        <Properties {...props} />
      </div>
    </Group>
  );
}

/** @internal What an object asks for, without a frame around it. */
export function Properties({
  entry,
  name,
  onChange,
}: Pick<ControlProps<ObjectEntry>, "entry" | "name" | "onChange">): ReactNode {
  const strings = useStrings();
  return entry.properties.map((property) => (
    <Control
      key={property.name}
      entry={property.entry}
      name={nameInside(name, property.name)}
      label={property.entry.label ?? strings.form.answer}
      onChange={(change) =>
        onChange((latest) => {
          if (latest.kind !== "object") return latest;
          const properties = latest.properties.map((other) =>
            other.name === property.name ? { ...other, entry: change(other.entry) } : other,
          );
          return { ...latest, properties, problems: [] };
        })
      }
    />
  ));
}
