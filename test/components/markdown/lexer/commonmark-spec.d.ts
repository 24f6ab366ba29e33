declare module "commonmark-spec" {
  interface SpecExample {
    number: number;
    section: string;
    /** Source with `→` for tabs. */
    markdown: string;
    html: string;
  }

  export const tests: readonly SpecExample[];
}
