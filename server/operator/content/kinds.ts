/** How a value of the content file is typed in a form. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'lines'
  | 'number'
  | 'amount'
  | 'reference'
  | 'date'
  | 'check'
  | 'secret'
  | 'picture'
  | 'rates'
  | 'amounts'
  | { choices: readonly string[] }

export type ContentField = { name: string; label: string; is: FieldKind; help?: string }

export type ContentKind = {
  /** Its group of the content file, or null for values at the top of the file. */
  group: string | null
  title: string
  /** One entry, for buttons and headings. */
  noun: string
  /** Name of the key in the file. Null if the keys are names of a group. */
  key: string | null
  keyHelp: string
  /** Field that names an entry in lists; the key if there is none. */
  shown?: string
  /** Whether the order of the file is the order of the app. */
  isOrdered?: true
  fields: readonly ContentField[]
}

const KEY_HELP = 'Small letters, numbers and dashes. It stays the same.'
const ARCHIVED: ContentField = {
  name: 'archived',
  label: 'Archived: hidden everywhere',
  is: 'check',
}
const NAME: ContentField = { name: 'name', label: 'Name', is: 'text' }
const TITLE: ContentField = { name: 'title', label: 'Title', is: 'text' }
const TEXT: ContentField = { name: 'text', label: 'Text', is: 'long' }
const DESCRIPTION: ContentField = { name: 'text', label: 'Description', is: 'long' }
const ADDRESS: ContentField = { name: 'url', label: 'Address', is: 'text' }
const WEBSITE: ContentField = { name: 'website', label: 'Website', is: 'text' }
const LOGO: ContentField = { name: 'logo', label: 'Logo', is: 'picture' }
const IMAGE: ContentField = { name: 'image', label: 'Picture', is: 'picture' }
const DAY_HELP = 'A day like 2027-05-01, or a moment like 2027-05-01T18:00:00Z'
const BRAND_HELP = 'Key of the brand'

const number = (name: string, label: string): ContentField => ({ name, label, is: 'number' })
const choice = (name: string, label: string, ...choices: string[]): ContentField => ({
  name,
  label,
  is: { choices },
})
const PERIOD: ContentField[] = [
  { name: 'starts_at', label: 'Starts', is: 'date', help: DAY_HELP },
  { name: 'ends_at', label: 'Ends', is: 'date', help: `${DAY_HELP}. The last day is included.` },
]

/** Names of choices in forms. */
export const CHOICE_NAMES: Record<string, string> = {
  net: 'Net amount',
  gross: 'Gross amount',
  subtotal: 'Goods only',
  when_funded: 'When the brand has paid',
  guaranteed: 'Also before the brand pays',
  click_first: 'The click, then the code',
  code_first: 'The code, then the click',
  event: 'Event',
  bonus_opp: 'Bonus',
}

/** All parts of the content file with the fields of their forms (`content-file.ts`). */
export const CONTENT_KINDS: Record<string, ContentKind> = {
  brands: {
    group: 'brands',
    title: 'Brands',
    noun: 'brand',
    key: 'key',
    keyHelp: KEY_HELP,
    shown: 'name',
    fields: [
      NAME,
      DESCRIPTION,
      WEBSITE,
      { name: 'stores', label: 'Stores', is: 'lines', help: 'One host or address per line' },
      number('rate', 'Commission in percent'),
      number('creator_share', 'Share of the creator in percent of the commission'),
      {
        name: 'rates',
        label: 'Other commissions',
        is: 'rates',
        help: 'One per line: category; percent; share of the creator; new. Leave out “new” for all customers.',
      },
      { name: 'categories', label: 'Categories', is: 'lines', help: 'One per line' },
      choice('base', 'Commission applies to', 'net', 'gross', 'subtotal'),
      choice('pays', 'Creators are paid', 'when_funded', 'guaranteed'),
      choice('attribution', 'If an order has a click and a code', 'click_first', 'code_first'),
      number('hold_days', 'Days until an order is approved without a report'),
      number('min_hold_hours', 'Minimum hours before an order is approved'),
      number('window_days', 'Days between click and order'),
      number('return_days', 'Days in which customers can return'),
      { name: 'click_param', label: 'Parameter of the click id', is: 'text' },
      {
        name: 'postback_key',
        label: 'New postback key',
        is: 'secret',
        help: 'At least 16 characters. Empty: the key stays.',
      },
      { name: 'allow_get_key', label: 'Accept the key in the address', is: 'check' },
      { name: 'same_price', label: 'The brand confirms that customers pay the same', is: 'check' },
      LOGO,
      { name: 'cover', label: 'Cover', is: 'picture' },
      ARCHIVED,
    ],
  },
  campaigns: {
    group: 'campaigns',
    title: 'Campaigns',
    noun: 'campaign',
    key: 'key',
    keyHelp: KEY_HELP,
    shown: 'name',
    fields: [
      { name: 'brand', label: 'Brand', is: 'reference', help: BRAND_HELP },
      NAME,
      DESCRIPTION,
      ...PERIOD,
      { name: 'apply_message', label: 'Message that Apply prepares', is: 'long' },
      IMAGE,
      ARCHIVED,
    ],
  },
  promotions: {
    group: 'promotions',
    title: 'Bonuses and events',
    noun: 'bonus or event',
    key: 'key',
    keyHelp: KEY_HELP,
    shown: 'title',
    fields: [
      choice('type', 'Type', 'event', 'bonus_opp'),
      TITLE,
      DESCRIPTION,
      ...PERIOD,
      { name: 'brand', label: 'Brand', is: 'reference', help: `${BRAND_HELP}, or empty` },
      ADDRESS,
      { name: 'bonus_amount', label: 'Amount in US dollars', is: 'amount' },
      IMAGE,
      ARCHIVED,
    ],
  },
  charities: {
    group: 'charities',
    title: 'Organizations for donations',
    noun: 'organization',
    key: 'key',
    keyHelp: KEY_HELP,
    shown: 'name',
    fields: [NAME, DESCRIPTION, WEBSITE, LOGO, ARCHIVED],
  },
  vendors: {
    group: 'vendors',
    title: 'Shops of gift cards',
    noun: 'shop of gift cards',
    key: 'key',
    keyHelp: KEY_HELP,
    shown: 'name',
    fields: [NAME, LOGO, ARCHIVED],
  },
  categories: {
    group: 'categories',
    title: 'Categories',
    noun: 'category',
    key: 'name',
    keyHelp: 'Name of the category, as creators see it',
    isOrdered: true,
    fields: [ARCHIVED],
  },
  faq: {
    group: 'faq',
    title: 'Questions in Help',
    noun: 'question',
    key: 'key',
    keyHelp: KEY_HELP,
    shown: 'question',
    isOrdered: true,
    fields: [
      { name: 'question', label: 'Question', is: 'text' },
      { name: 'answer', label: 'Answer', is: 'long' },
      { name: 'category', label: 'Category', is: 'text' },
      ARCHIVED,
    ],
  },
  pages: {
    group: 'pages',
    title: 'Pages about this site',
    noun: 'page',
    key: 'key',
    keyHelp: 'terms, privacy, imprint, contact, accessibility, or another name',
    shown: 'title',
    fields: [TITLE, TEXT, ARCHIVED],
  },
  onboarding: {
    group: 'onboarding',
    title: 'Texts of the first steps',
    noun: 'step',
    key: null,
    keyHelp: 'Name of the step, for example earningsInfo',
    shown: 'title',
    fields: [TITLE, TEXT, { name: 'basis', label: 'Basis of a claim', is: 'long' }, ADDRESS],
  },
  money: {
    group: null,
    title: 'Exchange rates and bonuses',
    noun: 'settings',
    key: null,
    keyHelp: '',
    fields: [
      {
        name: 'rates',
        label: 'Exchange rates',
        is: 'amounts',
        help: 'One per line: the currency and its value in US dollars, like EUR 1.08',
      },
      { name: 'bonus', label: 'Pay bonuses', is: 'check' },
      { name: 'bonus_paid_by', label: 'Who pays bonuses', is: 'text' },
    ],
  },
}

/** Key of the settings that have no entries. */
export const ONLY_KEY = 'settings'

export const kindNamed = (name: string): ContentKind | undefined =>
  Object.hasOwn(CONTENT_KINDS, name) ? CONTENT_KINDS[name] : undefined
