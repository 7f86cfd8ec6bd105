import { APP_NAMES, clauseOf } from '#contract/rules/sentences.ts'
import type { Rule } from '#contract/rules/rules.ts'
import type { RecordedFields } from '../../platform/history/record.ts'
import { either, onlyChanged, type FieldWords } from '../../platform/history/words.ts'
import type { LinkRow } from '../link-rows.ts'

/** Fields of a link in its history, named as in an edit, and their columns. */
export const LINK_FIELDS: RecordedFields<LinkRow> = {
  name: 'name',
  url: 'url',
  short_code: 'shortCode',
  link_domain_id: 'domainId',
  tags: 'tags',
  custom_image_upload_id: 'customImageUploadId',
  custom_image_params: 'customImageParams',
  thumbnail_params: 'thumbnailParams',
  image_alt: 'imageAlt',
  is_hidden: 'isHidden',
  treat_as_in_network: 'treatAsInNetwork',
  show_code: 'showsCode',
  starts_at: 'startsAt',
  expires_at: 'expiresAt',
  fallback_url: 'fallbackUrl',
  max_clicks: 'maxClicks',
  password: 'hasPassword',
  rules: 'rules',
  open_in_browser: 'openInBrowser',
  kept_in_app: 'keptInApp',
  pass_query: 'passQuery',
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
  external_id: 'externalId',
  is_blocked: 'blockedAt',
}

const listText = (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? value.join(', ') : null

const ON_OFF = ['On', 'Off'] as const

/** Returns the words for the history of links. `domains`: names of link domains by id. */
export const linkWords = (domains: Map<number, string>): Record<string, FieldWords> => ({
  name: { label: 'Name' },
  url: { label: 'Goes to' },
  short_code: { label: 'Short code' },
  link_domain_id: {
    label: 'Domain',
    text: (id) => domains.get(id as number) ?? 'A removed domain',
  },
  tags: { label: 'Tags', text: listText },
  custom_image_upload_id: onlyChanged('Picture'),
  custom_image_params: onlyChanged('Crop of the picture'),
  thumbnail_params: onlyChanged('Square crop of the picture'),
  image_alt: { label: 'Image description' },
  is_hidden: either('Lists', 'Hidden', 'Shown'),
  treat_as_in_network: either('Count as an in-network sale', ...ON_OFF),
  show_code: either('Discount code', 'Shown', 'Hidden'),
  starts_at: { label: 'Starts', isTime: true },
  expires_at: { label: 'Ends', isTime: true },
  fallback_url: { label: 'Then go to' },
  max_clicks: {
    label: 'Limit of clicks',
    text: (limit) => (limit === null ? null : `${limit as number}`),
  },
  password: onlyChanged('Password'),
  rules: { label: 'Where it leads', text: rulesText },
  open_in_browser: {
    label: 'Open in browser',
    text: (value) => (value === null ? 'As in your settings' : value === true ? 'On' : 'Off'),
  },
  kept_in_app: {
    label: 'Apps that visitors stay in',
    text: (apps) => listText((apps as string[]).map((app) => APP_NAMES[app] ?? app)),
  },
  pass_query: either('Forward extra parameters', ...ON_OFF),
  utm_source: { label: 'Source' },
  utm_medium: { label: 'Medium' },
  utm_campaign: { label: 'Campaign' },
  utm_term: { label: 'Term' },
  utm_content: { label: 'Content' },
  external_id: { label: 'Your id' },
  is_blocked: either('Operator', 'Blocked', 'Not blocked'),
})

function rulesText(value: unknown): string | null {
  const rules = value as Rule[]
  if (rules.length === 0) return null
  return rules.map((rule) => `${ruleText(rule)}.`).join(' ')
}

function ruleText({ conditions, target_url }: Rule): string {
  const clauses = conditions.map((condition) => clauseOf(condition))
  const condition = clauses.map(({ is, what }) => `${is} ${what}`).join(' and ')
  const target = target_url === null ? 'show that the link has ended' : `go to ${target_url}`
  return `If ${condition}, ${target}`
}
