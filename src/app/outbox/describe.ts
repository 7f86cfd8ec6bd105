import type { Entry } from '#mirror/outbox/entries.ts'
import { changedFields } from '#mirror/outbox/edits.ts'

/** Returns a short description of a change. */
export function kindText({ change }: Pick<Entry, 'change'>): string {
  switch (change.kind) {
    case 'create-link':
      return 'New link, created when you’re online'
    case 'clone-link':
      return 'Clone, created when you’re online'
    case 'edit-link':
      return hidingText(change.edit.is_hidden, Object.keys(changedFields(change)).length)
    case 'tag-links':
      return change.mode === 'remove' ? 'Tags to remove' : 'Tags to add'
    case 'add-parameters':
      return 'Parameters to add'
    case 'create-collection':
      return 'New collection, created when you’re online'
    case 'delete-collection':
      return 'Collection to delete'
    case 'add-links':
      return 'Links to add to the collection'
    case 'remove-links':
      return 'Links to remove from the collection'
    case 'send-message':
      return 'Message, sent when you’re online'
    case 'order-links':
    case 'order-collections':
      return 'Order waiting to sync'
    default:
      return 'Edit waiting to sync'
  }
}

function hidingText(hidden: boolean | undefined, fields: number): string {
  if (hidden === undefined || fields > 1) return 'Edit waiting to sync'
  return hidden ? 'Hide, waiting to sync' : 'Show again, waiting to sync'
}

/** Returns why a change has stopped, or undefined while it only waits. */
export function problemText({ problem, state }: Entry): string | undefined {
  if (state === 'waiting' || !problem) return undefined
  if ('latest' in problem) return `Changed elsewhere: ${problem.fields.map(fieldText).join(', ')}`
  const [first] = Object.values(problem.errors)
  if (first?.[0]) return `Not saved: ${first[0]}`
  if (problem.status === 404) return 'Not saved: it is gone, or belongs to someone else.'
  return 'Not saved: the server could not do this.'
}

const FIELDS: Record<string, string> = {
  url: 'address',
  regular_collection_names: 'collections',
  short_code: 'short code',
  link_domain_id: 'domain',
  treat_as_in_network: 'in-network sale',
  is_hidden: 'hidden',
  starts_at: 'start',
  expires_at: 'end',
  max_clicks: 'click limit',
  open_in_browser: 'open in browser',
  kept_in_app: 'apps that visitors stay in',
  custom_image_upload_id: 'picture',
  custom_image_params: 'picture',
  thumbnail_params: 'picture',
  image_upload_id: 'cover',
  image_params: 'cover',
}

export const fieldText = (name: string) => FIELDS[name] ?? name.replace(/^utm_/, '')

export const changesText = (count: number) => (count === 1 ? '1 change' : `${count} changes`)
