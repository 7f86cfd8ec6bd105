import * as v from 'valibot'
import { address, text, Uuid } from '../common.ts'
import { Base } from '../conflicts.ts'
import { LinkBlock } from '../links/short-link.ts'

/** Maximum widgets per user. */
export const MAX_WIDGETS = 50
export const MAX_WIDGET_COLUMNS = 6
/** Maximum links in a widget. For more, a public page is the better place. */
export const MAX_WIDGET_LINKS = 24

/** Key of a widget in `/w/{key}`. */
export const WIDGET_KEY = /^[a-z0-9]{10}$/
/** Query parameter of the short URLs in a widget. It attributes the click to the widget. */
export const WIDGET_PARAMETER = 'split_widget'
/** Referrer of a click in a widget, where other clicks have a host. */
export const WIDGET_REFERRER = 'widget'
const INVALID_KEY = 'This widget key is not valid.'

export const WidgetLayout = v.picklist(['grid', 'carousel', 'list'])
export type WidgetLayout = v.InferOutput<typeof WidgetLayout>

/**
 * `auto` follows the site if the widget was embedded with its script, and the visitor's device in a
 * bare frame.
 */
export const WidgetTheme = v.picklist(['auto', 'light', 'dark'])
export type WidgetTheme = v.InferOutput<typeof WidgetTheme>

/** Collection embedded on a creator's own site. */
export const Widget = v.object({
  id: v.number(),
  /** Key in `/w/{key}`. */
  key: v.string(),
  /** Name that only the owner sees. */
  name: v.string(),
  /** Null after the collection was deleted; visitors then see an empty widget. */
  collection_uuid: v.nullable(Uuid),
  layout: WidgetLayout,
  /** Maximum number of columns. A narrow frame shows fewer. */
  columns: v.number(),
  /** Maximum number of links. */
  limit: v.number(),
  theme: WidgetTheme,
  /** Address of the frame. */
  url: v.string(),
  /** HTML with a script that inserts the frame and adjusts its height. */
  embed_code: v.string(),
  /** HTML of the frame alone with a fixed height, for sites that allow no script. */
  frame_code: v.string(),
  /** Clicks by people in the last 30 days (UTC) and in total. Missing in older local copies. */
  clicks_30_days: v.optional(v.number()),
  clicks: v.optional(v.number()),
  /** Reason why the operator took the widget down; null otherwise. */
  block: v.optional(LinkBlock),
  created_at: v.string(),
  updated_at: v.string(),
})
export type Widget = v.InferOutput<typeof Widget>

const integerBetween = (min: number, max: number) => {
  const message = `Choose ${min} to ${max}.`
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  )
}

const INVALID_COLLECTION = 'Choose a collection.'
const settings = {
  collection_uuid: v.pipe(
    v.string(INVALID_COLLECTION),
    v.maxLength(36, INVALID_COLLECTION),
    v.uuid(INVALID_COLLECTION),
  ),
  layout: v.optional(WidgetLayout),
  columns: v.optional(integerBetween(1, MAX_WIDGET_COLUMNS)),
  limit: v.optional(integerBetween(1, MAX_WIDGET_LINKS)),
  theme: v.optional(WidgetTheme),
}
const Name = v.pipe(text(80), v.minLength(1, 'Enter a name.'))

/** Body of POST widgets/ (A-149). */
export const NewWidget = v.object({
  name: Name,
  ...settings,
  /** Key of a deleted widget, which is restored for all sites that have its code. */
  key: v.optional(v.pipe(address(10), v.regex(WIDGET_KEY, INVALID_KEY))),
})
export type NewWidget = v.InferInput<typeof NewWidget>

/** Body of PATCH widgets/{id}/ (A-150). */
export const WidgetEdit = v.object({
  ...v.partial(v.object({ name: Name, ...settings })).entries,
  base: Base,
})
export type WidgetEdit = v.InferInput<typeof WidgetEdit>

/** Body of POST widgets/preview/ (A-152). The name is optional. */
export const WidgetPreview = v.object({ name: v.optional(text(80)), ...settings })
export type WidgetPreview = v.InferInput<typeof WidgetPreview>

export const WIDGET_DEFAULTS = { layout: 'grid', columns: 3, limit: 6, theme: 'auto' } as const
