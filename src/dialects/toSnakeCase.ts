/**
 * Converts an event name to lower case with underscores: `messageDelta`, `message.delta` and
 * `MESSAGE_DELTA` become the same name.
 *
 * @example `toSnakeCase("getROIDashboard")` is `"get_roi_dashboard"`.
 */
export function toSnakeCase(name: string): string {
  return name
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())
    .replace(/([a-z\d])([A-Z][a-z])/g, "$1_$2")
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z\d]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
}
