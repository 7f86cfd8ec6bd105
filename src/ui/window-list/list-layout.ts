/** Section of the list. It has no heading if there is no label. */
export interface Day {
  key: string
  label: string | null
  /** Index of its first link in the list, and number of links. */
  first: number
  count: number
}

/** Heights in px. All rows have the same height, so that positions are known without measuring. */
export interface Heights {
  row: number
  heading: number
}

/** Line of the list: a heading or a link. */
export type Line = { kind: 'heading'; day: number } | { kind: 'link'; day: number; index: number }

export interface PlacedDay extends Day {
  top: number
  height: number
}

export interface ListLayout {
  lines: number
  days: PlacedDay[]
  line: (at: number) => Line
  height: number
  /** Returns the line at a distance from the top of the list, or the nearest one. */
  lineAt: (offset: number) => number
  /** Returns the distance of a link from the top of its day. */
  offsetInDay: (index: number, day: PlacedDay) => number
}

/** Returns the position of each day and line. A line's day is found by binary search. */
export function computeLayout(days: Day[], { row, heading }: Heights): ListLayout {
  const placed: PlacedDay[] = []
  const firstLines: number[] = []
  const tops: number[] = []
  let top = 0
  let lines = 0
  const headingHeight = (day: Day) => (day.label === null ? 0 : heading)
  for (const day of days) {
    const height = headingHeight(day) + day.count * row
    placed.push({ ...day, top, height })
    firstLines.push(lines)
    tops.push(top)
    top += height
    lines += day.count + (day.label === null ? 0 : 1)
  }

  function line(at: number): Line {
    const day = lastIndexUpTo(firstLines, at)
    const { label, first } = placed[day] ?? { label: null, first: 0 }
    const inDay = at - (firstLines[day] ?? 0)
    if (label === null) return { kind: 'link', day, index: first + inDay }
    return inDay === 0 ? { kind: 'heading', day } : { kind: 'link', day, index: first + inDay - 1 }
  }

  function lineAt(offset: number): number {
    const at = lastIndexUpTo(tops, offset)
    const day = placed[at]
    if (!day) return 0
    const below = Math.floor((offset - day.top - headingHeight(day)) / row)
    const inDay = below + (day.label === null ? 0 : 1)
    const count = (firstLines[at + 1] ?? lines) - (firstLines[at] ?? 0)
    return (firstLines[at] ?? 0) + Math.max(0, Math.min(inDay, count - 1))
  }

  return {
    lines,
    days: placed,
    height: top,
    line,
    lineAt,
    offsetInDay: (index, day) => headingHeight(day) + (index - day.first) * row,
  }
}

/** Returns the last index whose number is not greater than the one searched for. */
function lastIndexUpTo(sorted: number[], target: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((sorted[middle] ?? 0) <= target) low = middle
    else high = middle - 1
  }
  return low
}
