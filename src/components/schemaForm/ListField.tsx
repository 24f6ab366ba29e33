import { type ComponentType, type ReactNode, useEffect, useRef } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import { type ControlProps, Group, useFieldIds } from "./Field.tsx";
import { nestedName } from "./fieldName.ts";
import type { ListFieldState } from "./fieldState.ts";

const CONTROLS = "input, select, textarea, button";

/** @internal Renders a list with items that the user adds and removes. */
export function ListField({
  Control,
  ...props
}: ControlProps<ListFieldState> & { readonly Control: ComponentType<ControlProps> }): ReactNode {
  const { field, name, label, onChange } = props;
  const { rows, minItems, maxItems } = field;
  const strings = useStrings();
  const ids = useFieldIds(field);
  const canGrow = rows.length < maxItems;
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // Finds the next focus target after the rows have rendered; the focused element may be removed.
  const findNextFocus = useRef<() => HTMLElement | null | undefined>(undefined);

  useEffect(() => {
    findNextFocus.current?.()?.focus();
    findNextFocus.current = undefined;
  });

  const addRow = () => {
    findNextFocus.current = () =>
      list.current?.lastElementChild?.querySelector<HTMLElement>(CONTROLS);
    onChange((latest) => {
      if (latest.kind !== "list") return latest;
      const row = { id: latest.nextId, field: latest.createItem() };
      return { ...latest, rows: [...latest.rows, row], nextId: row.id + 1, problems: [] };
    });
  };

  const removeRow = (id: number, index: number) => {
    findNextFocus.current = () => {
      const buttons = list.current?.querySelectorAll<HTMLElement>(":scope > li > .agk-remove");
      return buttons?.[Math.min(index, buttons.length - 1)] ?? addButton.current;
    };
    onChange((latest) => {
      if (latest.kind !== "list") return latest;
      return { ...latest, rows: latest.rows.filter((row) => row.id !== id), problems: [] };
    });
  };

  return (
    <Group {...props} ids={ids} takesFocus={!canGrow}>
      <ul className="agk-items" ref={list}>
        {rows.map(({ id, field: item }, index) => {
          const itemLabel = strings.form.item(item.label ?? label, index + 1);
          return (
            <li className="agk-item-row" key={id}>
              <Control
                field={item}
                name={nestedName(name, index)}
                label={itemLabel}
                hidesLabel={item.kind !== "object" && item.kind !== "list"}
                onChange={(update) =>
                  onChange((latest) => {
                    if (latest.kind !== "list") return latest;
                    const next = latest.rows.map((row) =>
                      row.id === id ? { ...row, field: update(row.field) } : row,
                    );
                    return { ...latest, rows: next, problems: [] };
                  })
                }
              />
              {rows.length > minItems && (
                <IconButton
                  className="agk-button agk-remove"
                  label={strings.form.remove(itemLabel)}
                  onClick={() => removeRow(id, index)}
                >
                  <Icon name="remove" />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
      {canGrow && (
        <button
          {...ids.focusTarget}
          type="button"
          name={name}
          className="agk-button"
          ref={addButton}
          onClick={addRow}
        >
          {strings.form.addItem(label)}
        </button>
      )}
    </Group>
  );
}
