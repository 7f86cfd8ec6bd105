import { ConfigError, type Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { aboutKey, aboutWidget, closeReports } from '../reports/open-reports.ts'
import { blockWidget, unblockWidget, widgetByKey } from '../widgets/widget-blocks.ts'
import { closedText, sentence } from './sentences.ts'

type BlockOptions = { why?: string | undefined; rule?: string | undefined }
type Work = (db: Db, config: Config) => Promise<string>

/** `w/` and a key, or `https://split.example/w/…/report` as it was copied from somewhere. */
const WIDGET = /(?:^|\/)w\/([a-z0-9]{10})(?:\.js|\/report)?\/?(?:[?#].*)?$/i

/** What an operator can do about one widget: `block`, `unblock` and `dismiss`, as for pages. */
export function widgetCommand([name = '', widget = '', ...rest]: string[]):
  | ((said: BlockOptions) => Work)
  | undefined {
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined
  const key = WIDGET.exec(widget)?.[1]?.toLowerCase()
  if (!act || key === undefined || rest.length > 0) return undefined
  return (said) => {
    const work = act(key, said)
    return async (db, config) => {
      const done = await work(db, config)
      if (done === null) throw new ConfigError(`There is no widget ${key}.`)
      return done
    }
  }
}

/** Null: there is no such widget. */
type Act = (key: string, said: BlockOptions) => (db: Db, config: Config) => Promise<string | null>

const ACTS: Record<string, Act> = {
  block: (key, said) => {
    const why = sentence('why', said.why, 500)
    const rule = sentence('rule', said.rule, 200)
    return async (db, { operatorEmail: contact }) =>
      (await blockWidget(db, key, { why, rule, contact }))
        ? `The widget ${key} is blocked: no site shows it. Its owner is told why, and to object at ${contact}.`
        : null
  },
  unblock: (key) => async (db) =>
    (await unblockWidget(db, key)) ? `The widget ${key} is back as it was.` : null,
  dismiss: (key, said) => {
    const why = said.why === undefined ? '' : sentence('why', said.why, 500)
    return (db) => dismiss(db, key, why)
  },
}

/** Reports outlive their widget, so that those of one that is gone can be closed as well. */
const dismiss = (db: Db, key: string, why: string) =>
  db.transaction(async (tx) => {
    const widget = await widgetByKey(tx, key)
    const about = widget ? aboutWidget(widget.id) : aboutKey(key)
    const closed = await closeReports(tx, about, { decision: 'dismissed', why })
    return !widget && closed === 0 ? null : closedText(closed, `the widget ${key}`)
  })
