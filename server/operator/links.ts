import { SHORT_CODE_PATTERN } from '#contract/links.ts'
import { ConfigError } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { linkByCode } from '../links/coded-links.ts'
import { blockLink, unblockLink } from './reports/link-blocks.ts'
import { isAboutCode, isAboutLink, closeReports } from './reports/open-reports.ts'
import { listAddresses } from './links-history.ts'
import { requireReasons, dismissalReason, commandOf, type BlockAction } from './block-commands.ts'
import { closedText } from './sentences.ts'

/** Handles `block`, `unblock`, `dismiss` and `history` of a link. */
export function linkCommand([name = '', link = '', ...rest]: string[]):
  | ReturnType<typeof commandOf>
  | undefined {
  const act = ACTIONS[name]
  if (!act || link === '' || rest.length > 0) return undefined
  const code = parseCode(link)
  return commandOf(act, code, 'link')
}

const ACTIONS: Record<string, BlockAction> = {
  block: (code, said) => {
    const reasons = requireReasons(said)
    return async (db, { operatorEmail: contact }) =>
      (await blockLink(db, code, { ...reasons, contact }))
        ? `${code} is blocked and does not redirect. We email the reason to its owner, who can object at ${contact}.`
        : null
  },
  unblock: (code) => async (db) =>
    (await unblockLink(db, code)) ? `${code} leads where it did before.` : null,
  dismiss: (code, said) => {
    const why = dismissalReason(said)
    return (db) => dismiss(db, code, why)
  },
  history: (code) => (db) => listAddresses(db, code),
}

/** Closes the reports of a link. Works for deleted links too, because their reports stay. */
const dismiss = (db: Db, code: string, why: string) =>
  db.transaction(async (tx) => {
    const link = await linkByCode(tx, code)
    const about = link ? isAboutLink(link.id) : isAboutCode(code)
    const closed = await closeReports(tx, about, { decision: 'dismissed', why })
    if (!link && closed === 0) return null
    return closedText(closed, code)
  })

/** Reads the code from `lamp` or from a copied URL such as `https://split.example/s/lamp+`. */
function parseCode(typed: string): string {
  const last =
    typed
      .replace(/[?#].*$/, '')
      .replace(/\/$/, '')
      .split('/')
      .at(-1) ?? ''
  const code = last.replace(/\+$/, '')
  if (SHORT_CODE_PATTERN.test(code)) return code
  throw new ConfigError(`${typed} is not a short code.`)
}
