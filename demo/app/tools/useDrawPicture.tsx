import { type ContentPart, type ToolRenderProps, useFrontendTool } from "agui-kit";
import type { ReactNode } from "react";
import { drawPictureTool } from "../../pageTools.ts";
import { DefaultCall } from "./DefaultCall.tsx";
import { assertFits, landscapeLayers } from "./landscape.ts";
import type { Landscape } from "./paint.ts";
import { pause } from "./pause.ts";

/** Progress of a picture. */
interface Progress {
  /** Layer that is being painted. */
  readonly layer: string;
  readonly done: number;
  readonly of: number;
  /** URL of the unfinished picture. */
  readonly picture: string;
}

/**
 * Lets the agent paint a picture in the page, with visible progress, and returns the picture to the
 * agent.
 */
export function useDrawPicture(): void {
  useFrontendTool({
    ...drawPictureTool,
    agentId: "draw",
    handler: (order, { signal }) => drawPicture(order, signal),
    render: (props) => <Picture {...props} />,
  });
}

async function* drawPicture(
  landscape: Landscape,
  signal: AbortSignal,
): AsyncGenerator<Progress, ContentPart[], undefined> {
  const { width, height } = landscape;
  assertFits(landscape);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser doesn’t support canvas.");
  const layers = landscapeLayers(landscape);
  for (const [done, { name, draw }] of layers.entries()) {
    yield { layer: name, done, of: layers.length, picture: canvas.toDataURL() };
    await pause(320, signal);
    draw(context);
  }
  const [, value = ""] = canvas.toDataURL("image/png").split(",");
  return [
    { type: "text", text: `Drawn: ${width} × ${height} pixels.` },
    { type: "image", source: { type: "data", value, mimeType: "image/png" } },
  ];
}

function Picture({
  status,
  args,
  progress,
  result,
  toolCallId,
}: ToolRenderProps<Landscape, ContentPart[], Progress>): ReactNode {
  const address = addressOf(result) ?? (status === "running" ? progress?.picture : undefined);
  if (!args || address === undefined) return <DefaultCall toolCallId={toolCallId} />;
  const { motif, light, width, height } = args;
  return (
    <figure className="picture">
      <img src={address} width={width} height={height} alt={`${motif} at ${light}`} />
      <figcaption>
        {status === "running" && progress ? (
          <>
            <progress aria-label="Drawing" value={progress.done} max={progress.of} />
            <span>{progress.layer}</span>
          </>
        ) : (
          <span>
            {width} × {height} pixels
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function addressOf(result: readonly ContentPart[] | undefined): string | undefined {
  const image = result?.find((part) => part.type === "image");
  if (image?.source.type !== "data") return undefined;
  return `data:${image.source.mimeType};base64,${image.source.value}`;
}
