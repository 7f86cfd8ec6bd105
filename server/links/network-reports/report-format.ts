import type { DateOrder } from '#contract/imports.ts'
import type { KnownNetwork, ReportField, RowStatus } from '#contract/money/networks.ts'

/** Column names without case and punctuation, separated by spaces. The first one found counts. */
export type Names = string

export type ReportFormat = {
  network: KnownNetwork
  /** Groups of names. A report of this network has one of each group. */
  marks: Names[]
  fields: Partial<Record<ReportField, Names>>
  /** Whether `id` is unique per row. With adjustments and cancellations as further rows, it is not. */
  hasUniqueId: boolean
  /** Columns that are set in declined and approved rows, if there is no column for the status. */
  flags?: { declined: Names; approved: Names }
  /** Status of rows without one. */
  status: RowStatus
  currency?: string
  dateOrder?: DateOrder
}
