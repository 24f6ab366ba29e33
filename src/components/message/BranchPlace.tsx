import type { ReactNode } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { branchPlacesOf } from "../../selectors/branchPlacement.ts";
import { haveSameItems } from "../../selectors/haveSameItems.ts";
import { usePart } from "../settings/settings.tsx";
import { BranchPicker } from "./BranchPicker.tsx";

/** @internal What is to be chosen from below one message of a transcript. */
export function BranchPlace({ id }: { readonly id: string }): ReactNode {
  const Picker = usePart("BranchPicker", BranchPicker);
  const places = useSnapshot((snapshot) => branchPlacesOf(snapshot).get(id) ?? NONE, isSame);
  return places.map(({ messageId, position }) => (
    <Picker key={`${position} ${messageId}`} messageId={messageId} position={position} />
  ));
}

type Places = NonNullable<ReturnType<ReturnType<typeof branchPlacesOf>["get"]>>;

const NONE: Places = [];

const keysOf = (places: Places) => places.map((place) => `${place.position} ${place.messageId}`);

function isSame(a: Places, b: Places): boolean {
  return haveSameItems(keysOf(a), keysOf(b));
}
