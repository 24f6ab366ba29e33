import { type ReactNode, useMemo } from "react";
import { hasHiddenLevels, jsonTextOf, MAX_JSON_DEPTH } from "../../protocol/jsonDepth.ts";
import { labelsOf } from "../../selectors/humanize.ts";
import { countMarks } from "../../selectors/visibleText.ts";
import { Checklist, parseTasks } from "../activity/Checklist.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { useIsAllShown, useReportHidden } from "../ui/hiddenParts.ts";
import { BATCH, useShownItems } from "../ui/useShownItems.tsx";
import { VisibleText } from "../ui/VisibleText.tsx";
import { indentJson } from "./formatJson.ts";
import { JsonSource, TooDeep } from "./JsonSource.tsx";
import { parseSearchReport } from "./parseSearchReport.ts";
import { SearchProgress } from "./SearchProgress.tsx";

/** Values nested deeper are shown as JSON: lists of lists of lists are unreadable. */
const MAX_FORMATTED_DEPTH = 3;
/** Number of values that are rendered at first. A value with more of them shows a part of each of its lists. */
export const MAX_VALUES = 500;
/** Most and fewest items that a list of a larger value shows at first. */
const MAX_ITEMS = 50;
const MIN_ITEMS = 3;
/** Number of marks of hidden characters that cost as much as a value. */
const MARKS_PER_VALUE = 4;
/** Most values that are rendered as fields and lists when the user asks to see all. More are shown as JSON. */
const MAX_RENDERED = 1_000;
/** Most characters of a text for which no budget is left that are shown at once. */
const MAX_TEXT = 200;

interface JsonViewProps {
  readonly value: unknown;
  /** True when the value may be a search report or a progress report. @defaultValue false */
  readonly isReport?: boolean;
  /**
   * True for a value that the user decides about: nothing is left out or shown in another form, and hidden characters
   * are visible. @defaultValue false
   */
  readonly isExact?: boolean;
  /**
   * Number of values that are rendered at first, of a value that shares it with others; `Infinity` for all. @defaultValue
   * 500, of a value with more
   */
  readonly maxValues?: number | undefined;
}

/** @internal Shows any JSON value readably: objects as labeled fields, arrays as lists, task lists as checklists. */
export function JsonView({
  value,
  isReport = false,
  isExact = false,
  maxValues,
}: JsonViewProps): ReactNode {
  const extraCountOf = isExact ? marksAsValues : undefined;
  const budget = useMemo(
    () =>
      maxValues ??
      (countValues(value, MAX_VALUES, extraCountOf) > MAX_VALUES
        ? MAX_VALUES
        : Number.POSITIVE_INFINITY),
    [value, maxValues, extraCountOf],
  );
  const isAllShown = useIsAllShown();
  const isTooLong = useMemo(
    () =>
      isAllShown &&
      // Values that do not fit into a budget that they share are many together.
      (Number.isFinite(maxValues) || countValues(value, MAX_RENDERED, extraCountOf) > MAX_RENDERED),
    [isAllShown, value, maxValues, extraCountOf],
  );
  const report = isReport ? parseSearchReport(value) : undefined;
  const shared = isTooLong
    ? { depth: MAX_FORMATTED_DEPTH + 1, budget: Number.POSITIVE_INFINITY, isExact }
    : { depth: 0, budget, isExact };
  if (!report) return <Value value={value} {...shared} />;
  return (
    <SearchProgress report={report} renderRest={(rest) => <Value value={rest} {...shared} />} />
  );
}

/**
 * Counts a value and the values in it. Stops counting soon after the limit.
 *
 * @param extraCountOf - Number of values as which a text or a key counts besides itself. @defaultValue none
 */
export function countValues(
  value: unknown,
  limit: number,
  extraCountOf: (text: string) => number = () => 0,
): number {
  const pending = [value];
  let count = 0;
  for (let next = pending.pop(); next !== undefined && count <= limit; next = pending.pop()) {
    count += 1 + (typeof next === "string" ? extraCountOf(next) : 0);
    if (typeof next !== "object" || next === null) continue;
    const items: readonly unknown[] = Object.values(next);
    if (items.length > limit) return items.length;
    if (!Array.isArray(next)) for (const key of Object.keys(next)) count += extraCountOf(key);
    pending.push(...items);
  }
  return count;
}

/** Returns the number of values that cost as much as the marks of what is hidden in a text. */
export function marksAsValues(text: string): number {
  return Math.floor(countMarks(text, "value") / MARKS_PER_VALUE);
}

interface ValueProps {
  readonly value: unknown;
  /** Number of containers around the value. */
  readonly depth: number;
  /** Number of values that are rendered at first. */
  readonly budget: number;
  readonly isExact: boolean;
}

function Value(props: ValueProps): ReactNode {
  const { value, depth, budget, isExact } = props;
  const strings = useStrings();
  const { yes, no, none } = strings.value;
  if (typeof value === "boolean") return value ? yes : no;
  if (isEmptyValue(value)) return (isExact && JSON.stringify(value)) || none;
  if (typeof value !== "object") {
    const text = String(value);
    if (budget < 1 && text.length > MAX_TEXT)
      return <JsonSource text={text} isExact={isExact} isShort />;
    const isQuoted = typeof value === "string" && looksLikeOther(value, [yes, no]);
    const exactText = isQuoted ? JSON.stringify(value) : text;
    return <span dir="auto">{isExact ? <VisibleText text={exactText} /> : text}</span>;
  }
  if (depth > MAX_FORMATTED_DEPTH) {
    return hasHiddenLevels(value, MAX_JSON_DEPTH - depth) ? (
      <TooDeep getText={() => jsonTextOf(value)} />
    ) : (
      <JsonSource
        text={indentJson(JSON.stringify(value))}
        isExact={isExact}
        isShort={Number.isFinite(budget)}
      />
    );
  }
  if (!Array.isArray(value)) return <JsonFields {...props} value={value} />;
  const tasks = isExact ? undefined : parseTasks(value);
  return tasks ? <Checklist tasks={tasks} /> : <List {...props} value={value} />;
}

/** Returns how many items of a container are shown at first, and the budget of the item at a position. */
function shareBudget(budget: number, length: number) {
  const limit = Math.min(budget, Math.max(MIN_ITEMS, Math.min(MAX_ITEMS, budget)));
  const count = Number.isFinite(budget) ? limit : length;
  const share = Math.floor(budget / Math.max(1, Math.min(count, length)));
  // The items that one press of the button adds share a budget of their own.
  const addedShare = Math.floor(MAX_VALUES / Math.max(1, Math.min(BATCH, length - count)));
  const budgetAt = (index: number) => (index < count ? share : Math.max(share, addedShare));
  return { limit: count, budgetAt };
}

function List({
  value,
  depth,
  budget,
  isExact,
}: ValueProps & { readonly value: readonly unknown[] }): ReactNode {
  const { limit, budgetAt } = shareBudget(budget, value.length);
  const { shown, moreButton } = useShownItems(value, limit);
  useReportHidden(
    "values",
    useMemo(() => value.slice(shown.length), [value, shown.length]),
  );
  return (
    <>
      <ul className="agk-list">
        {shown.map((item: unknown, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a JSON array has no other identity
          <li key={index} className="agk-item">
            <Value value={item} depth={depth + 1} budget={budgetAt(index)} isExact={isExact} />
          </li>
        ))}
      </ul>
      {moreButton}
    </>
  );
}

function JsonFields({
  value,
  depth,
  budget,
  isExact,
}: ValueProps & { readonly value: object }): ReactNode {
  const keys = Object.keys(value);
  const labels = labelsOf(keys);
  const { limit, budgetAt } = shareBudget(budget, keys.length);
  const { shown, moreButton } = useShownItems(keys, limit);
  useReportHidden(
    "values",
    useMemo(() => Object.values(value).slice(shown.length), [value, shown.length]),
  );
  return (
    <>
      <dl className="agk-fields">
        {shown.map((key, index) => {
          const item: unknown = Reflect.get(value, key);
          const label = labels[index] ?? key;
          return (
            <div key={key} className="agk-field" data-type={typeOf(item)}>
              <dt className="agk-label">
                {isExact ? <VisibleText text={label} kind="name" /> : label}
              </dt>
              <dd className="agk-value">
                {!isExact && isFraction(key, item) ? (
                  <progress className="agk-progress" value={item} aria-label={label} />
                ) : (
                  <Value
                    value={item}
                    depth={depth + 1}
                    budget={budgetAt(index)}
                    isExact={isExact}
                  />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {moreButton}
    </>
  );
}

/** Tests for null, undefined, `{}` and `[]`. An empty string is shown as it is. */
function isEmptyValue(value: unknown): value is null | undefined {
  if (typeof value !== "object" || value === null) return value === null || value === undefined;
  return Object.keys(value).length === 0;
}

/** Tests for a text that would look like a value that is not text, or like nothing, so that quotation marks are shown. */
function looksLikeOther(text: string, labels: readonly string[]): boolean {
  const trimmed = text.trim();
  return (
    labels.includes(trimmed) ||
    /^(?:".*|null|true|false|\[\s*\]|\{\s*\}|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|)$/is.test(trimmed)
  );
}

function typeOf(value: unknown): string {
  if (isEmptyValue(value)) return "none";
  return Array.isArray(value) ? "list" : typeof value;
}

function isFraction(key: string, value: unknown): value is number {
  return key === "progress" && typeof value === "number" && value >= 0 && value <= 1;
}
