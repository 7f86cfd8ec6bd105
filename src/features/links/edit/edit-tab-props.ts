import type { ShortLink } from '#contract/links/short-link.ts'
import type { EditErrors } from './edit-errors.ts'
import type { EditValues } from './edit-values.ts'

/** Props of every tab of the edit dialog. */
export type EditTabProps = {
  link: ShortLink
  values: EditValues
  change: (part: Partial<EditValues>) => void
  errors: EditErrors
}
