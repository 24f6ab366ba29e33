import type { JsonSchema } from "../../../protocol/jsonSchema.ts";

/** Rule that shows or hides a part of a form, or that lets the user edit it. */
export interface FormLayoutRule {
  /** Effect while the condition is met; the opposite takes place while it is not. */
  readonly effect: "SHOW" | "HIDE" | "ENABLE" | "DISABLE";
  /** Value on which the part depends. */
  readonly condition: {
    /** JSON pointer to the field: `#/properties/country`. */
    readonly scope: string;
    /**
     * Schema of the values that meet the condition. It may have `const`, `enum`, `not`, `minimum` and `maximum`. A rule with
     * another keyword has no effect.
     */
    readonly schema: JsonSchema;
  };
}

interface FormLayoutPart {
  /** @defaultValue always shown, and editable */
  readonly rule?: FormLayoutRule;
}

/** A field of the form. */
export interface FormLayoutControl extends FormLayoutPart {
  /** Kind of the element. */
  readonly type: "Control";
  /** JSON pointer to the field in the schema: `#/properties/address/properties/city`. */
  readonly scope: string;
  /** Text of the label; false to leave it to assistive technology. @defaultValue the `title` in the schema */
  readonly label?: string | boolean;
  /** Further settings of the field. */
  readonly options?: {
    /** True for a text of several lines. */
    readonly multi?: boolean;
  };
}

/** A text between fields. */
export interface FormLayoutLabel extends FormLayoutPart {
  /** Kind of the element. */
  readonly type: "Label";
  /** The text, which is shown as it is. */
  readonly text: string;
}

/** Elements below each other, beside each other, or below a heading. */
export interface FormLayoutBox extends FormLayoutPart {
  /** Kind of the element. A horizontal layout wraps where it is narrow. */
  readonly type: "VerticalLayout" | "HorizontalLayout" | "Group";
  /** Heading of a group. */
  readonly label?: string;
  /** The elements, in order. */
  readonly elements: readonly FormLayout[];
}

/** A section of a categorization. */
export interface FormLayoutCategory extends FormLayoutPart {
  /** Kind of the element. */
  readonly type: "Category";
  /** Heading of the section. */
  readonly label: string;
  /** The elements, in order. */
  readonly elements: readonly FormLayout[];
}

/** Sections that the user opens. */
export interface FormLayoutCategorization extends FormLayoutPart {
  /** Kind of the element. */
  readonly type: "Categorization";
  /** The sections; the first is open at first. */
  readonly elements: readonly FormLayoutCategory[];
}

/**
 * Arrangement of the fields of a form: the `uiSchema` of JSON Forms.
 *
 * @example Two fields beside each other
 * ```ts
 * const layout: FormLayout = {
 *   type: "Group",
 *   label: "Address",
 *   elements: [
 *     { type: "Control", scope: "#/properties/street" },
 *     {
 *       type: "HorizontalLayout",
 *       elements: [
 *         { type: "Control", scope: "#/properties/postalCode" },
 *         { type: "Control", scope: "#/properties/city" },
 *       ],
 *     },
 *   ],
 * };
 * ```
 * @see https://docs.ag-ui.com/drafts/generative-ui
 */
export type FormLayout =
  | FormLayoutControl
  | FormLayoutLabel
  | FormLayoutBox
  | FormLayoutCategorization;
