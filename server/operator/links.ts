import { SHORT_CODE_PATTERN } from '#contract/links/codes.ts'
import { ConfigError } from '../platform/config/config.ts'
import { blockLink, unblockLink } from './reports/link-blocks.ts'
import { REPORTS_OF } from './reports/reports-of.ts'
import { listAddresses } from './links-history.ts'
import { blockActions, commandOf, type BlockAction } from './block-commands.ts'

/**
 * Handles `block`, `unblock`, `dismiss` and `history` of a link. Returns undefined for other
 * arguments.
 */
export function linkCommand([name = '', link = '', ...rest]: string[]):
  | ReturnType<typeof commandOf>
  | undefined {
  const act = ACTIONS[name]
  if (!act || link === '' || rest.length > 0) return undefined
  const code = codeIn(link)
  return commandOf(act, code, 'link')
}

const ACTIONS: Record<string, BlockAction> = {
  ...blockActions({
    block: blockLink,
    unblock: unblockLink,
    reports: REPORTS_OF.link,
    blockedText: (code, contact) =>
      `${code} is blocked and does not redirect. We email the reason to its owner, who can object at ${contact}.`,
    unblockedText: (code) => `${code} leads where it did before.`,
    label: (code) => code,
  }),
  history: (code) => (db) => listAddresses(db, code),
}

/** Reads the code from `lamp` or from a copied URL such as `https://split.example/s/lamp+`. */
export function codeIn(typed: string): string {
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
