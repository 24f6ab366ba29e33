/** The package has no declarations for its ES modules. */
declare module "fast-json-patch/module/core.mjs" {
  /**
   * Applies an operation of a JSON Patch (RFC 6902) and returns the document after the operation.
   *
   * @throws a `JsonPatchError` for an operation that cannot be applied, when `validates` is true
   */
  export function applyOperation<T>(
    document: T,
    operation: object,
    validates?: boolean,
    mutates?: boolean,
  ): { readonly newDocument: T };
}
