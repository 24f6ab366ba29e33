import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { expect, vi } from "vitest";
import { SchemaFormView } from "../../../src/components/schemaForm/SchemaFormView.tsx";
import type { SchemaFormProps } from "../../../src/components/schemaForm/schemaFormProps.ts";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";

/** Renders a form in StrictMode, with helpers to submit it. */
export function renderForm(schema: JsonSchema, props: Partial<SchemaFormProps> = {}) {
  const user = userEvent.setup();
  const onSubmit = vi.fn<SchemaFormProps["onSubmit"]>(() => undefined);
  const { container } = render(
    <StrictMode>
      <SchemaFormView schema={schema} onSubmit={onSubmit} {...props} />
    </StrictMode>,
  );
  const submit = () => user.click(screen.getByRole("button", { name: "Submit" }));
  return {
    user,
    container,
    onSubmit,
    submit,
    /** Submits the form and returns its value. */
    submitted: async () => {
      onSubmit.mockClear();
      await submit();
      await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
      return onSubmit.mock.calls[0]?.[0];
    },
    /** Submits the form and waits for its problems. */
    refused: async () => {
      onSubmit.mockClear();
      await submit();
      await waitFor(() => expect(screen.getByRole("alert")).not.toBeEmptyDOMElement());
      expect(onSubmit).not.toHaveBeenCalled();
    },
  };
}

/** Creates an object schema with one property, labeled "Thing". */
export function schemaWith(thing: JsonSchema, isRequired = true): JsonSchema {
  return { type: "object", properties: { thing }, required: isRequired ? ["thing"] : [] };
}
