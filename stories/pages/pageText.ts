/** Text of a page that the TSDoc of its components does not contain. Texts are Markdown. */
export interface PageText {
  /** Names of the documented components, the main one first. */
  readonly components: readonly string[];
  /** When to use the component, and what for. */
  readonly use: string;
  readonly accessibility: readonly string[];
}
