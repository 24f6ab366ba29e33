import type { ReactNode } from "react";
import type { ComponentDoc, PropDoc } from "../componentDocs/componentDoc.ts";
import { Inline, Prose } from "./Prose.tsx";

/** Lists the props of a component with types, defaults and descriptions. */
export function PropsTable({ doc }: { readonly doc: ComponentDoc }): ReactNode {
  if (doc.props.length === 0) return <p className="book-muted">No props.</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys */}
      <section className="book-table" tabIndex={0} aria-label={`Props of ${doc.name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Prop</th>
              <th scope="col">Type</th>
              <th scope="col">Description</th>
            </tr>
          </thead>
          <tbody>
            {doc.props.map((prop) => (
              <PropRow key={prop.name} prop={prop} />
            ))}
          </tbody>
        </table>
      </section>
      {doc.hasElementProps && (
        <p className="book-muted">Further props are passed on to the element.</p>
      )}
    </>
  );
}

function PropRow({ prop }: { readonly prop: PropDoc }): ReactNode {
  const { name, isRequired, description, defaultValue, type, options } = prop;
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
        {isRequired && <span className="book-tag">required</span>}
      </th>
      <td>
        <code className="book-type">
          {options.length > 0 ? options.map((option) => `"${option}"`).join(" | ") : type}
        </code>
      </td>
      <td>
        <Prose text={description} />
        {defaultValue && (
          <p className="book-default">
            <span>Default</span> <Inline text={defaultValue} />
          </p>
        )}
      </td>
    </tr>
  );
}
