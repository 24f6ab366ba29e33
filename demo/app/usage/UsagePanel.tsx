import { type UsageSummary, useUsage } from "agui-kit";
import type { ReactNode } from "react";
import { prices } from "../../prices.ts";
import { SidePanel } from "../SidePanel.tsx";

type Totals = UsageSummary["run"];

const counts = new Intl.NumberFormat("en");

/**
 * Formats an amount with four decimals, because fractions of a cent matter and the column must
 * align.
 */
function money(amount: number, currency: string): string {
  const digits = { minimumFractionDigits: 4, maximumFractionDigits: 4 };
  const format = { style: "currency", currency, ...digits } as const;
  return new Intl.NumberFormat("en", format).format(amount);
}

/** Renders the usage and cost of the last answer and of the whole conversation. */
export function UsagePanel(): ReactNode {
  const { run, thread } = useUsage({ prices });
  const isEmpty = thread.byModel.length === 0;
  return (
    <SidePanel label="Usage" summary={isEmpty ? "nothing yet" : formatCost(thread)} isOpen>
      <div className="usage">
        {isEmpty ? (
          <div className="panel-empty">
            <p>No usage yet.</p>
            <p>The agent reports usage after each response.</p>
          </div>
        ) : (
          <>
            {run.byModel.length > 0 && <UsageTable caption="Last response" totals={run} />}
            <UsageTable caption="Whole conversation" totals={thread} />
          </>
        )}
      </div>
    </SidePanel>
  );
}

function UsageTable({ caption, totals }: { readonly caption: string; readonly totals: Totals }) {
  const { byModel, cost, inputTokens, outputTokens } = totals;
  const unpriced = byModel.filter((model) => model.cost === undefined);
  return (
    <>
      <table className="usage-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">In</th>
            <th scope="col">Out</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {byModel.map((model) => (
            <ModelRows
              key={`${model.provider}/${model.model}`}
              model={model}
              currency={cost?.currency ?? "USD"}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{counts.format(inputTokens)}</td>
            <td>{counts.format(outputTokens)}</td>
            <td>
              <bdi>{formatCost(totals)}</bdi>
            </td>
          </tr>
        </tfoot>
      </table>
      {unpriced.length > 0 && (
        <p className="card-note">
          Minimum cost. Not in the price list:{" "}
          {unpriced.map(({ model }) => model ?? "a model").join(", ")}.
        </p>
      )}
    </>
  );
}

interface ModelRowsProps {
  readonly model: Totals["byModel"][number];
  readonly currency: string;
}

/** Renders the usage of a model, with the parts of each amount below it. */
function ModelRows({ model, currency }: ModelRowsProps): ReactNode {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens, cost } = model;
  const parts = [
    model.provider,
    cachedInputTokens && `cached ${counts.format(cachedInputTokens)}`,
    reasoningTokens && `reasoning ${counts.format(reasoningTokens)}`,
  ].filter(Boolean);
  return (
    <>
      <tr>
        <th scope="row">{model.model ?? "unnamed"}</th>
        <td>{inputTokens === undefined ? "?" : counts.format(inputTokens)}</td>
        <td>{outputTokens === undefined ? "?" : counts.format(outputTokens)}</td>
        <td>
          <bdi>{cost === undefined ? "no price" : money(cost, currency)}</bdi>
        </td>
      </tr>
      <tr className="usage-parts">
        <td colSpan={4}>{parts.join(" · ")}</td>
      </tr>
    </>
  );
}

function formatCost({ cost }: Totals): string {
  if (!cost) return "";
  return `${cost.isComplete ? "" : "≥ "}${money(cost.amount, cost.currency)}`;
}
