import { formatRule, oneLine, type Paint, type ReportStyle } from "./formatRule.ts";
import type {
  ConformanceFinding,
  ConformanceReport,
  ConformanceRuleResult,
  ConformanceRun,
  ConformanceStatus,
} from "./report.ts";

export interface FormatReportOptions {
  /** Paints a piece of text, with the escapes of a terminal for instance. @defaultValue as it is */
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
 * Writes a report as text for a terminal: the verdict, the runs, for each broken rule what was expected,
 * what came and where, and what was shown at all. The same thing in several runs is told once.
 *
 * @example
 * ```ts
 * console.log(formatReport(await checkConformance(agent)));
 * ```
 */
export function formatReport(
  report: ConformanceReport,
  { paint = (_, text) => text }: FormatReportOptions = {},
): string {
  const { agent, verdict, findings, rules, runs } = report;
  const [style, words] = VERDICTS[verdict];
  const heading = (text: string) => paint("heading", text);
  const told = (["error", "warning", "info"] as const).flatMap((severity) =>
    rules.filter((rule) => rule.severity === severity && rule.status === "broken"),
  );
  return [
    `${heading(agent)} ${paint(style, words)}${counted(findings)}`,
    ...formatDialect(report),
    "",
    heading("Runs"),
    ...formatRuns(runs, paint),
    "",
    ...(told.length === 0 ? [heading("Nothing was found."), ""] : [heading("Findings")]),
    ...told.flatMap((rule) => [...formatRule(rule, report, paint), ""]),
    ...formatStatuses("Events", report.events, heading),
    ...formatStatuses("Roles", report.roles, heading),
    ...formatFamilies(rules, heading),
    "",
    paint("faint", "What was never shown was not checked: prompts lead an agent to it (--prompt)."),
  ].join("\n");
}

/** How many rules of each severity are broken, however often. */
function counted(findings: readonly ConformanceFinding[]): string {
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
    ? [`It was read in the dialect "${dialect}".`]
    : [
        `It speaks in the accent of "${dialect}". To check what its dialect makes of it: --dialect ${dialect}.`,
      ];
}

function formatRuns(runs: readonly ConformanceRun[], paint: Paint): string[] {
  const width = Math.max(...runs.map(({ name }) => name.length));
  let said: string | undefined;
  return runs.flatMap(({ name, events, ending, error }) => {
    const line = `  ${name.padEnd(width)}  ${ending}, ${events} event${events === 1 ? "" : "s"}`;
    // What fails in one way fails in every run.
    const isNew = error !== undefined && error !== said;
    said = error ?? said;
    return isNew ? [line, paint("faint", `    ${oneLine(error)}`)] : [line];
  });
}

function formatStatuses(
  title: string,
  statuses: Readonly<Record<string, ConformanceStatus>>,
  heading: Heading,
): string[] {
  const all = Object.entries(statuses);
  const line = (words: string, wanted: ConformanceStatus) => {
    const names = all.flatMap(([name, status]) => (status === wanted ? name : []));
    if (names.length === 0) return [];
    return wrapped(`  ${words}: `, names.length === all.length ? [`all ${all.length}`] : names);
  };
  return [
    heading(title),
    ...line("met", "met"),
    ...line("broken", "broken"),
    ...line("never shown", "never-shown"),
  ];
}

/** A list in lines that fit, the later ones under the first name. */
function wrapped(start: string, names: readonly string[]): string[] {
  const lines = [start];
  for (const [i, name] of names.entries()) {
    const piece = i === names.length - 1 ? name : `${name}, `;
    const last = lines.at(-1) ?? "";
    if (last.trim() !== "" && last.length + piece.trimEnd().length > COLUMNS) {
      lines.push(" ".repeat(start.length) + piece);
    } else lines[lines.length - 1] = last + piece;
  }
  return lines.map((line) => line.trimEnd());
}

/** A list of forty rules that are all right tells less than how many there are of each kind. */
function formatFamilies(rules: readonly ConformanceRuleResult[], heading: Heading): string[] {
  const families = [...new Set(rules.map(({ rule }) => rule.replace(/\/.*/, "")))];
  const row = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, i) => (i === 0 ? String(cell).padEnd(14) : String(cell).padStart(12)))
      .join("");
  return [
    heading(row(["Rules", "met", "broken", "never shown"])),
    ...families.map((family) => {
      const own = rules.filter(({ rule }) => rule.startsWith(`${family}/`));
      const count = (wanted: ConformanceStatus) =>
        own.filter(({ status }) => status === wanted).length || "";
      return row([`  ${family}`, count("met"), count("broken"), count("never-shown")]).trimEnd();
    }),
  ];
}
