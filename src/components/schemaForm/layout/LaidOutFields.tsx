import { type ReactNode, useId, useState } from "react";
import { useStrings } from "../../strings/useStrings.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Control, ObjectProperties } from "../Control.tsx";
import type { ControlProps } from "../Field.tsx";
import { nestedName } from "../fieldName.ts";
import { type FieldState, hasProblems, type ObjectFieldState } from "../fieldState.ts";
import { fieldAt, updateAt, withoutFields } from "./fieldPaths.ts";
import { pathsIn } from "./hiddenFields.ts";
import { applyRule } from "./layoutRules.ts";
import type { LayoutElement, ReadLayout } from "./readLayout.ts";

interface LaidOutFieldsProps extends Pick<ControlProps, "name" | "onChange"> {
  readonly field: ObjectFieldState;
  readonly layout: ReadLayout;
}

/**
 * @internal Renders the fields of a form as a layout arranges them. The fields that it does not place follow, so that
 * nothing is submitted unseen.
 */
export function LaidOutFields({ layout, ...props }: LaidOutFieldsProps): ReactNode {
  const rest = withoutFields(props.field, layout.paths);
  return (
    <>
      {layout.element && <Element {...props} element={layout.element} isFirst />}
      {rest.kind === "object" && <ObjectProperties {...props} field={rest} />}
    </>
  );
}

interface ElementProps<TElement extends LayoutElement = LayoutElement>
  extends Omit<LaidOutFieldsProps, "layout"> {
  readonly element: TElement;
  /** True for the first of the elements beside it. */
  readonly isFirst: boolean;
}

function Element(props: ElementProps): ReactNode {
  const { element, field } = props;
  const { isShown, isEnabled } = applyRule(element.rule, field);
  if (!isShown) return null;
  const content = <ElementContent {...props} />;
  if (isEnabled) return content;
  return (
    <fieldset className="agk-form-body" role="none" disabled>
      {content}
    </fieldset>
  );
}

function ElementContent({ element, ...props }: ElementProps): ReactNode {
  switch (element.kind) {
    case "control":
      return <PlacedControl {...props} element={element} />;
    case "text":
      return (
        <p className="agk-form-text" dir="auto">
          {element.text}
        </p>
      );
    case "category":
      return <Category {...props} element={element} />;
    case "group":
      return <TitledGroup {...props} element={element} />;
    default:
      return (
        <div className={element.kind === "row" ? "agk-form-row" : "agk-form-body"}>
          <Elements {...props} element={element} />
        </div>
      );
  }
}

type BoxElement = Extract<LayoutElement, { readonly elements: unknown }>;

function Elements({ element, ...props }: ElementProps<BoxElement>): ReactNode {
  return element.elements.map((inner, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the layout of a form does not change
    <Element {...props} key={index} element={inner} isFirst={index === 0} />
  ));
}

function TitledGroup(props: ElementProps<BoxElement>): ReactNode {
  const { label } = props.element;
  const id = useId();
  return (
    <fieldset className="agk-group" aria-labelledby={label === undefined ? undefined : id}>
      {label !== undefined && (
        <legend className="agk-field-label">
          <span className="agk-name" id={id} dir="auto">
            {label}
          </span>
        </legend>
      )}
      <div className="agk-parts">
        <Elements {...props} />
      </div>
    </fieldset>
  );
}

/** Renders a section that the user opens, and that opens by itself for a problem. */
function Category(props: ElementProps<BoxElement>): ReactNode {
  const { element, field, isFirst } = props;
  const strings = useStrings();
  const [isOpen, setIsOpen] = useState(isFirst);
  const hasProblem = pathsIn(element).some((path) => hasProblems(fieldAt(field, path)));
  // It stays open while the user corrects the problem.
  if (hasProblem && !isOpen) setIsOpen(true);
  return (
    <Disclosure
      className="agk-form-category"
      summary={
        <span className="agk-label" dir="auto">
          {element.label ?? strings.form.answer}
        </span>
      }
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      {() => (
        <div className="agk-form-body">
          <Elements {...props} />
        </div>
      )}
    </Disclosure>
  );
}

function PlacedControl({
  element: { path, label, hidesLabel, isMultiline },
  field: root,
  name,
  onChange,
}: ElementProps<Extract<LayoutElement, { readonly kind: "control" }>>): ReactNode {
  const strings = useStrings();
  const field = fieldAt(root, path);
  if (!field) return null;
  return (
    <Control
      field={isMultiline ? withLines(field) : field}
      name={path.reduce(nestedName, name)}
      label={label ?? field.label ?? strings.form.answer}
      hidesLabel={hidesLabel}
      onChange={(update) => onChange((latest) => updateAt(latest, path, update))}
    />
  );
}

/** Returns a field for a text of several lines, if it is one for a text. */
function withLines(field: FieldState): FieldState {
  return field.kind === "text" && field.input === "text" ? { ...field, input: "textarea" } : field;
}
