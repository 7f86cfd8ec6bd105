import type { TotalsByCurrency } from '#contract/money/networks.ts'

/** Report as a network's documentation describes it, with invented values. */
export type SampleReport = {
  title: string
  network: string
  text: string
  encoding?: 'latin1' | 'utf16le'
  totals: TotalsByCurrency
  /** Number of rows that can be read. */
  rows: number
}

export const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
export const sums = (pending: number, approved: number, declined: number) => ({
  pending,
  approved,
  declined,
})
