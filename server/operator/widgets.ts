import type { Db } from '../platform/db/client.ts'
import { isAboutKey, isAboutWidget, closeReports } from './reports/open-reports.ts'
import { blockWidget, unblockWidget, widgetByKey } from './reports/widget-blocks.ts'
import { requireReasons, dismissalReason, commandOf, type BlockAction } from './block-commands.ts'
import { closedText } from './sentences.ts'

/** Matches `w/` and a key, or a copied URL such as `https://split.example/w/…/report`. */
const WIDGET_PATTERN = /(?:^|\/)w\/([a-z0-9]{10})(?:\.js|\/report)?\/?(?:[?#].*)?$/i

/** Handles `block`, `unblock` and `dismiss` of a widget. */
export function widgetCommand([name = '', widget = '', ...rest]: string[]):
  | ReturnType<typeof commandOf>
  | undefined {
  const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  const key = WIDGET_PATTERN.exec(widget)?.[1]?.toLowerCase()
  if (!act || key === undefined || rest.length > 0) return undefined
  return commandOf(act, key, 'widget')
}

const ACTIONS: Record<string, BlockAction> = {
  block: (key, said) => {
    const reasons = requireReasons(said)
    return async (db, { operatorEmail: contact }) =>
      (await blockWidget(db, key, { ...reasons, contact }))
        ? `The widget ${key} is blocked. No site shows it. We email the reason to its owner, who can object at ${contact}.`
        : null
  },
  unblock: (key) => async (db) =>
    (await unblockWidget(db, key)) ? `The widget ${key} is back as it was.` : null,
  dismiss: (key, said) => {
    const why = dismissalReason(said)
    return (db) => dismiss(db, key, why)
  },
}

/** Closes the reports of a widget. Works for deleted widgets too, because their reports stay. */
const dismiss = (db: Db, key: string, why: string) =>
  db.transaction(async (tx) => {
    const widget = await widgetByKey(tx, key)
    const about = widget ? isAboutWidget(widget.id) : isAboutKey(key)
    const closed = await closeReports(tx, about, { decision: 'dismissed', why })
    return !widget && closed === 0 ? null : closedText(closed, `the widget ${key}`)
  })
