import { formatCents } from '../../platform/money.ts'
import { linkPath } from '#contract/activity.ts'
import type { ActivityDetails } from '../../platform/db/schema.ts'
import { ACCOUNT_KINDS } from './account-kinds.ts'
import type { ActivityKind, ActivityKindInfo } from './activity-kind.ts'
import { appStoppedText, blockText, why } from './activity-texts.ts'

export type { ActivityKind } from './activity-kind.ts'

const shareUrl = (linkId: string | null) => (linkId === null ? '/splitlinks' : linkPath(linkId))
const editUrl = (linkId: string | null) =>
  linkId === null ? '/splitlinks' : linkPath(linkId, 'edit')

const healthKind = (text: ActivityKindInfo['text']): ActivityKindInfo => ({
  group: 'special',
  text,
  url: editUrl,
  push: { urgency: 'low', topic: (linkId) => `health:${linkId}` },
  mail: true,
})

const PENDING_URL = '/wallet/pending-earnings'
const AVAILABLE_URL = '/wallet/available-earnings'
const REQUESTS_URL = '/wallet/my-requests'

/** Items of this kind open their entry above its list. */
const moneyKind = (
  list: string,
  text: ActivityKindInfo['text'],
  topic: string,
): ActivityKindInfo => ({
  group: 'commission',
  text,
  url: (_, { entry }) =>
    entry === undefined
      ? list
      : `${list}?${list === REQUESTS_URL ? 'request' : 'earning'}=${entry}`,
  push: { urgency: 'normal', topic: (linkId) => `${topic}:${linkId}` },
  mail: true,
})

const webhookKind = (text: string): ActivityKindInfo => ({
  group: 'special',
  text: () => text,
  url: (_, { entry }) => `/settings/developers/webhooks/${entry}`,
  push: { urgency: 'normal', topic: () => 'webhook' },
  mail: true,
})

const codeKind = (text: ActivityKindInfo['text']): ActivityKindInfo => ({
  group: 'special',
  text,
  url: (_linkId, { brandId }) => (brandId === undefined ? '/brands' : `/brands/${brandId}`),
  push: { urgency: 'normal', topic: () => 'code' },
  mail: true,
})

/** All kinds of activity items: their text and the screen that they open. */
export const ACTIVITY_KINDS: Record<ActivityKind, ActivityKindInfo> = {
  'first-click': {
    group: 'clicks',
    text: () => 'got its first click.',
    url: shareUrl,
    // An import can lead to many first clicks at once. The latest message replaces the earlier
    // ones.
    push: { urgency: 'normal', topic: () => 'first-click' },
    mail: true,
  },
  clicks: {
    group: 'clicks',
    text: ({ clicks = 0 }) => `reached ${number(clicks)} clicks.`,
    url: shareUrl,
    push: { urgency: 'normal', topic: (linkId) => `clicks:${linkId}` },
    mail: true,
  },
  'extraction-failed': {
    group: 'special',
    text: ({ more, unreached }) => {
      if (!unreached)
        return more
          ? 'and other links have no preview. They work.'
          : 'has no preview. The link works.'
      return more
        ? 'and other links have no preview. We couldn’t reach some of these addresses.'
        : 'has no preview. We couldn’t reach this address.'
    },
    url: shareUrl,
    push: null,
  },
  'export-ready': {
    group: 'special',
    text: ({ rows }) =>
      rows === undefined ? 'is ready to download.' : `is ready to download, ${rowCount(rows)}.`,
    url: () => '/data-exports',
    push: { urgency: 'normal', topic: () => 'export-ready' },
    mail: true,
  },
  'link-gone': healthKind(() => 'leads to a page that seems to be gone.'),
  'link-home': healthKind(() => 'now leads to the shop’s home page.'),
  'link-sold-out': healthKind(() => 'seems to be out of stock.'),
  'app-stopped': healthKind(appStoppedText),
  'link-blocked': {
    group: 'special',
    text: (block) => blockText(block),
    url: shareUrl,
    push: { urgency: 'normal', topic: (linkId) => `block:${linkId}` },
  },
  'link-unblocked': {
    group: 'special',
    text: () => 'is no longer blocked. It works again.',
    url: shareUrl,
    push: { urgency: 'normal', topic: (linkId) => `block:${linkId}` },
    mail: true,
  },
  'page-blocked': {
    group: 'special',
    text: (block) => `(your page) ${blockText(block)}`,
    url: () => '/splitpage',
    push: { urgency: 'normal', topic: () => 'page-block' },
  },
  'page-unblocked': {
    group: 'special',
    text: () => '(your page) is no longer blocked. Everyone can see it again.',
    url: () => '/splitpage',
    push: { urgency: 'normal', topic: () => 'page-block' },
    mail: true,
  },
  'widget-blocked': {
    group: 'special',
    text: (block) => `(your widget) ${blockText(block)}`,
    url: () => '/widgets',
    push: { urgency: 'normal', topic: () => 'widget-block' },
  },
  'widget-unblocked': {
    group: 'special',
    text: () => '(your widget) is no longer blocked. Sites show it again.',
    url: () => '/widgets',
    push: { urgency: 'normal', topic: () => 'widget-block' },
    mail: true,
  },
  'earning-earned': moneyKind(
    PENDING_URL,
    (of) => `earned you ${dollars(of)}. It is pending.`,
    'earned',
  ),
  'earning-held': moneyKind(
    PENDING_URL,
    (of) => `earned you ${dollars(of)}, which is held. ${why(of)}`,
    'held',
  ),
  'earning-available': moneyKind(
    AVAILABLE_URL,
    (of) => `has ${dollars(of)} for you to redeem.`,
    'available',
  ),
  'earning-reduced': moneyKind(
    AVAILABLE_URL,
    (of) => `earned you less: ${dollars(of)}. ${why(of)}`,
    'reduced',
  ),
  'earning-reversed': moneyKind(
    AVAILABLE_URL,
    (of) => `had an order reversed: ${dollars(of)} was taken back. ${why(of)}`,
    'reversed',
  ),
  'earning-bonus': moneyKind(AVAILABLE_URL, (of) => `pays you a bonus of ${dollars(of)}.`, 'bonus'),
  'redemption-paid': moneyKind(REQUESTS_URL, (of) => `was paid: ${dollars(of)}.`, 'paid'),
  'redemption-rejected': moneyKind(
    REQUESTS_URL,
    (of) => `was rejected: ${dollars(of)} is back in your wallet. ${why(of)}`,
    'rejected',
  ),
  'redemption-returned': moneyKind(
    REQUESTS_URL,
    (of) => `was returned: ${dollars(of)} is back in your wallet. ${why(of)}`,
    'returned',
  ),
  'redemption-requested': moneyKind(
    REQUESTS_URL,
    (of) => `was reduced to ${dollars(of)}. ${why(of)}`,
    'requested',
  ),
  'sale-not-found': moneyKind(
    `${PENDING_URL}?missing`,
    (of) => `was not found. ${why(of)}`,
    'sale-not-found',
  ),
  'rate-cut': {
    group: 'special',
    text: ({ before = 0, after = 0, from = '', sales = 'a sale' }) =>
      `will pay ${after}% of ${sales} instead of ${before}% from ${from}.`,
    url: () => '/brands',
    push: { urgency: 'normal', topic: () => 'rate-cut' },
    mail: true,
  },
  'rate-kept': {
    group: 'special',
    text: ({ before = 0, after = before, sales = 'a sale' }) =>
      before === after
        ? `keeps paying ${before}% of ${sales}. The announced change was cancelled.`
        : `now pays ${after}% of ${sales} instead of ${before}%. The announced change was cancelled.`,
    url: () => '/brands',
    push: { urgency: 'low', topic: () => 'rate-cut' },
    mail: true,
  },
  'brand-invited': {
    group: 'special',
    text: () => 'wants to know who you are. Nothing changes until you accept.',
    url: () => CONNECTIONS_URL,
    push: { urgency: 'normal', topic: () => 'brand-invited' },
    mail: true,
  },
  'brand-connected': {
    group: 'special',
    text: () => 'can now see your name, because you accept invitations automatically.',
    url: () => CONNECTIONS_URL,
    push: { urgency: 'normal', topic: () => 'brand-connected' },
    mail: true,
  },
  'code-assigned': codeKind(
    ({ code }) => `gave you the discount code ${code}. Orders with it count for you.`,
  ),
  'code-ended': codeKind(({ code }) => `ended your discount code ${code}.`),
  ...ACCOUNT_KINDS,
  'webhook-failed': webhookKind(
    'got no event for more than five days. We stopped this webhook. Start it again when the receiver works.',
  ),
  'webhook-gone': webhookKind(
    'answered that it is gone (410). We stopped this webhook. Start it again if you still need it.',
  ),
}

const CONNECTIONS_URL = '/partners/connections'

const dollars = ({ cents = 0 }: ActivityDetails) => formatCents(cents)
const number = (value: number) => value.toLocaleString('en-US')
const rowCount = (rows: number) => (rows === 1 ? '1 row' : `${number(rows)} rows`)

export const kindOf = (kind: string): ActivityKindInfo | undefined =>
  Object.hasOwn(ACTIVITY_KINDS, kind) ? ACTIVITY_KINDS[kind as ActivityKind] : undefined
