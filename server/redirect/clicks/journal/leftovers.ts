import { readdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../../../platform/db/sql.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { ClickLines } from '../click-buffer.ts'
import { DAY_MS } from '../utc-day.ts'
import { groupsIn, keyOf, type Group } from './groups.ts'
import { parseName } from './journal-file.ts'
import { journalsIn, type JournalRange } from './journal.ts'
import { isLeftBehind } from './owner.ts'

/** Maximum number of clicks that are handed over together, unless one group has more. */
const MAX_CLICKS = 5000

/** Clicks of a killed process, with the salt of their day. */
export type Leftover = ClickLines & { salt: string; journal: JournalRange }

/** Returns the ids of journals whose processes have ended. */
export function leftBehind(dataDir: string): string[] {
  const folder = journalsIn(dataDir)
  try {
    return readdirSync(folder).filter((id) => isLeftBehind(join(folder, id)))
  } catch {
    // There is no folder before the first click, and this process reports that it cannot write one.
    return []
  }
}

export const removeJournal = (dataDir: string, id: string): Promise<void> =>
  rm(join(journalsIn(dataDir), id), { recursive: true, force: true })

/** Returns the clicks of a killed process in order. They may be stored already. */
export async function* readLeftovers(
  { sql, log, dataDir }: { sql: Sql; log: Log; dataDir: string },
  id: string,
): AsyncGenerator<Leftover> {
  let unreadable = 0
  for (const { name, day } of await filesOf(join(journalsIn(dataDir), id))) {
    const file = await readFile(join(journalsIn(dataDir), id, name))
    const salt = await saltOf(sql, day)
    const groups = [...groupsIn(file, keyOf(salt ?? '', `${id}/${name}`))]
    for (const { clicks, range } of joined(groups))
      yield { ...clicks, salt: salt ?? '', journal: { id, ...range } }
    unreadable += sum(groups.filter(({ lines }) => lines === null))
  }
  if (unreadable > 0)
    log.error('clicks lost: those of a killed process cannot be read', { clicks: unreadable })
}

async function filesOf(folder: string) {
  const files = readdirSync(folder).flatMap((name) => {
    const parsed = parseName(name)
    return parsed ? [{ name, ...parsed }] : []
  })
  return files.toSorted((a, b) => a.number - b.number)
}

/** Returns null if the salt is deleted. Nobody can read the clicks of its day then. */
async function saltOf(sql: Sql, day: number): Promise<string | null> {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  const [row] = await sql<{ salt: string }[]>`
    select salt from visitor_salts where day = ${date}::text::date`
  return row?.salt ?? null
}

const sum = (groups: Group[]) => groups.reduce((clicks, { count }) => clicks + count, 0)

/** Joins groups that follow each other. */
function* joined(groups: Group[]) {
  let some: Group[] = []
  let next = Number.NaN
  for (const group of groups) {
    if (group.lines === null) continue
    if (some.length > 0 && (group.first !== next || sum(some) >= MAX_CLICKS)) {
      yield together(some)
      some = []
    }
    some.push(group)
    next = group.first + group.count
  }
  if (some.length > 0) yield together(some)
}

function together(groups: Group[]) {
  const from = (groups[0]?.first ?? 1) - 1
  const count = sum(groups)
  // Its memory is given to another thread, so it is not shared with other buffers.
  const size = groups.reduce((length, { lines }) => length + (lines?.length ?? 0), 0)
  const bytes = new Uint8Array(size)
  let end = 0
  for (const { lines } of groups) {
    if (lines) bytes.set(lines, end)
    end += lines?.length ?? 0
  }
  return { clicks: { bytes, count }, range: { from, to: from + count } }
}
