/**
 * Numbers that the server counts since its start. They are plain numbers, because redirects and
 * cached pages must not pay for metrics that nobody reads.
 */
export type Counts = {
  /** Answers to requests for short links: redirects and the pages shown instead. */
  shortLinkAnswers: number
  /** Answers with a cached public page or widget. */
  pageAnswers: number
  /** Push messages by result. */
  pushes: Record<'sent' | 'gone' | 'refused' | 'later', number>
  webhookAttempts: { delivered: number; failed: number }
}

export const createCounts = (): Counts => ({
  shortLinkAnswers: 0,
  pageAnswers: 0,
  pushes: { sent: 0, gone: 0, refused: 0, later: 0 },
  webhookAttempts: { delivered: 0, failed: 0 },
})
