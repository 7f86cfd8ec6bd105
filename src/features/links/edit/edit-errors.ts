import * as v from 'valibot'
import type { ApiError } from '#http/error.ts'
import { LinkEdit, UTM_FIELDS } from '#contract/links.ts'
import type { EditField } from './edit-values.ts'

export type EditTab = 'preview' | 'collections' | 'tags' | 'settings'

/** Where each field stands, first to last: the first refused one gets the focus. */
const FIELDS = {
  preview: ['image_upload_id', 'name', 'url'],
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
} as const

const TABS = Object.keys(FIELDS) as EditTab[]
export type ErrorField = (typeof FIELDS)[EditTab][number]
export type EditErrors = Partial<Record<ErrorField, string>>

const ALL: readonly string[] = Object.values(FIELDS).flat()
const isErrorField = (name: string): name is ErrorField => ALL.includes(name)

/** The picture has three names in a request and one place on the screen. */
const PICTURE_NAMES = ['custom_image_upload_id', 'custom_image_params', 'thumbnail_params']
const NO_INTEGER = 'A valid integer is required.'
const POST_LAYOUT = 'Image is required for collection with post layout'

export const errorFieldOf = (field: EditField): ErrorField =>
  field === 'picture' ? 'image_upload_id' : field

/** The first message of each field that the server refused; texts of its own fields only. */
export function refusedFields(error: ApiError): EditErrors {
  const names = [...ALL, ...PICTURE_NAMES]
  return collect(names.map((name) => [name, error.field(name)]))
}

/** What the server would say, before it is asked. */
export function checkEdit(edit: LinkEdit): EditErrors {
  const checked = v.safeParse(LinkEdit, edit)
  if (checked.success) return {}
  return collect(checked.issues.map(({ path, message }) => [String(path?.[0].key), message]))
}

function collect(found: [name: string, message: string | undefined][]): EditErrors {
  const errors: EditErrors = {}
  for (const [name, message] of found) {
    const field = PICTURE_NAMES.includes(name) ? 'image_upload_id' : name
    if (message === undefined || !isErrorField(field)) continue
    errors[field] ??= field === 'image_upload_id' && message === NO_INTEGER ? POST_LAYOUT : message
  }
  return errors
}

export const countErrors = (errors: EditErrors) => Object.keys(errors).length

export const errorsOn = (tab: EditTab, errors: EditErrors) =>
  FIELDS[tab].filter((field) => errors[field] !== undefined).length

/** The first refused field and the tab that it is on. */
export function firstError(errors: EditErrors): { tab: EditTab; field: ErrorField } | undefined {
  for (const tab of TABS) {
    const field = FIELDS[tab].find((name) => errors[name] !== undefined)
    if (field) return { tab, field }
  }
  return undefined
}
