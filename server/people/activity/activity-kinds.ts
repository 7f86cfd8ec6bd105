import { shownDollars } from '../../platform/money.ts'
import { linkPath, type ActivityGroup } from '#contract/activity.ts'
import type { ActivityDetails } from '../../platform/db/schema.ts'

export type ActivityKind =
  | 'first-click'
  | 'clicks'
  | 'extraction-failed'
  | 'export-ready'
  | 'link-gone'
  | 'link-home'
  | 'link-sold-out'
  | 'link-blocked'
  | 'link-unblocked'
  | 'page-blocked'
  | 'page-unblocked'
  | 'widget-blocked'
  | 'widget-unblocked'
  | 'earning-earned'
  | 'earning-held'
  | 'earning-available'
  | 'earning-reduced'
  | 'earning-reversed'
  | 'earning-bonus'
  | 'redemption-paid'
  | 'redemption-rejected'
  | 'redemption-returned'
  | 'redemption-requested'
  | 'sale-not-found'
  | 'rate-cut'
  | 'rate-kept'
  | 'brand-invited'
  | 'brand-connected'

type Kind = {
  group: ActivityGroup
  /** Text after the subject, which is usually the name of the link. */
  says: (details: ActivityDetails) => string
  opens: (linkId: string | null, details: ActivityDetails) => string
  /** Push settings, or null if the item appears only in the list. */
  push: { urgency: 'low' | 'normal'; topic: (linkId: string | null) => string } | null
  /** Included in activity mails. A block has a mail of its own. */
  mail?: true
}

const share = (linkId: string | null) => (linkId === null ? '/splitlinks' : linkPath(linkId))
const edit = (linkId: string | null) => (linkId === null ? '/splitlinks' : linkPath(linkId, 'edit'))

const health = (says: string): Kind => ({
  group: 'special',
  says: () => says,
  opens: edit,
  push: { urgency: 'low', topic: (linkId) => `health:${linkId}` },
  mail: true,
})

const PENDING = '/wallet/pending-earnings'
const AVAILABLE = '/wallet/available-earnings'
const REQUESTS = '/wallet/my-requests'

/** Items of this kind open their entry above its list. */
const money = (list: string, says: Kind['says'], topic: string): Kind => ({
  group: 'commission',
  says,
  opens: (_, { entry }) =>
    entry === undefined ? list : `${list}?${list === REQUESTS ? 'request' : 'earning'}=${entry}`,
  push: { urgency: 'normal', topic: (linkId) => `${topic}:${linkId}` },
  mail: true,
})

/** All kinds of activity items: their text and the screen that they open. */
export const ACTIVITY_KINDS: Record<ActivityKind, Kind> = {
  'first-click': {
    group: 'clicks',
    says: () => 'got its first click.',
    opens: share,
    // An import can lead to many first clicks at once. The latest message replaces the earlier
    // ones.
    push: { urgency: 'normal', topic: () => 'first-click' },
    mail: true,
  },
  clicks: {
    group: 'clicks',
    says: ({ clicks = 0 }) => `reached ${number(clicks)} clicks.`,
    opens: share,
    push: { urgency: 'normal', topic: (linkId) => `clicks:${linkId}` },
    mail: true,
  },
  'extraction-failed': {
    group: 'special',
    says: ({ more }) =>
      more ? 'and other links have no preview. They work.' : 'has no preview. The link works.',
    opens: share,
    push: null,
  },
  'export-ready': {
    group: 'special',
    says: ({ rows }) =>
      rows === undefined ? 'is ready to download.' : `is ready to download, ${lines(rows)}.`,
    opens: () => '/data-exports',
    push: { urgency: 'normal', topic: () => 'export-ready' },
    mail: true,
  },
  'link-gone': health('leads to a page that seems to be gone.'),
  'link-home': health('leads to the shop’s home page now.'),
  'link-sold-out': health('seems to be out of stock.'),
  'link-blocked': {
    group: 'special',
    says: (block) => blocked(block),
    opens: share,
    push: { urgency: 'normal', topic: (linkId) => `block:${linkId}` },
  },
  'link-unblocked': {
    group: 'special',
    says: () => 'is no longer blocked: it leads on.',
    opens: share,
    push: { urgency: 'normal', topic: (linkId) => `block:${linkId}` },
    mail: true,
  },
  'page-blocked': {
    group: 'special',
    says: (block) => `(your page) ${blocked(block)}`,
    opens: () => '/splitpage',
    push: { urgency: 'normal', topic: () => 'page-block' },
  },
  'page-unblocked': {
    group: 'special',
    says: () => '(your page) is no longer blocked: people see it again.',
    opens: () => '/splitpage',
    push: { urgency: 'normal', topic: () => 'page-block' },
    mail: true,
  },
  'widget-blocked': {
    group: 'special',
    says: (block) => `(your widget) ${blocked(block)}`,
    opens: () => '/widgets',
    push: { urgency: 'normal', topic: () => 'widget-block' },
  },
  'widget-unblocked': {
    group: 'special',
    says: () => '(your widget) is no longer blocked: sites show it again.',
    opens: () => '/widgets',
    push: { urgency: 'normal', topic: () => 'widget-block' },
    mail: true,
  },
  'earning-earned': money(PENDING, (of) => `earned you ${dollars(of)}. It is pending.`, 'earned'),
  'earning-held': money(
    PENDING,
    (of) => `earned you ${dollars(of)}, which is held. ${why(of)}`,
    'held',
  ),
  'earning-available': money(
    AVAILABLE,
    (of) => `has ${dollars(of)} for you to redeem.`,
    'available',
  ),
  'earning-reduced': money(
    AVAILABLE,
    (of) => `earned you less: ${dollars(of)}. ${why(of)}`,
    'reduced',
  ),
  'earning-reversed': money(
    AVAILABLE,
    (of) => `had an order reversed: ${dollars(of)} was taken back. ${why(of)}`,
    'reversed',
  ),
  'earning-bonus': money(AVAILABLE, (of) => `pays you a bonus of ${dollars(of)}.`, 'bonus'),
  'redemption-paid': money(REQUESTS, (of) => `was paid, ${dollars(of)}.`, 'paid'),
  'redemption-rejected': money(
    REQUESTS,
    (of) => `was rejected: ${dollars(of)} is back in your wallet. ${why(of)}`,
    'rejected',
  ),
  'redemption-returned': money(
    REQUESTS,
    (of) => `came back: ${dollars(of)} is in your wallet again. ${why(of)}`,
    'returned',
  ),
  'redemption-requested': money(REQUESTS, (of) => `is ${dollars(of)} now. ${why(of)}`, 'requested'),
  'sale-not-found': money(
    `${PENDING}?missing`,
    (of) => `was not found. ${why(of)}`,
    'sale-not-found',
  ),
  'rate-cut': {
    group: 'special',
    says: ({ before = 0, after = 0, from = '', sales = 'a sale' }) =>
      `will pay ${after}% of ${sales} instead of ${before}%, from ${from} on.`,
    opens: () => '/brands',
    push: { urgency: 'normal', topic: () => 'rate-cut' },
    mail: true,
  },
  'rate-kept': {
    group: 'special',
    says: ({ before = 0, sales = 'a sale' }) =>
      `goes on paying ${before}% of ${sales}: the lower rate does not come.`,
    opens: () => '/brands',
    push: { urgency: 'low', topic: () => 'rate-cut' },
    mail: true,
  },
  'brand-invited': {
    group: 'special',
    says: () => 'wants to know who you are. Nothing changes until you accept.',
    opens: () => CONNECTIONS,
    push: { urgency: 'normal', topic: () => 'brand-invited' },
    mail: true,
  },
  'brand-connected': {
    group: 'special',
    says: () => 'sees your name now, as you accept invitations automatically.',
    opens: () => CONNECTIONS,
    push: { urgency: 'normal', topic: () => 'brand-connected' },
    mail: true,
  },
}

const CONNECTIONS = '/partners/connections'

const dollars = ({ cents = 0 }: ActivityDetails) => shownDollars(cents)
const why = ({ why: said = '' }: ActivityDetails) => said && sentence(said)

const blocked = ({ why = '', rule = '', contact = '' }: ActivityDetails) =>
  `was blocked by the operator of this site. ${sentence(why)} The rule: ${sentence(rule)} To object, write to ${contact}.`
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
const number = (value: number) => value.toLocaleString('en-US')
const lines = (rows: number) => (rows === 1 ? '1 line' : `${number(rows)} lines`)

export const kindOf = (kind: string): Kind | undefined =>
  Object.hasOwn(ACTIVITY_KINDS, kind) ? ACTIVITY_KINDS[kind as ActivityKind] : undefined
