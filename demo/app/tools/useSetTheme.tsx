import { type ToolRenderProps, useFrontendTool } from "agui-kit";
import type { ReactNode } from "react";
import { setThemeTool, type Theme } from "../../pageTools.ts";
import { getTheme, setTheme } from "../theme.ts";
import { DefaultCall } from "./DefaultCall.tsx";

interface Change {
  readonly theme: Theme;
  readonly before: Theme;
}

/** Lets the agent change the theme of the page. */
export function useSetTheme(): void {
  useFrontendTool({
    ...setThemeTool,
    agentId: "theme",
    handler({ theme }): Change {
      const before = getTheme();
      setTheme(theme);
      return { theme, before };
    },
    render: (props) => <ThemeCard {...props} />,
  });
}

const names: Readonly<Record<Theme, string>> = {
  light: "Light theme",
  dark: "Dark theme",
  system: "System theme",
};

function ThemeCard({ result, toolCallId }: ToolRenderProps<{ theme: Theme }, Change>): ReactNode {
  if (!result) return <DefaultCall toolCallId={toolCallId} />;
  const { theme, before } = result;
  return (
    <div className="card theme-card">
      <span
        className="theme-preview"
        data-theme={theme === "system" ? "light" : theme}
        aria-hidden="true"
      >
        <i />
        <i />
        {theme === "system" && <i data-theme="dark" />}
      </span>
      <p>
        <strong>{names[theme]}</strong>
        <span className="card-note">
          {theme === before ? "No change" : `Before: ${names[before].toLowerCase()}`}
        </span>
      </p>
    </div>
  );
}
