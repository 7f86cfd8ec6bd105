/** What one may say against a link, a page or a widget, as the form words it. */
export const REPORT_REASONS = {
  scam: 'It is a scam, or steals passwords',
  malware: 'It leads to harmful software',
  'child-abuse': 'It shows the abuse of a child',
  illegal: 'It leads to something illegal',
  hate: 'It leads to hate or harassment',
  imposter: 'It pretends to be somebody else',
  copied: 'It uses what is mine without being allowed to',
  spam: 'It reached me as spam',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof REPORT_REASONS
/** What can be reported. */
export type ReportedKind = 'link' | 'page' | 'widget'
export type ReportDecision = 'blocked' | 'dismissed'
