// Measures the import of a year of 100,000 rows from an affiliate network for a user with 10,000
// links, in one process with its own database. Prints seconds from one run; it neither passes nor
// fails.
import { randomUUID } from 'node:crypto'
import { importReport } from '../server/money/networks/import-report.ts'
import { links, users } from '../server/platform/db/schema.ts'
import { linkPartOf } from '../server/redirect/sub-ids/click-key.ts'
import { startOwnDeps } from './support/own-deps.ts'
import { printTable } from './support/table.ts'

const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000)
const LINKS = 10_000
const LINKS_PER_INSERT = 1000
const MAX_SECONDS = 30
const START = Date.UTC(2025, 0, 1)
const YEAR_MS = 365 * 24 * 60 * 60 * 1000

const { deps, stop } = await startOwnDeps()
try {
  const [user] = await deps.db
    .insert(users)
    .values({ email: `${randomUUID()}@people.example`, passwordHash: 'none' })
    .returning()
  if (!user) throw new Error('no user')
  const ids = await addLinks(user.id)
  const pending = Buffer.from(reportOf(ids, 'pending'))
  const approved = Buffer.from(reportOf(ids, 'approved'))
  const sent = { fileName: '', languages: '', network: undefined, columns: undefined }
  const measure = async (bytes: Buffer, isDryRun: boolean) => {
    const startedAt = performance.now()
    const options = { userId: user.id, isDryRun, now: new Date() }
    const { counts } = await importReport(deps, { ...sent, bytes, exportedAt: undefined }, options)
    const seconds = (performance.now() - startedAt) / 1000
    return [`${seconds.toFixed(1)} s`, JSON.stringify(counts)]
  }
  printTable(
    `${ROWS} rows, ${(pending.length / 1024 / 1024).toFixed(1)} MB (limit ${MAX_SECONDS} s)`,
    [
      ['', 'time', 'counts'],
      ['dry run', ...(await measure(pending, true))],
      ['import', ...(await measure(pending, false))],
      ['the same rows again', ...(await measure(pending, false))],
      ['all rows approved', ...(await measure(approved, false))],
    ],
  )
} finally {
  await stop()
}

async function addLinks(userId: string): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < LINKS) {
    const rows = Array.from({ length: LINKS_PER_INSERT }, (_, at) => ({
      userId,
      shortCode: `bench-${ids.length + at}`,
      name: 'Bench',
      url: 'https://www.awin1.com/cread.php?awinmid=1&ued=x',
      host: 'awin1.com',
    }))
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const added = await deps.db.insert(links).values(rows).returning({ id: links.id })
    ids.push(...added.map(({ id }) => id))
  }
  return ids
}

/** Returns an Awin report in which half of the rows have a click key. */
function reportOf(ids: readonly string[], status: string): string {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const at = new Date(START + (n / ROWS) * YEAR_MS)
    const time = at.getTime().toString(36).padStart(8, '0')
    const key = n % 2 === 0 ? `${linkPartOf(ids[n % ids.length] ?? '')}${time}0000000` : ''
    const day = at.toISOString().slice(0, 19).replace('T', ' ')
    return `${n},Shop ${n % 50},${status},${day},,${key},${(n % 900) + 10}.50,${n % 90}.${10 + (n % 90)},EUR`
  })
  const names =
    'Transaction ID,Advertiser,Status,Transaction Date,Validation Date,Click Ref,Sale Amount,Commission,Currency'
  return [names, ...rows].join('\n')
}
