import type { ExportFilter } from '#contract/exports.ts'

/** All of it. */
export const NO_FILTER: ExportFilter = {
  date_from: null,
  date_to: null,
  link_uuid: null,
  tags: [],
}
