import type { ReactNode } from "react";
import { humanize } from "../../selectors/humanize.ts";
import { Checklist, parseTasks } from "../activity/Checklist.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { JsonSource } from "./JsonSource.tsx";
import { parseSearchReport } from "./parseSearchReport.ts";
import { SearchProgress } from "./SearchProgress.tsx";

/** Values nested deeper are shown as JSON: lists of lists of lists are unreadable. */
const MAX_DEPTH = 3;

interface JsonViewProps {
  readonly value: unknown;
  /** True when the value may be a search report or a progress report. @defaultValue false */
  readonly isReport?: boolean;
}

/** @internal Shows any JSON value readably: objects as labelled fields, arrays as lists, task lists as checklists. */
export function JsonView({ value, isReport = false }: JsonViewProps): ReactNode {
  const report = isReport ? parseSearchReport(value) : undefined;
  if (!report) return <Value value={value} depth={0} />;
  return <SearchProgress report={report} renderRest={(rest) => <Value value={rest} depth={0} />} />;
}

function Value({ value, depth }: { readonly value: unknown; readonly depth: number }): ReactNode {
  const strings = useStrings();
  const { yes, no, none } = strings.value;
  if (typeof value === "boolean") return value ? yes : no;
  if (isEmptyValue(value)) return none;
  if (typeof value !== "object") return <span dir="auto">{String(value)}</span>;
  if (depth > MAX_DEPTH) return <JsonSource text={JSON.stringify(value, null, 2)} />;
  if (Array.isArray(value)) {
    const tasks = parseTasks(value);
    if (tasks) return <Checklist tasks={tasks} />;
    return (
      <ul className="agk-list">
        {value.map((item: unknown, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a JSON array has no other identity
          <li key={index} className="agk-item">
            <Value value={item} depth={depth + 1} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl className="agk-fields">
      {Object.entries(value).map(([key, item]: [string, unknown]) => (
        <div key={key} className="agk-field" data-type={typeOf(item)}>
          <dt className="agk-label">{humanize(key)}</dt>
          <dd className="agk-value">
            {isFraction(key, item) ? (
              <progress className="agk-progress" value={item} aria-label={humanize(key)} />
            ) : (
              <Value value={item} depth={depth + 1} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Tests for null, undefined, `{}` and `[]`. An empty string is shown as it is. */
function isEmptyValue(value: unknown): value is null | undefined {
  if (typeof value !== "object" || value === null) return value === null || value === undefined;
  return Object.keys(value).length === 0;
}

function typeOf(value: unknown): string {
  if (isEmptyValue(value)) return "none";
  return Array.isArray(value) ? "list" : typeof value;
}

function isFraction(key: string, value: unknown): value is number {
  return key === "progress" && typeof value === "number" && value >= 0 && value <= 1;
}
