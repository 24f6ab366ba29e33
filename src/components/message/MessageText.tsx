import type { ReactNode } from "react";
import { Markdown } from "../markdown/Markdown.tsx";
import { type RenderMarkdownProps, useComponent, useSettings } from "../settings/settings.tsx";
import type { Source } from "../sources/source.ts";
import { CustomRender } from "../ui/ErrorBoundary.tsx";

interface MessageTextProps extends RenderMarkdownProps {
  /** Sources that the text cites. @defaultValue none */
  readonly sources?: readonly Source[] | undefined;
}

/** @internal Renders the Markdown of a message with `renderMarkdown`, or else with the `Markdown` component. */
export function MessageText({ sources, ...props }: MessageTextProps): ReactNode {
  const { allowedImageOrigins, markdown, renderMarkdown } = useSettings();
  const Text = useComponent("Markdown", Markdown);
  const builtIn = (
    <Text {...props} {...markdown} allowedImageOrigins={allowedImageOrigins} sources={sources} />
  );
  return renderMarkdown ? (
    <CustomRender fallback={builtIn} resetKeys={[renderMarkdown, props.text, props.isStreaming]}>
      <Rendered {...props} render={renderMarkdown} />
    </CustomRender>
  ) : (
    builtIn
  );
}

interface RenderedProps extends RenderMarkdownProps {
  readonly render: (props: RenderMarkdownProps) => ReactNode;
}

/** Calls the renderer in a component of its own, so that the error boundary around it catches what it throws. */
function Rendered({ render, ...props }: RenderedProps): ReactNode {
  return render(props);
}
