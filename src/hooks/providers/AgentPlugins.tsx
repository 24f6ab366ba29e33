import type { ReactNode } from "react";

/**
 * A feature for `plugins` of `AgentProvider`: a name, and a function that calls hooks of the kit. With it, a
 * package offers a feature as one value.
 *
 * @example Charts for every chat below a provider
 * ```tsx
 * const charts = (): AgentPlugin => ({
 *   name: "charts",
 *   useFeature: () => useToolRenderer({ name: "show_chart", render: Chart }),
 * });
 *
 * <AgentProvider agent={agent} plugins={[charts()]}>
 * ```
 * @see https://docs.ag-ui.com/concepts/generative-ui
 */
export interface AgentPlugin {
  /** Name of the feature. Of several plugins with one name, the last one is used. */
  readonly name: string;
  /**
   * Calls the hooks of the feature in a component below the provider, which renders nothing. A plugin that is written
   * inline keeps the state of its hooks, so this function must call the same hooks each time.
   */
  readonly useFeature: () => void;
}

interface AgentPluginsProps {
  readonly plugins: readonly AgentPlugin[];
}

/** @internal Calls the hooks of the plugins. It precedes the children, so that their effects find the features. */
export function AgentPlugins({ plugins }: AgentPluginsProps): ReactNode {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  return [...byName.values()].map((plugin) => <AgentFeature key={plugin.name} plugin={plugin} />);
}

function AgentFeature({ plugin: { useFeature } }: { readonly plugin: AgentPlugin }): ReactNode {
  useFeature();
  return null;
}
