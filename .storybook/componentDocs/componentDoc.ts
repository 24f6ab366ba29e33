/** A prop of a component, from its TSDoc. */
export interface PropDoc {
  readonly name: string;
  /** Type as TypeScript prints it, without `undefined`. */
  readonly type: string;
  /** String literals that the prop accepts, if it accepts nothing else. */
  readonly options: readonly string[];
  /** True when the type contains functions or components, which JSON cannot express. */
  readonly holdsCode: boolean;
  readonly isRequired: boolean;
  /** Markdown. */
  readonly description: string;
  /** Markdown of `@defaultValue`. */
  readonly defaultValue: string | undefined;
}

/** An `@example` of a component. */
export interface ExampleDoc {
  readonly title: string;
  readonly code: string;
  readonly language: string;
}

/** A `@selector` of a component. */
export interface SelectorDoc {
  readonly selector: string;
  /** Markdown. */
  readonly description: string;
}

/** Documentation of a public component, from its TSDoc. */
export interface ComponentDoc {
  readonly name: string;
  /** Paragraphs of Markdown. */
  readonly description: string;
  readonly props: readonly PropDoc[];
  /** True when further props are passed on to the element. */
  readonly hasElementProps: boolean;
  readonly examples: readonly ExampleDoc[];
  readonly selectors: readonly SelectorDoc[];
  /** Errors that the component throws, as Markdown. */
  readonly throws: readonly string[];
  /** True when `components` and `classNames` have an entry of this name. */
  readonly isPart: boolean;
}
