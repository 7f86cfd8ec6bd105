import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

/**
 * Maximum size of a report. Sentry allows more, but a report without attachments has only a few
 * kilobytes.
 */
export const MAX_REPORT_BYTES = 200 * 1024
const MAX_BYTES_PER_DAY = 20 * 1024 * 1024
export const ERROR_REPORT_DAYS = 30

const EnvelopeHeader = v.object({
  event_id: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
})
const ItemHeader = v.object({ type: v.string(), length: v.optional(v.number()) })

export type Report = { id: string | undefined; events: unknown[] }

/**
 * Parses a Sentry envelope: a header line, then an item header and a payload per item. Returns
 * undefined if the text is not an envelope.
 */
export function readEnvelope(text: string): Report | undefined {
  const [first = '', ...lines] = text.split('\n')
  const json = fromJson(first)
  const header = v.safeParse(EnvelopeHeader, json)
  if (!header.success || Array.isArray(json)) return undefined
  const events: unknown[] = []
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const item = v.safeParse(ItemHeader, fromJson(lines[i] ?? ''))
    if (!item.success) break
    const payload = fromJson(lines[i + 1] ?? '')
    if (item.output.type === 'event' && payload !== undefined) events.push(payload)
  }
  return { id: header.output.event_id, events }
}

/**
 * Appends the events of a report to the error log of the day, one per line. Returns false if that
 * log is full.
 */
export async function storeReport(dataDir: string, { id, events }: Report): Promise<boolean> {
  if (events.length === 0) return true
  const folder = join(dataDir, 'errors')
  const at = new Date().toISOString()
  const path = join(folder, `${at.slice(0, 10)}.ndjson`)
  const size = await sizeOf(path)
  if (size >= MAX_BYTES_PER_DAY) return false
  if (size === 0) await startDay(folder)
  const lines = events.map((event) => `${JSON.stringify({ at, id, event })}\n`)
  await appendFile(path, lines.join(''), { mode: 0o600 })
  return true
}

async function startDay(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const oldest = new Date(Date.now() - ERROR_REPORT_DAYS * 24 * 60 * 60 * 1000)
    .toISOString()
    .slice(0, 10)
  const files = await readdir(folder)
  await Promise.all(
    files.filter((name) => name.slice(0, 10) < oldest).map((name) => rm(join(folder, name))),
  )
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
