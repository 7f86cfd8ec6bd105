import type { ReportResult } from '#contract/money/networks.ts'
import type { Person } from '../people.ts'
import type { SampleReport } from './sample-report.ts'

const REPORTS = '/v2/my/networks/reports/'

export const bytesOf = ({ text, encoding }: Pick<SampleReport, 'text' | 'encoding'>) =>
  encoding === 'latin1'
    ? // The euro sign is a byte of its own in windows-1252.
      Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')
    : encoding === 'utf16le'
      ? Buffer.from(`\uFEFF${text}`, 'utf16le')
      : Buffer.from(text, 'utf8')

type Choices = { network?: string; columns?: object; exported_at?: string }

/** Sends a report, by default as a dry run. */
export async function sendReport(
  person: Person,
  content: string | Uint8Array<ArrayBuffer>,
  { network, columns, exported_at }: Choices = {},
  query = 'dry_run=true',
) {
  const form = new FormData()
  if (network !== undefined) form.append('network', network)
  if (columns) form.append('columns', JSON.stringify(columns))
  if (exported_at !== undefined) form.append('exported_at', exported_at)
  form.append('file', new Blob([content]), 'report.csv')
  const response = await person.send('POST', `${REPORTS}?${query}`, form)
  const body = (await response.json()) as { result: ReportResult; errors: object }
  return { status: response.status, result: body.result, errors: body.errors }
}
