/**
 * Returns `current` with the ids of `wanted` in their new order. They share the positions that they
 * had before, and all other ids keep theirs, so reordering one page, or a list that has grown
 * elsewhere, moves only what the user saw. Ids that are not in `current` are ignored. `base` is the
 * order that the user saw: with it, only ids that the user moved are moved, and changes made
 * elsewhere since then are kept.
 */
export function reorder(current: string[], wanted: string[], base?: string[]): string[] {
  const inList = new Set(current)
  const listed = new Set(wanted.filter((id) => inList.has(id)))
  const listedInOrder = current.filter((id) => listed.has(id))
  const newOrder = (base ? applyMoves(listedInOrder, [...listed], base) : [...listed]).values()
  return current.map((id) => (listed.has(id) ? (newOrder.next().value ?? id) : id))
}

/**
 * Moves each id that changed its place between `base` and `wanted`: it follows its predecessor in
 * `wanted`, or comes first.
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
   * For each length, the last id of the increasing run of this length whose last id has the lowest
   * rank. `before` holds the predecessor of each id in its run.
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
