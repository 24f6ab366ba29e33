import { type ComponentType, type ReactNode, useEffect, useRef } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { Icon } from "../ui/Icon.tsx";
import { type ControlProps, Group, useFieldIds } from "./Field.tsx";
import { nameInside } from "./fieldName.ts";
import type { ListEntry } from "./fieldState.ts";

const controls = "input, select, textarea, button";

/** @internal A list whose items can be added and removed. */
export function ListField({
  Control,
  ...props
}: ControlProps<ListEntry> & { readonly Control: ComponentType<ControlProps> }): ReactNode {
  const { entry, name, label, onChange } = props;
  const { rows, minItems, maxItems } = entry;
  const strings = useStrings();
  const ties = useFieldIds(entry);
  const canGrow = rows.length < maxItems;
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // Where the focus goes once the rows have changed, since what has it may be gone.
  const goal = useRef<() => HTMLElement | null | undefined>(undefined);

  useEffect(() => {
    goal.current?.()?.focus();
    goal.current = undefined;
  });

  const add = () => {
    goal.current = () => list.current?.lastElementChild?.querySelector<HTMLElement>(controls);
    onChange((latest) => {
      if (latest.kind !== "list") return latest;
      const row = { id: latest.nextId, entry: latest.newEntry() };
      return { ...latest, rows: [...latest.rows, row], nextId: row.id + 1, problems: [] };
    });
  };

  const remove = (id: number, index: number) => {
    goal.current = () => {
      const buttons = list.current?.querySelectorAll<HTMLElement>(":scope > li > .agk-remove");
      return buttons?.[Math.min(index, buttons.length - 1)] ?? addButton.current;
    };
    onChange((latest) => {
      if (latest.kind !== "list") return latest;
      return { ...latest, rows: latest.rows.filter((row) => row.id !== id), problems: [] };
    });
  };

  return (
    <Group {...props} ties={ties} takesFocus={!canGrow}>
      <ul className="agk-items" ref={list}>
        {rows.map(({ id, entry: item }, index) => {
          const itemLabel = strings.form.item(item.label ?? label, index + 1);
          return (
            <li className="agk-item-row" key={id}>
              <Control
                entry={item}
                name={nameInside(name, index)}
                label={itemLabel}
                hidesLabel={item.kind !== "object" && item.kind !== "list"}
                onChange={(change) =>
                  onChange((latest) => {
                    if (latest.kind !== "list") return latest;
                    const next = latest.rows.map((row) =>
                      row.id === id ? { ...row, entry: change(row.entry) } : row,
                    );
                    return { ...latest, rows: next, problems: [] };
                  })
                }
              />
              {rows.length > minItems && (
                <button
                  type="button"
                  className="agk-button agk-remove"
                  aria-label={strings.form.remove(itemLabel)}
                  title={strings.form.remove(itemLabel)}
                  onClick={() => remove(id, index)}
                >
                  <Icon name="cross" />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {canGrow && (
        <button
          {...ties.focused}
          type="button"
          className="agk-button"
          ref={addButton}
          onClick={add}
        >
          {strings.form.addTo(label)}
        </button>
      )}
    </Group>
  );
}
