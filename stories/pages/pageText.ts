/** Text of a page that the TSDoc of its components does not contain. Texts are Markdown. */
export interface PageText {
  /** Names of the documented components, the main one first. */
  readonly components: readonly string[];
  /** Situations in which to use the component. */
  readonly use: string;
  readonly accessibility: readonly string[];
}
