import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import { PUBLIC_ANSWERS } from '#contract/developers/answers.ts'
import type { PublicCall } from '#contract/developers/public-api.ts'
import { splitCall } from './openapi.ts'

const URL = 'https://shop.example/lamp'
const UUID = '0e6f3c1a-5f0e-4c59-9f6b-1d2a3b4c5d6e'
const RULE = { tags: ['wood'], match: 'any', ordering: '-created', limit: 10 }

const PARAMETERS = [{ name: 'utm_source', value: 'instagram' }]

/** Bodies of example requests, by the name of the call. A test sends each of them. */
export const EXAMPLE_BODIES: Record<string, object> = {
  searchLinks: { q: 'lamp', page_size: 20 },
  createLink: { url: URL, name: 'Oak lamp', tags: ['wood'] },
  createLinks: { links: [{ url: URL }, { url: `${URL}-2`, external_id: 'sku-2' }] },
  upsertLink: { url: URL, name: 'Oak lamp' },
  updateLink: { name: 'Oak lamp, large' },
  tagLinks: { uuids: [UUID], tags: ['sale'], mode: 'add' },
  addLinkParameters: { uuids: [UUID], parameters: PARAMETERS },
  createParameterSet: { name: 'Instagram story', parameters: PARAMETERS },
  updateParameterSet: { name: 'Instagram bio' },
  reportExtensionAction: { action: 'opened', browser: 'Firefox 140' },
  createCollection: { name: 'Lamps' },
  createSmartCollection: { name: 'Wood', rule: RULE },
  updateCollection: { name: 'Lamps and candles' },
  updateSmartCollection: { rule: RULE },
  orderCollections: { uuids: [UUID] },
  addToCollection: { uuids: [UUID] },
  removeFromCollection: { uuids: [UUID] },
  orderCollectionLinks: { uuids: [UUID] },
  updatePage: { title: 'Ana' },
  createSection: { title: 'New', type: 'collections', collections: [UUID] },
  updateSection: { title: 'New this week' },
  orderSections: { ids: [1, 2] },
  createSocialLink: { account_url: 'https://www.instagram.com/ana.example' },
  updateSocialLink: { account_url: 'https://www.instagram.com/ana.example' },
  createWebhook: { url: 'https://hooks.example/split', events: ['link.created'] },
  updateWebhook: { events: ['link.created', 'link.ended'] },
  getAnalytics: { date_from: '2026-11-01', date_to: '2026-11-30', group_by: 'day' },
}

const VALUES: Record<string, string> = {
  uuid: UUID,
  id: '1',
  delivery: '1',
  year: '2026',
  external_id: 'sku-2',
}

/** Returns the path of a call with example values. */
export const examplePath = (call: PublicCall): string =>
  `${splitCall(call).path.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? '1')}/`

/** Returns a command that makes the call. `SPLIT_KEY` holds the API key. */
export function curlExample(call: PublicCall, origin: string): string {
  const { method } = splitCall(call)
  const body = EXAMPLE_BODIES[call.name]
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${origin}${examplePath(call)}`,
    `-H "Authorization: Bearer $SPLIT_KEY"`,
    ...(isUpload(call) ? ['-F file=@lamp.jpg'] : []),
    ...(body ? [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body)}'`] : []),
  ]
  return lines.join(' \\\n  ')
}

/** Returns a request in TypeScript that makes the call. */
export function typescriptExample(call: PublicCall, origin: string): string {
  const { method } = splitCall(call)
  const body = EXAMPLE_BODIES[call.name]
  return [
    `const response = await fetch('${origin}${examplePath(call)}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    '    Authorization: `Bearer ${process.env.SPLIT_KEY}`,',
    ...(body ? [`    'Content-Type': 'application/json',`] : []),
    ...(isWrite(call) ? [`    '${IDEMPOTENCY_HEADER}': crypto.randomUUID(),`] : []),
    '  },',
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
    ...(isUpload(call) ? ['  body: form,'] : []),
    '})',
    ...(method === 'DELETE' && !body ? [] : [`const answer = await response.${readerOf(call)}()`]),
  ].join('\n')
}

/** Returns the method that reads the answer of a call. */
const readerOf = ({ name }: PublicCall) => (PUBLIC_ANSWERS[name]?.file ? 'blob' : 'json')

const isUpload = ({ call }: PublicCall) => call.includes('/uploader/')
const isWrite = ({ scope }: PublicCall) => scope.endsWith(':write')
