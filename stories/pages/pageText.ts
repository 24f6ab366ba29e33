/** Position of a code block in a document. */
export interface CodeReference {
  /** Name of a file in `docs/`, without its extension. */
  readonly document: string;
  /** Text before the block. */
  readonly after: string;
}

/** Text of a page that the TSDoc of its components does not contain. Texts are Markdown. */
export interface PageText {
  /** Names of the documented components, the main one first. */
  readonly components: readonly string[];
  /** Situations in which to use the component. */
  readonly use: string;
  readonly accessibility: readonly string[];
  /** Code for the topic of the page, from documents whose code the tests compile. */
  readonly code?: readonly CodeReference[];
  /** Title of the recipe about the topic. */
  readonly recipe?: string;
}
