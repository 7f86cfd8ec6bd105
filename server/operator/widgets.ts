import { REPORTS_OF } from './reports/reports-of.ts'
import { blockWidget, unblockWidget } from './reports/widget-blocks.ts'
import { commandFor } from './block-commands.ts'

/** Matches `w/` and a key, or a copied URL such as `https://split.example/w/…/report`. */
const WIDGET_PATTERN = /(?:^|\/)w\/([a-z0-9]{10})(?:\.js|\/report)?\/?(?:[?#].*)?$/i

/** Returns the key of a typed widget, or undefined if it is none. */
export const keyIn = (typed: string) => WIDGET_PATTERN.exec(typed)?.[1]?.toLowerCase()

/** Handles `block`, `unblock` and `dismiss` of a widget. */
export const widgetCommand = commandFor('widget', keyIn, {
  block: blockWidget,
  unblock: unblockWidget,
  reports: REPORTS_OF.widget,
  blockedText: (key, contact) =>
    `The widget ${key} is blocked. No site shows it. We email the reason to its owner, who can object at ${contact}.`,
  unblockedText: (key) => `The widget ${key} is back as it was.`,
  label: (key) => `the widget ${key}`,
})
