/** A stretch of the list under one heading; without a label there is no heading. */
export interface Day {
  key: string
  label: string | null
  /** Place of its first link in the list, and how many there are. */
  first: number
  count: number
}

/** Heights in px. Rows have one height, so that a place in the list is known without measuring. */
export interface Heights {
  row: number
  heading: number
}

/** A line of the list: a heading, or one link. */
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
  /** The line at a distance from the top of the list, the nearest one for a place outside. */
  lineAt: (offset: number) => number
  /** Distance of a link from the top of its day. */
  offsetInDay: (index: number, day: PlacedDay) => number
}

/** Where everything stands. Days are few; a line is found among them by bisection. */
export function layOut(days: Day[], { row, heading }: Heights): ListLayout {
  const placed: PlacedDay[] = []
  const firstLines: number[] = []
  const tops: number[] = []
  let top = 0
  let lines = 0
  const headOf = (day: Day) => (day.label === null ? 0 : heading)
  for (const day of days) {
    const height = headOf(day) + day.count * row
    placed.push({ ...day, top, height })
    firstLines.push(lines)
    tops.push(top)
    top += height
    lines += day.count + (day.label === null ? 0 : 1)
  }

  function line(at: number): Line {
    const day = bisect(firstLines, at)
    const { label, first } = placed[day] ?? { label: null, first: 0 }
    const inDay = at - (firstLines[day] ?? 0)
    if (label === null) return { kind: 'link', day, index: first + inDay }
    return inDay === 0 ? { kind: 'heading', day } : { kind: 'link', day, index: first + inDay - 1 }
  }

  function lineAt(offset: number): number {
    const at = bisect(tops, offset)
    const day = placed[at]
    if (!day) return 0
    const below = Math.floor((offset - day.top - headOf(day)) / row)
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
    offsetInDay: (index, day) => headOf(day) + (index - day.first) * row,
  }
}

/** The last place whose number is not above the one sought. */
function bisect(sorted: number[], sought: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((sorted[middle] ?? 0) <= sought) low = middle
    else high = middle - 1
  }
  return low
}
