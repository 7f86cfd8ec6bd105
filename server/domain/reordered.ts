/**
 * The named ones change places among themselves, everything else stays where it is: so an order
 * made on part of a list (a page of it, or before something was added elsewhere) moves no more than
 * what was seen. Ids that are not in the list are passed over.
 */
export function reordered(current: string[], wanted: string[]): string[] {
  const inList = new Set(current)
  const named = new Set(wanted.filter((id) => inList.has(id)))
  const next = named.values()
  return current.map((id) => (named.has(id) ? (next.next().value ?? id) : id))
}

/** From 1 on; 0 is for what nobody has put anywhere yet. */
export const positions = (ids: string[]) =>
  JSON.stringify(ids.map((id, index) => ({ id, position: index + 1 })))
