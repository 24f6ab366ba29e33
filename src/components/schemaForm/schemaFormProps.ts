import type { JsonSchema, SchemaProblem } from "../../protocol/jsonSchema.ts";
import type { FormLayout } from "./layout/formLayout.ts";

/** Problems that `onSubmit` found in a value; empty or nothing when it accepted the value. */
// biome-ignore lint/suspicious/noConfusingVoidType: the result of a handler without a return
export type SubmitResult = readonly SchemaProblem[] | undefined | void;

/** Props of `SchemaForm`. */
export interface SchemaFormProps {
  /** JSON Schema object. Read on mount only: change the `key` to show another form. */
  readonly schema: JsonSchema;
  /** Initial value, instead of the defaults in the schema. Read on mount only. */
  readonly defaultValue?: unknown;
  /**
   * Arranges the fields of an object. Fields that it does not place follow in the order of the schema. A field that a rule
   * hides is not submitted, and appears when it has a problem. Read on mount only.
   *
   * @defaultValue all fields below each other, in the order of the schema
   */
  readonly layout?: FormLayout | undefined;
  /**
   * Called with a value that passed `validate`. Problems that it returns or resolves with appear beside
   * their fields. Ignores further submits while its promise is pending.
   */
  readonly onSubmit: (value: unknown) => SubmitResult | Promise<SubmitResult>;
  /** Called by a second button, which renders only with this prop. Does not clear the form. */
  readonly onCancel?: (() => void) | undefined;
  /**
   * Text of the submit button.
   *
   * @defaultValue `strings.form.submit`
   */
  readonly submitLabel?: string | undefined;
  /**
   * Text of the cancel button.
   *
   * @defaultValue `strings.form.cancel`
   */
  readonly cancelLabel?: string | undefined;
  /** Explanation of the button that cancels, in its tooltip and description. @defaultValue no explanation */
  readonly cancelHint?: string | undefined;
  /**
   * Accessible name of the form.
   *
   * @defaultValue the `title` of the schema
   */
  readonly label?: string | undefined;
  /**
   * Disables all fields and the submit button, but not the cancel button.
   *
   * @defaultValue false
   */
  readonly disabled?: boolean | undefined;
  /**
   * Returns the problems with a value before it is submitted, instead of the built-in validation.
   *
   * @defaultValue a JSON Schema validator, which loads on first use
   */
  readonly validate?:
    | ((
        schema: JsonSchema,
        value: unknown,
      ) => readonly SchemaProblem[] | Promise<readonly SchemaProblem[]>)
    | undefined;
  /** Class added to the form beside `agk-form`. */
  readonly className?: string | undefined;
}
