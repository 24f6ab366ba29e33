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
import { isEndless, type Place, ROOT } from "./countComponents.ts";
import { createBinding } from "./createBinding.ts";
import type { Surface } from "./createSurface.ts";

const ROOT_PLACE: Place = { id: ROOT, basePath: "/", parent: undefined, depth: 0 };

/** Renders a surface. Renders a `<div>`. */
export function SurfaceView({ surface }: { readonly surface: Surface }): ReactNode {
  return (
    <div className="agk-a2ui" data-surface={surface.model.id}>
      <SurfaceNode surface={surface} place={ROOT_PLACE} />
    </div>
  );
}

interface SurfaceNodeProps {
  readonly surface: Surface;
  readonly place: Place;
}

/** Renders the component at a place; nothing until the component has arrived. */
const SurfaceNode = memo(function SurfaceNode({ surface, place }: SurfaceNodeProps): ReactNode {
  const read = () => surface.getComponent(place.id);
  const component = useSyncExternalStore(surface.subscribe, read, read);
  if (!component || isEndless(place)) return null;
  const implementation = surface.catalog.model.components.get(component.type);
  if (!implementation) return <NotDisplayed />;
  return (
    <ErrorBoundary fallback={<NotDisplayed />} resetKeys={[component]}>
      <BoundComponent
        key={component.type}
        surface={surface}
        place={place}
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
  place,
  component,
  implementation,
}: BoundComponentProps): ReactNode {
  const binding = useMemo(
    () => createBinding(surface, implementation, component, place.basePath),
    [surface, implementation, component, place],
  );
  const props = useSyncExternalStore(binding.subscribe, binding.getProps, binding.getProps);
  // The places of the children keep their identity, so that the children do not render again.
  const places = useMemo(() => ({ parent: place, byKey: new Map<string, Place>() }), [place]);
  const buildChild = useCallback(
    (id: string, basePath = place.basePath) => {
      const { parent, byKey } = places;
      const key = JSON.stringify([id, basePath]);
      const child = byKey.get(key) ?? { id, basePath, parent, depth: parent.depth + 1 };
      byKey.set(key, child);
      return <SurfaceNode key={key} surface={surface} place={child} />;
    },
    [surface, place, places],
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
  const style = { "--agk-a2ui-weight": weight } as CSSProperties;
  return (
    <div className="agk-a2ui-weight" style={style}>
      {element}
    </div>
  );
}
