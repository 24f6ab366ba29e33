import { formatRule, type Paint, type ReportStyle, toSingleLine } from "./formatRule.ts";
import type {
  ConformanceFinding,
  ConformanceReport,
  ConformanceRuleResult,
  ConformanceRun,
  ConformanceStatus,
} from "./report.ts";

/** Options of {@link formatReport}. */
export interface FormatReportOptions {
  /** Styles a part of the text, for example with terminal escapes. @defaultValue no styles */
  readonly paint?: Paint;
}

const VERDICTS: Readonly<Record<ConformanceReport["verdict"], readonly [ReportStyle, string]>> = {
  conforms: ["met", "conforms to AG-UI 1.0"],
  deviates: ["warning", "deviates from AG-UI 1.0"],
  breaks: ["error", "breaks AG-UI 1.0"],
};

const COLUMNS = 100;

type Heading = (text: string) => string;

/**
 * Formats a report as text for a terminal. It has the verdict, the runs, and what was covered. Each broken rule has
 * what was expected, what was received and where. Equal findings of several runs appear once.
 *
 * @example
 * ```ts
 * console.log(formatReport(await checkConformance(agent)));
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function formatReport(
  report: ConformanceReport,
  { paint = (_, text) => text }: FormatReportOptions = {},
): string {
  const { agent, verdict, findings, rules, runs } = report;
  const [style, verdictText] = VERDICTS[verdict];
  const formatHeading = (text: string) => paint("heading", text);
  const brokenRules = (["error", "warning", "info"] as const).flatMap((severity) =>
    rules.filter((rule) => rule.severity === severity && rule.status === "broken"),
  );
  return [
    `${formatHeading(agent)} ${paint(style, verdictText)}${formatCounts(findings)}`,
    ...formatDialect(report),
    "",
    formatHeading("Runs"),
    ...formatRuns(runs, paint),
    "",
    ...(brokenRules.length === 0
      ? [formatHeading("No findings."), ""]
      : [formatHeading("Findings")]),
    ...brokenRules.flatMap((rule) => [...formatRule(rule, report, paint), ""]),
    ...formatStatuses("Events", report.events, formatHeading),
    ...formatStatuses("Roles", report.roles, formatHeading),
    ...formatFamilies(rules, formatHeading),
    "",
    paint(
      "faint",
      "Anything never shown was not checked. Lead the agent to it with prompts (--prompt).",
    ),
  ].join("\n");
}

/** Formats the number of broken rules per severity. */
function formatCounts(findings: readonly ConformanceFinding[]): string {
  const counts = (["error", "warning", "info"] as const).flatMap((severity) => {
    const rules = findings.filter((finding) => finding.severity === severity);
    const count = new Set(rules.map(({ rule }) => rule)).size;
    return count === 0 ? [] : `${count} ${severity}${count === 1 ? "" : "s"}`;
  });
  return counts.length === 0 ? "" : `: ${counts.join(", ")}`;
}

function formatDialect({ dialect, isTranslated }: ConformanceReport): string[] {
  if (dialect === undefined) return [];
  return isTranslated
    ? [`The responses were translated from the dialect "${dialect}".`]
    : [
        `The responses match the dialect "${dialect}". Check them in that dialect: --dialect ${dialect}.`,
      ];
}

function formatRuns(runs: readonly ConformanceRun[], paint: Paint): string[] {
  const width = Math.max(...runs.map(({ name }) => name.length));
  let lastError: string | undefined;
  return runs.flatMap(({ name, events, ending, error }) => {
    const line = `  ${name.padEnd(width)}  ${ending}, ${events} event${events === 1 ? "" : "s"}`;
    // A failure usually repeats in every run: print it once.
    const isNew = error !== undefined && error !== lastError;
    lastError = error ?? lastError;
    return isNew ? [line, paint("faint", `    ${toSingleLine(error)}`)] : [line];
  });
}

function formatStatuses(
  title: string,
  statuses: Readonly<Record<string, ConformanceStatus>>,
  heading: Heading,
): string[] {
  const all = Object.entries(statuses);
  const formatStatus = (label: string, status: ConformanceStatus) => {
    const names = all.flatMap(([name, nameStatus]) => (nameStatus === status ? name : []));
    if (names.length === 0) return [];
    return wrapList(`  ${label}: `, names.length === all.length ? [`all ${all.length}`] : names);
  };
  return [
    heading(title),
    ...formatStatus("met", "met"),
    ...formatStatus("broken", "broken"),
    ...formatStatus("never shown", "never-shown"),
  ];
}

/** Wraps a list to the width of a terminal; later lines are indented below the first name. */
function wrapList(label: string, names: readonly string[]): string[] {
  const lines = [label];
  for (const [i, name] of names.entries()) {
    const piece = i === names.length - 1 ? name : `${name}, `;
    const last = lines.at(-1) ?? "";
    if (last.trim() !== "" && last.length + piece.trimEnd().length > COLUMNS) {
      lines.push(" ".repeat(label.length) + piece);
    } else lines[lines.length - 1] = last + piece;
  }
  return lines.map((line) => line.trimEnd());
}

/** Formats the number of rules per family and status, because a list of all rules is too long to read. */
function formatFamilies(rules: readonly ConformanceRuleResult[], heading: Heading): string[] {
  const families = [...new Set(rules.map(({ rule }) => rule.replace(/\/.*/, "")))];
  const formatRow = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, i) => (i === 0 ? String(cell).padEnd(14) : String(cell).padStart(12)))
      .join("");
  return [
    heading(formatRow(["Rules", "met", "broken", "never shown"])),
    ...families.map((family) => {
      const familyRules = rules.filter(({ rule }) => rule.startsWith(`${family}/`));
      const countRules = (status: ConformanceStatus) =>
        familyRules.filter((rule) => rule.status === status).length || "";
      return formatRow([
        `  ${family}`,
        countRules("met"),
        countRules("broken"),
        countRules("never-shown"),
      ]).trimEnd();
    }),
  ];
}
