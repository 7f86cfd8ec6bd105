/**
 * The named ones change places among themselves, everything else stays where it is: so an order
 * made on part of a list (a page of it, or before something was added elsewhere) moves no more than
 * what was seen. Ids that are not in the list are passed over. With `base`, the order that was seen,
 * only those move that were moved then: what others have moved since keeps its new place.
 */
export function reordered(current: string[], wanted: string[], base?: string[]): string[] {
  const inList = new Set(current)
  const named = new Set(wanted.filter((id) => inList.has(id)))
  const now = current.filter((id) => named.has(id))
  const next = (base ? movedLike(now, [...named], base) : [...named]).values()
  return current.map((id) => (named.has(id) ? (next.next().value ?? id) : id))
}

/** Puts each one that was moved from `base` to `wanted` behind the one that it was put behind, or first. */
function movedLike(now: string[], wanted: string[], base: string[]): string[] {
  const seen = new Map(base.map((id, place) => [id, place]))
  const still = new Set(
    longestRising(
      wanted.filter((id) => seen.has(id)),
      (id) => seen.get(id) ?? 0,
    ),
  )
  const result = now.filter((id) => still.has(id))
  for (const [place, id] of wanted.entries()) {
    if (still.has(id)) continue
    const before = wanted[place - 1]
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id)
  }
  return result
}

/** The most ids that stand in rising order already: the fewest others have been moved. */
function longestRising(ids: string[], rank: (id: string) => number): string[] {
  /** The smallest end of a rising run of each length, and what stood before each id in its run. */
  const ends: string[] = []
  const before = new Map<string, string | undefined>()
  for (const id of ids) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (rank(ends[middle] ?? '') < rank(id)) low = middle + 1
      else high = middle
    }
    before.set(id, ends[low - 1])
    ends[low] = id
  }
  const run: string[] = []
  for (let id = ends.at(-1); id !== undefined; id = before.get(id)) run.unshift(id)
  return run
}
