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

/** Where each field stands, first to last. */
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

/** One sentence a field, and one of all of it. */
export type EditErrors = { [Field in EditField | typeof WHOLE_FORM]?: string | undefined }

/** The picture has four names in a request and one place on the screen. */
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

/** What the server would say, before it is asked. */
export function readEdit(edit: LinkEdit): Read<LinkEdit> {
  const { errors } = check(edit)
  return errors ? { errors } : { sent: edit }
}

/** Why a save did not come through: the first message of each field, or one line about all of it. */
export const saveRefusal = (failure: unknown) =>
  refusedEdit(failure, () =>
    toApiError(failure).status === 409
      ? CHANGED
      : explainFailure(failure, 'save the link', 'The link'),
  )

/** What was refused of a link, in the words of its form. */
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

/** The tab that the first refused field is on. */
export const firstWrong = (errors: EditErrors): EditTab | undefined =>
  TABS.find((tab) => errorsOn(tab, errors) > 0)
