import type { ExportFilter } from '#contract/exports.ts'

/** Filter that includes everything. */
export const NO_FILTER: ExportFilter = {
  date_from: null,
  date_to: null,
  link_uuid: null,
  tags: [],
}
