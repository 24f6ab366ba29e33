/** The package has no declarations for its ES modules. */
declare module "fast-json-patch/module/core.mjs" {
  /** A document after an operation. */
  interface OperationResult<T> {
    /** The changed document: another object only when the operation replaces the root. */
    readonly newDocument: T;
  }

  /**
   * Applies one operation of a JSON Patch (RFC 6902) to a document.
   *
   * @param validate - True to throw a `JsonPatchError` for an operation that cannot be applied.
   * @param mutate - True to change the document itself instead of a copy.
   */
  export function applyOperation<T>(
    document: T,
    operation: object,
    validate?: boolean,
    mutate?: boolean,
  ): OperationResult<T>;
}
