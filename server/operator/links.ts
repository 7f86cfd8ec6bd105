import { blockLink, unblockLink } from './reports/link-blocks.ts'
import { REPORTS_OF } from './reports/reports-of.ts'
import { listAddresses } from './links-history.ts'
import { blockActions, commandOf, type BlockAction } from './block-commands.ts'
import { parseTypedLink } from './typed-links.ts'

/**
 * Handles `block`, `unblock`, `dismiss` and `history` of a link. Returns undefined for other
 * arguments.
 */
export function linkCommand([name = '', link = '', ...rest]: string[]):
  | ReturnType<typeof commandOf>
  | undefined {
  const act = ACTIONS[name]
  if (!act || link === '' || rest.length > 0) return undefined
  return commandOf(act, parseTypedLink(link), 'link')
}

const ACTIONS: Record<string, BlockAction> = {
  ...blockActions({
    block: blockLink,
    unblock: unblockLink,
    reports: REPORTS_OF.link,
    blockedText: (name, contact) =>
      `${name} is blocked and does not redirect. We email the reason to its owner, who can object at ${contact}.`,
    unblockedText: (name) => `${name} leads where it did before.`,
    label: (name) => name,
  }),
  history: () => listAddresses,
}
