import { type ReactNode, useState } from "react";
import { LazySchemaForm } from "../schemaForm/LazySchemaForm.tsx";
import type { SchemaFormProps } from "../schemaForm/schemaFormProps.ts";
import { usePart } from "../settings/settings.tsx";
import { loadedForm } from "./loadForm.ts";

/** @internal A form that is there at once, where it was loaded with the question. */
export function AskedForm(props: SchemaFormProps): ReactNode {
  const [Form] = useState(() => loadedForm() ?? LazySchemaForm);
  const Given = usePart("SchemaForm", Form);
  return <Given {...props} />;
}
