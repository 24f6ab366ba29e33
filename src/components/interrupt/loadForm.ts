import type { ComponentType } from "react";
import type { SchemaFormProps } from "../schemaForm/schemaFormProps.ts";

let loaded: ComponentType<SchemaFormProps> | undefined;

/**
 * Loads the form before it is needed, so that it is there at once. One that cannot be loaded is
 * tried again when it is.
 */
export async function loadForm(): Promise<void> {
  try {
    loaded = (await import("../schemaForm/SchemaForm.tsx")).SchemaForm;
  } catch {
    // Whoever shows it then says so, and offers to try again.
  }
}

/** The form, if it has been loaded ahead. */
export function loadedForm(): ComponentType<SchemaFormProps> | undefined {
  return loaded;
}
