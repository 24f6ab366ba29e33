import type { JsonSchema, SchemaProblem } from "../../protocol/jsonSchema.ts";

/** What is wrong with a submitted value, or nothing when it has been accepted. */
// biome-ignore lint/suspicious/noConfusingVoidType: what a handler that returns nothing returns
export type SubmitResult = readonly SchemaProblem[] | undefined | void;

/** Props of `SchemaForm`. */
export interface SchemaFormProps {
  /** A JSON Schema object. Read when the form is first shown: another form is another `key`. */
  readonly schema: JsonSchema;
  /** What to begin with, instead of the defaults in the schema. Read when the form is first shown. */
  readonly defaultValue?: unknown;
  /**
   * Called with a value that has passed `check`. Problems it returns, or resolves with, are shown
   * beside the answers they are about; while it is pending, nothing is submitted again.
   */
  readonly onSubmit: (value: unknown) => SubmitResult | Promise<SubmitResult>;
  /** Shows a second button. What has been entered is still there if the form stays. */
  readonly onCancel?: (() => void) | undefined;
  /** @defaultValue `strings.form.submit` */
  readonly submitLabel?: string | undefined;
  /** @defaultValue `strings.form.cancel` */
  readonly cancelLabel?: string | undefined;
  /** The accessible name of the form. @defaultValue the schema's `title` */
  readonly label?: string | undefined;
  /** Whether nothing can be entered or submitted. Cancelling still works. @defaultValue false */
  readonly disabled?: boolean | undefined;
  /**
   * Says what is wrong with a value before it is submitted.
   *
   * @defaultValue a JSON Schema validator, loaded when it is first needed
   */
  readonly validate?:
    | ((
        schema: JsonSchema,
        value: unknown,
      ) => readonly SchemaProblem[] | Promise<readonly SchemaProblem[]>)
    | undefined;
  /** Added to the form beside `agk-form`. */
  readonly className?: string | undefined;
}
