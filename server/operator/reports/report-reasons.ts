import type { ReportReason } from '../../platform/db/schema.ts'

/** Texts of the reasons in the report form, in the order of the form. */
export const REPORT_REASONS = {
  scam: 'It is a scam or steals passwords',
  malware: 'It leads to harmful software',
  'child-abuse': 'It shows child abuse',
  illegal: 'It leads to something illegal',
  hate: 'It leads to hate or harassment',
  imposter: 'It pretends to be someone else',
  copied: 'It uses my work without permission',
  spam: 'I received it as spam',
  other: 'Something else',
} as const satisfies Record<ReportReason, string>
