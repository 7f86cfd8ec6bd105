import * as v from 'valibot'
import { list } from '../common.ts'
import { IN_APP_NAMES } from '../rules/kinds.ts'

/** App with a built-in browser that names itself. */
export const InAppName = v.picklist(IN_APP_NAMES, 'Choose an app that is in the reference.')
export type InAppName = v.InferOutput<typeof InAppName>

/** Clicks of people and orders that came from them. */
const Sums = v.object({ clicks: v.number(), orders: v.number() })

/**
 * App whose visitors Split stopped leading out, because significantly fewer of them ordered in the
 * browser (docs/links.md). The numbers are those of that time.
 */
export const AppStop = v.object({
  app: InAppName,
  stopped_at: v.string(),
  inside: Sums,
  outside: Sums,
})
export type AppStop = v.InferOutput<typeof AppStop>

/** Whether a link leads visitors inside an app to their browser, as fields of an edit. */
export const LinkInApp = {
  /** Null for the default of the account. */
  open_in_browser: v.optional(v.nullable(v.boolean())),
  /** Apps whose visitors stay inside. Split adds an app when results are worse in the browser. */
  kept_in_app: v.optional(
    v.pipe(
      list(InAppName, IN_APP_NAMES.length),
      v.transform((apps) => IN_APP_NAMES.filter((app) => apps.includes(app))),
    ),
  ),
}

/** End of the value of a click's app if the visitor was shown the way to the browser. */
const OUT = '-out'

/** Returns the app of a click whose visitor was shown the way to the browser. */
export const leftApp = (app: InAppName): string => app + OUT

/** Returns the app in the value of a click, and whether its visitor was shown the way out. */
export function readApp(value: string): { app: string; isOut: boolean } {
  const isOut = value.endsWith(OUT)
  return { app: isOut ? value.slice(0, -OUT.length) : value, isOut }
}
