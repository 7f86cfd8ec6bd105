import * as v from 'valibot'
import { REPORT_MAX_BYTES, REPORT_SIZE_TEXT, ReportColumns } from '#contract/money/networks.ts'
import { receiveFile } from '../../links/imports/receive.ts'
import { FieldError } from '../../platform/http/errors.ts'

/** Uploaded report with the choices of the user. */
export type SentReport = {
  bytes: Buffer
  fileName: string
  languages: string
  network: string | undefined
  columns: ReportColumns | undefined
  /** Time at which the report was made, if the client knows it. */
  exportedAt: Date | undefined
}

const INVALID = 'Send the columns as a JSON object.'
const NetworkName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(40, 'Use at most 40 characters.'),
)
const Fields = v.object({
  network: v.optional(NetworkName),
  columns: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        try {
          return JSON.parse(dataset.value) as unknown
        } catch {
          addIssue({ message: INVALID })
          return NEVER
        }
      }),
      ReportColumns,
    ),
  ),
  exported_at: v.optional(v.pipe(v.string(), v.isoTimestamp('Send an ISO 8601 time.'))),
})

/** Reads the form of a report: `file`, and optionally `network`, `columns` and `exported_at`. */
export async function receiveReport(request: Request, fileName: string): Promise<SentReport> {
  const texts = new Map<string, string>()
  const limit = { maxBytes: REPORT_MAX_BYTES, tooLarge: REPORT_SIZE_TEXT }
  const bytes = await receiveFile(request, limit, texts)
  const filled = [...texts].filter(([, value]) => value !== '')
  const fields = v.safeParse(Fields, Object.fromEntries(filled))
  if (!fields.success) {
    const [issue] = fields.issues
    const field = issue.path?.[0].key
    throw new FieldError(typeof field === 'string' ? field : 'non_field_errors', issue.message)
  }
  const { network, columns, exported_at } = fields.output
  const languages = request.headers.get('accept-language') ?? ''
  const exportedAt = exported_at === undefined ? undefined : new Date(exported_at)
  return { bytes, fileName, languages, network, columns, exportedAt }
}
