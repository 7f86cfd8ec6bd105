/**
 * Returns the list in a new order. The wanted ids change places among themselves and all others
 * keep their place. An order of a part of the list (one page, or the list before something was
 * added elsewhere) therefore moves only what the user saw. Ids that are not in the list are
 * ignored. With `base`, the order that the user saw, only ids that the user moved are moved;
 * changes made elsewhere since then are kept.
 */
export function reorder(current: string[], wanted: string[], base?: string[]): string[] {
  const inList = new Set(current)
  const listed = new Set(wanted.filter((id) => inList.has(id)))
  const listedInOrder = current.filter((id) => listed.has(id))
  const newOrder = (base ? applyMoves(listedInOrder, [...listed], base) : [...listed]).values()
  return current.map((id) => (listed.has(id) ? (newOrder.next().value ?? id) : id))
}

/**
 * Puts each id that was moved between `base` and `wanted` after its predecessor in `wanted`, or
 * first.
 */
function applyMoves(listedInOrder: string[], wanted: string[], base: string[]): string[] {
  const basePositions = new Map(base.map((id, place) => [id, place]))
  const unmoved = new Set(
    longestIncreasing(
      wanted.filter((id) => basePositions.has(id)),
      (id) => basePositions.get(id) ?? 0,
    ),
  )
  const result = listedInOrder.filter((id) => unmoved.has(id))
  for (const [place, id] of wanted.entries()) {
    if (unmoved.has(id)) continue
    const before = wanted[place - 1]
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id)
  }
  return result
}

/**
 * Returns a longest increasing subsequence. These ids stay, so the number of moved ones is minimal.
 */
function longestIncreasing(ids: string[], rank: (id: string) => number): string[] {
  /**
   * Smallest last id of an increasing run, by length. `before` holds the predecessor of each id in
   * its run.
   */
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
