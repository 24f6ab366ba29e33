import type { ComponentModel } from "@a2ui/web_core/v0_9";
import {
  type CSSProperties,
  memo,
  type ReactNode,
  useCallback,
  useMemo,
  useSyncExternalStore,
} from "react";
import { ErrorBoundary } from "../components/ui/ErrorBoundary.tsx";
import { NotDisplayed } from "../components/ui/PartBoundary.tsx";
import type { A2uiComponent, A2uiComponentProps } from "./catalog.ts";
import { isEndless, ROOT, type TreePosition } from "./countComponents.ts";
import { createBinding } from "./createBinding.ts";
import type { Surface } from "./createSurface.ts";

const ROOT_POSITION: TreePosition = { id: ROOT, basePath: "/", parent: undefined, depth: 0 };

/** Renders a surface. Renders a `<div>`. */
export function SurfaceView({ surface }: { readonly surface: Surface }): ReactNode {
  return (
    <div className="agk-a2ui" data-surface={surface.model.id}>
      <SurfaceNode surface={surface} position={ROOT_POSITION} />
    </div>
  );
}

interface SurfaceNodeProps {
  readonly surface: Surface;
  readonly position: TreePosition;
}

/** Renders the component at a position; nothing until the component has arrived. */
const SurfaceNode = memo(function SurfaceNode({ surface, position }: SurfaceNodeProps): ReactNode {
  const read = () => surface.getComponent(position.id);
  const component = useSyncExternalStore(surface.subscribe, read, read);
  if (!component || isEndless(position)) return null;
  const implementation = surface.catalog.model.components.get(component.type);
  if (!implementation) return <NotDisplayed />;
  return (
    <ErrorBoundary fallback={<NotDisplayed />} resetKeys={[component]}>
      <BoundComponent
        key={component.type}
        surface={surface}
        position={position}
        component={component}
        implementation={implementation}
      />
    </ErrorBoundary>
  );
});

interface BoundComponentProps extends SurfaceNodeProps {
  readonly component: ComponentModel;
  readonly implementation: A2uiComponent;
}

function BoundComponent({
  surface,
  position,
  component,
  implementation,
}: BoundComponentProps): ReactNode {
  const binding = useMemo(
    () => createBinding(surface, implementation, component, position.basePath),
    [surface, implementation, component, position],
  );
  const props = useSyncExternalStore(binding.subscribe, binding.getProps, binding.getProps);
  // The positions of the children keep their identity, so that the children do not render again.
  const positions = useMemo(
    () => ({ parent: position, byKey: new Map<string, TreePosition>() }),
    [position],
  );
  const buildChild = useCallback(
    (id: string, basePath = position.basePath) => {
      const { parent, byKey } = positions;
      const key = JSON.stringify([id, basePath]);
      const child = byKey.get(key) ?? { id, basePath, parent, depth: parent.depth + 1 };
      byKey.set(key, child);
      return <SurfaceNode key={key} surface={surface} position={child} />;
    },
    [surface, position, positions],
  );
  const { render: Component } = implementation;
  // The schema of the component has validated the properties.
  const typedProps = props as A2uiComponentProps["props"];
  const element = (
    <Component props={typedProps} buildChild={buildChild} context={binding.context} />
  );
  const { weight } = props;
  if (typeof weight !== "number" || !(weight >= 0)) return element;
  // The type of styles has no custom properties.
  const style = { "--agk-weight": weight } as CSSProperties;
  return (
    <div className="agk-a2ui-weight" style={style}>
      {element}
    </div>
  );
}
