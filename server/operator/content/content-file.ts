import * as v from 'valibot'
import { CommissionBase, PromotionType } from '#contract/partners/brands.ts'
import { day, list, dateTime, text, token } from '#contract/common.ts'
import { errorOf } from '../../platform/config/legal-files.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/*
 * Schema of the operator's content file. Only keys and names are required. Omitted values of
 * existing entries stay as they are, those of new entries get the column's default.
 */

const NO_KEY = 'use small letters, numbers and dashes, at most 60'
/** Key by which later files find the same entry. */
const Key = v.pipe(token(60), v.regex(/^[a-z0-9][a-z0-9-]*$/, NO_KEY))
/** Name of an onboarding step in the app, for example `earningsInfo`. */
const StepKey = v.pipe(
  token(60),
  v.regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'this is not the name of a step'),
)

const Name = (most: number) => v.pipe(text(most), v.minLength(1, 'this is empty'))
const Text = v.optional(text(5000))
const archived = v.optional(v.boolean())

const NO_PICTURE = 'name a picture in the folder of the file, like logo.png'
/** Picture file in the folder of the content file. null removes the picture. */
const Picture = v.optional(
  v.nullable(
    v.pipe(
      text(200),
      v.regex(/^[^/\\][^\\]*$/, NO_PICTURE),
      v.check((path) => !path.split('/').includes('..'), NO_PICTURE),
    ),
  ),
)

const NO_URL = 'write an address that begins with https:// or http://'
const Website = v.optional(
  v.pipe(
    text(2000),
    v.check((url) => url === '' || (/^https?:\/\//i.test(url) && canParseUrl(url)), NO_URL),
  ),
)

const NO_MOMENT = 'write a day like 2027-05-01, or a moment like 2027-05-01T18:00:00Z'
const moment = dateTime(NO_MOMENT)
const calendarDay = day(NO_MOMENT)
/** A start day begins at 00:00 UTC. An end day is included. */
const start = v.union(
  [
    v.pipe(
      calendarDay,
      v.transform((of) => `${of}T00:00:00.000Z`),
    ),
    moment,
  ],
  NO_MOMENT,
)
const end = v.union([v.pipe(calendarDay, v.transform(dayAfter)), moment], NO_MOMENT)
const periodFields = {
  starts_at: v.optional(v.nullable(start)),
  ends_at: v.optional(v.nullable(end)),
}

function dayAfter(of: string): string {
  return new Date(Date.parse(`${of}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString()
}

const percent = (words: string) =>
  v.pipe(
    v.number(words),
    v.minValue(0, words),
    v.maxValue(100, words),
    // Percentages are stored in basis points (hundredths of a percent).
    v.check((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, words),
  )
const PERCENT = 'write a percentage from 0 to 100, with at most two decimals'
const Percent = percent(PERCENT)

const wholeNumber = (most: number) => {
  const words = `write a whole number from 0 to ${most}`
  return v.pipe(v.number(words), v.integer(words), v.minValue(0, words), v.maxValue(most, words))
}
const Cents = v.pipe(
  v.number('write an amount in dollars'),
  v.minValue(0, 'write an amount in dollars'),
  v.maxValue(1_000_000, 'write an amount in dollars'),
  v.check((value) => Number(value.toFixed(2)) === value, 'write dollars and cents'),
)

const BrandRate = v.object({
  category: v.optional(text(60), ''),
  new_customers: v.optional(v.boolean(), false),
  rate: Percent,
  creator_share: v.optional(Percent),
})

export const BrandEntry = v.object({
  key: Key,
  name: Name(120),
  logo: Picture,
  cover: Picture,
  text: Text,
  website: Website,
  stores: v.optional(list(Name(300), 200)),
  rate: v.optional(Percent),
  creator_share: v.optional(Percent),
  rates: v.optional(list(BrandRate, 50)),
  hold_days: v.optional(wholeNumber(365)),
  min_hold_hours: v.optional(wholeNumber(8760)),
  window_days: v.optional(wholeNumber(365)),
  return_days: v.optional(wholeNumber(365)),
  base: v.optional(CommissionBase),
  pays: v.optional(v.picklist(['when_funded', 'guaranteed'])),
  attribution: v.optional(v.picklist(['click_first', 'code_first'])),
  click_param: v.optional(
    v.pipe(token(40), v.regex(/^[A-Za-z0-9_.-]+$/, 'use letters, numbers, dots and dashes')),
  ),
  postback_key: v.optional(v.pipe(token(200), v.minLength(16, 'use at least 16 characters'))),
  allow_get_key: v.optional(v.boolean()),
  same_price: v.optional(v.boolean()),
  categories: v.optional(list(Name(60), 20)),
  archived,
})
export type BrandEntry = v.InferOutput<typeof BrandEntry>

const CampaignEntry = v.object({
  key: Key,
  brand: Key,
  name: Name(120),
  text: Text,
  image: Picture,
  ...periodFields,
  apply_message: v.optional(text(1000)),
  archived,
})
export type CampaignEntry = v.InferOutput<typeof CampaignEntry>

const PromotionEntry = v.object({
  key: Key,
  type: v.optional(PromotionType),
  title: Name(120),
  text: Text,
  image: Picture,
  ...periodFields,
  brand: v.optional(v.nullable(Key)),
  url: Website,
  bonus_amount: v.optional(v.nullable(Cents)),
  archived,
})
export type PromotionEntry = v.InferOutput<typeof PromotionEntry>

const CharityEntry = v.object({
  key: Key,
  name: Name(120),
  text: Text,
  website: Website,
  logo: Picture,
  archived,
})
export type CharityEntry = v.InferOutput<typeof CharityEntry>

const VendorEntry = v.object({ key: Key, name: Name(120), logo: Picture, archived })
export type VendorEntry = v.InferOutput<typeof VendorEntry>

const CategoryEntry = v.object({ name: Name(60), archived })
const Category = v.union([
  v.pipe(
    Name(60),
    v.transform((name) => ({ name })),
  ),
  CategoryEntry,
])
export type CategoryEntry = v.InferOutput<typeof CategoryEntry>

const FaqEntry = v.object({
  key: Key,
  question: Name(300),
  answer: Text,
  category: v.optional(text(60)),
  archived,
})
export type FaqEntry = v.InferOutput<typeof FaqEntry>

const PageEntry = v.pipe(
  v.object({ key: Key, title: Name(60), text: v.optional(text(200_000), ''), archived }),
  v.rawCheck(({ dataset, addIssue }) => {
    const fault = dataset.typed && !dataset.value.archived && errorOf(dataset.value)
    if (fault) addIssue({ message: fault })
  }),
)
export type PageEntry = v.InferOutput<typeof PageEntry>

const OnboardingEntry = v.object({
  title: v.optional(text(120)),
  text: Text,
  basis: Text,
  url: Website,
})
export type OnboardingEntry = v.InferOutput<typeof OnboardingEntry>

const NO_RATE = 'write what one unit is in US dollars'
const Currency = v.pipe(token(3), v.regex(/^[A-Z]{3}$/, 'write a currency like EUR'))
const Dollars = v.pipe(v.number(NO_RATE), v.minValue(0.00000001, NO_RATE), v.maxValue(1e9, NO_RATE))

export const ContentFile = v.object({
  brands: v.optional(list(BrandEntry, 5000), []),
  campaigns: v.optional(list(CampaignEntry, 5000), []),
  promotions: v.optional(list(PromotionEntry, 5000), []),
  charities: v.optional(list(CharityEntry, 1000), []),
  vendors: v.optional(list(VendorEntry, 1000), []),
  categories: v.optional(list(Category, 500), []),
  faq: v.optional(list(FaqEntry, 500), []),
  pages: v.optional(list(PageEntry, 50), []),
  onboarding: v.optional(v.record(StepKey, OnboardingEntry), {}),
  rates: v.optional(v.record(Currency, Dollars), {}),
  bonus: v.optional(v.boolean()),
  bonus_paid_by: v.optional(Name(200)),
})
export type ContentFile = v.InferOutput<typeof ContentFile>
