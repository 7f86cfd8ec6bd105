/** What one may say against a link, as its form words it. */
export const REPORT_REASONS = {
  scam: 'It is a scam, or steals passwords',
  malware: 'It leads to harmful software',
  'child-abuse': 'It shows the abuse of a child',
  illegal: 'It leads to something illegal',
  hate: 'It leads to hate or harassment',
  spam: 'It reached me as spam',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof REPORT_REASONS
export type ReportDecision = 'blocked' | 'dismissed'
