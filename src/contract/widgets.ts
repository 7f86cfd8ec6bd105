import * as v from 'valibot'
import { text, Uuid } from './common.ts'
import { Base } from './conflicts.ts'
import { LinkBlock } from './links.ts'

/** Of one person. */
export const MAX_WIDGETS = 50
export const MAX_WIDGET_COLUMNS = 6
/** More than this is a page of its own. */
export const MAX_WIDGET_LINKS = 24

/** What it is called in `/w/{key}`. */
export const WIDGET_KEY = /^[a-z0-9]{10}$/
/** What links in a widget carry behind their short URL, so that a click is told to be its. */
export const WIDGET_PARAMETER = 'split_widget'
/** The source of a click in a widget, where other clicks have a host. */
export const FROM_WIDGET = 'widget'
const NO_KEY = 'This is no key of a widget.'

export const WidgetLayout = v.picklist(['grid', 'carousel', 'list'])
export type WidgetLayout = v.InferOutput<typeof WidgetLayout>

/** `auto` is that of the site where its script puts the widget, and that of the visitor's device in a bare frame. */
export const WidgetTheme = v.picklist(['auto', 'light', 'dark'])
export type WidgetTheme = v.InferOutput<typeof WidgetTheme>

/** A collection on somebody's own site. */
export const Widget = v.object({
  id: v.number(),
  /** Its name in `/w/{key}`. */
  key: v.string(),
  /** For its owner alone. */
  name: v.string(),
  /** Null once the collection was deleted; visitors see that nothing is there. */
  collection_uuid: v.nullable(Uuid),
  layout: WidgetLayout,
  /** At most so many beside each other; fewer where there is no room. */
  columns: v.number(),
  /** At most so many links. */
  limit: v.number(),
  theme: WidgetTheme,
  /** What its frame shows. */
  url: v.string(),
  /** HTML for a site: a script that puts the frame there and follows its height, … */
  embed_code: v.string(),
  /** … or the frame alone, of one height, where a site takes no script. */
  frame_code: v.string(),
  /** Of people, in the last 30 days (UTC) and in all; a copy of before has none. */
  clicks_30_days: v.optional(v.number()),
  clicks: v.optional(v.number()),
  /** Why sites do not show it; null unless the operator took it down. */
  block: v.optional(LinkBlock),
  created_at: v.string(),
  updated_at: v.string(),
})
export type Widget = v.InferOutput<typeof Widget>

const whole = (least: number, most: number) => {
  const message = `Choose ${least} to ${most}.`
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  )
}

const NO_COLLECTION = 'Choose a collection.'
const settings = {
  collection_uuid: v.pipe(
    v.string(NO_COLLECTION),
    v.maxLength(36, NO_COLLECTION),
    v.uuid(NO_COLLECTION),
  ),
  layout: v.optional(WidgetLayout),
  columns: v.optional(whole(1, MAX_WIDGET_COLUMNS)),
  limit: v.optional(whole(1, MAX_WIDGET_LINKS)),
  theme: v.optional(WidgetTheme),
}
const Name = v.pipe(text(80), v.minLength(1, 'Give the widget a name.'))

/** Body of POST widgets/ (A-149). */
export const NewWidget = v.object({
  name: Name,
  ...settings,
  /** That of a widget which was deleted: it is there again, for every site that has its code. */
  key: v.optional(v.pipe(text(10), v.regex(WIDGET_KEY, NO_KEY))),
})
export type NewWidget = v.InferInput<typeof NewWidget>

/** Body of PATCH widgets/{id}/ (A-150). */
export const WidgetEdit = v.object({
  ...v.partial(v.object({ name: Name, ...settings })).entries,
  base: Base,
})
export type WidgetEdit = v.InferInput<typeof WidgetEdit>

/** Body of POST widgets/preview/ (A-152): before it has a name, too. */
export const WidgetPreview = v.object({ name: v.optional(text(80)), ...settings })
export type WidgetPreview = v.InferInput<typeof WidgetPreview>

/** What is used where nothing is said. */
export const WIDGET_DEFAULTS = { layout: 'grid', columns: 3, limit: 6, theme: 'auto' } as const
