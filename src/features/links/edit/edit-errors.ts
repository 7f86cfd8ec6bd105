import { toApiError } from '#http/error.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import {
  validateWith,
  errorsOf,
  type WHOLE_FORM,
  type FormErrors,
  type FormResult,
} from '#app/form/form-errors.ts'
import { ENDS_BEFORE_START, endsBeforeStart, STARTS_AFTER_END } from '#contract/links/limits.ts'
import { LinkEdit } from '#contract/links/link-edits.ts'
import { UTM_FIELDS } from '#contract/links/utm.ts'
import type { EditField, EditValues } from './edit-values.ts'

export type EditTab = 'preview' | 'collections' | 'tags' | 'settings'

/** Fields of each tab, in order. */
const TAB_FIELDS: Record<EditTab, readonly EditField[]> = {
  preview: ['picture', 'image_alt', 'name', 'url', 'show_code'],
  collections: ['regular_collection_names'],
  tags: ['tags'],
  settings: [
    'link_domain_id',
    'short_code',
    'treat_as_in_network',
    ...UTM_FIELDS,
    'pass_query',
    'starts_at',
    'expires_at',
    'fallback_url',
    'max_clicks',
    'password',
    'rules',
    'open_in_browser',
    'kept_in_app',
    'is_hidden',
  ],
}
const TABS = Object.keys(TAB_FIELDS) as EditTab[]

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
const CONFLICT_TEXT = 'Changed elsewhere. Choose above what to keep.'

const API_NAMES = [...Object.values(TAB_FIELDS).flat(), ...PICTURE].map(
  (name) => [name, PICTURE.includes(name) ? 'picture' : name] as const,
)

const validate = validateWith(LinkEdit)

/**
 * Validates an edit as the server would, before it is sent. The edit contains only changed fields;
 * `values` is the whole form.
 */
export function readEdit(edit: LinkEdit, values: EditValues): FormResult<LinkEdit> {
  const errors = validate(edit).errors ?? timeErrors(edit, values)
  return errors ? { errors } : { sent: edit }
}

function timeErrors(edit: LinkEdit, { starts_at, expires_at }: EditValues): FormErrors | undefined {
  const isChanged = edit.starts_at !== undefined || edit.expires_at !== undefined
  if (!isChanged || !endsBeforeStart(starts_at, expires_at)) return undefined
  return edit.starts_at === undefined
    ? { expires_at: ENDS_BEFORE_START }
    : { starts_at: STARTS_AFTER_END }
}

/**
 * Returns why a save failed: the first message of each field, or one message for the whole form.
 */
export const saveErrorsOf = (failure: unknown) =>
  editErrorsOf(failure, () =>
    toApiError(failure).status === 409
      ? CONFLICT_TEXT
      : explainFailure(failure, 'save the link', 'The link'),
  )

/** Maps the errors of a refused edit to the fields of the form. */
export function editErrorsOf(failure: unknown, explain: () => string | null): EditErrors {
  const errors: EditErrors = errorsOf(failure, API_NAMES, explain)
  if (errors.picture === NO_INTEGER) errors.picture = POST_LAYOUT
  return errors
}

const hasError = (errors: FormErrors) => (field: string) => errors[field] !== undefined

export const countErrors = (errors: EditErrors) =>
  Object.values(TAB_FIELDS).flat().filter(hasError(errors)).length

export const errorsOn = (tab: EditTab, errors: EditErrors) =>
  TAB_FIELDS[tab].filter(hasError(errors)).length

/** Returns the tab of the first field with an error. */
export const firstTabWithErrors = (errors: EditErrors): EditTab | undefined =>
  TABS.find((tab) => errorsOn(tab, errors) > 0)
