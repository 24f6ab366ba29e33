/** Position of each story in the sidebar, by id. */
const positions = new Map<string, number>();

/** Loads the order of the stories: a built module lists its exports by the alphabet. */
export async function loadStoryOrder(): Promise<void> {
  const response = await fetch("index.json");
  const { entries }: { readonly entries: Readonly<Record<string, unknown>> } =
    await response.json();
  for (const id of Object.keys(entries)) positions.set(id, positions.size);
}

/** Returns stories in the order of the sidebar. */
export function sortStories<Story extends { readonly id: string }>(
  stories: readonly Story[],
): Story[] {
  return [...stories].sort(
    (first, second) => (positions.get(first.id) ?? 0) - (positions.get(second.id) ?? 0),
  );
}
