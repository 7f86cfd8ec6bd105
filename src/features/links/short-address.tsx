import type { ShortLink } from '#contract/links/short-link.ts'
import { shortParts } from './short-parts.ts'
import css from './short-address.module.css'

/**
 * Shows the short address. The host is truncated before the code, because a truncated code is of no
 * use.
 */
export function ShortAddress({ link }: { link: ShortLink }) {
  const { host, code } = shortParts(link)
  return (
    <span className={css.address} translate="no">
      <span className={css.host}>{host}</span>
      <span className={css.code}>{code}</span>
    </span>
  )
}
