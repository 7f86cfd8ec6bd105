import { toApiError } from '#http/error.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import {
  bySchema,
  errorsOf,
  type WHOLE_FORM,
  type FormErrors,
  type Read,
} from '#app/form/form-errors.ts'
import { LinkEdit, UTM_FIELDS } from '#contract/links.ts'
import type { EditField } from './edit-values.ts'

export type EditTab = 'preview' | 'collections' | 'tags' | 'settings'

/** Fields of each tab, in order. */
const FIELDS: Record<EditTab, readonly EditField[]> = {
  preview: ['picture', 'image_alt', 'name', 'url'],
  collections: ['regular_collection_names'],
  tags: ['tags'],
  settings: [
    'link_domain_id',
    'short_code',
    'treat_as_in_network',
    ...UTM_FIELDS,
    'pass_query',
    'expires_at',
    'fallback_url',
    'is_hidden',
  ],
}
const TABS = Object.keys(FIELDS) as EditTab[]

/** One message per field, and one for the whole form. */
export type EditErrors = { [Field in EditField | typeof WHOLE_FORM]?: string | undefined }

/** API names for the picture, which is a single field in the form. */
const PICTURE = [
  'thumbnail_params',
  'custom_image_params',
  'custom_image_upload_id',
  'image_upload_id',
]
const NO_INTEGER = 'A valid integer is required.'
const POST_LAYOUT = 'Image is required for collection with post layout'
const CHANGED = 'Changed elsewhere. Choose above what to keep.'

const NAMES = [...Object.values(FIELDS).flat(), ...PICTURE].map(
  (name) => [name, PICTURE.includes(name) ? 'picture' : name] as const,
)

const check = bySchema(LinkEdit)

/** Validates an edit as the server would, before it is sent. */
export function readEdit(edit: LinkEdit): Read<LinkEdit> {
  const { errors } = check(edit)
  return errors ? { errors } : { sent: edit }
}

/**
 * Returns why a save failed: the first message of each field, or one message for the whole form.
 */
export const saveRefusal = (failure: unknown) =>
  refusedEdit(failure, () =>
    toApiError(failure).status === 409
      ? CHANGED
      : explainFailure(failure, 'save the link', 'The link'),
  )

/** Maps the errors of a refused edit to the fields of the form. */
export function refusedEdit(failure: unknown, explain: () => string | null): EditErrors {
  const errors: EditErrors = errorsOf(failure, NAMES, explain)
  if (errors.picture === NO_INTEGER) errors.picture = POST_LAYOUT
  return errors
}

const isWrong = (errors: FormErrors) => (field: string) => errors[field] !== undefined

export const countErrors = (errors: EditErrors) =>
  Object.values(FIELDS).flat().filter(isWrong(errors)).length

export const errorsOn = (tab: EditTab, errors: EditErrors) =>
  FIELDS[tab].filter(isWrong(errors)).length

/** Returns the tab of the first field with an error. */
export const firstWrong = (errors: EditErrors): EditTab | undefined =>
  TABS.find((tab) => errorsOn(tab, errors) > 0)
