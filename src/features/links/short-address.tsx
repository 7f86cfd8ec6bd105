import type { ShortLink } from '#contract/links.ts'
import { shortParts } from './short-parts.ts'
import css from './short-address.module.css'

/** The host gives way before the code does: a cut code is of no use. */
export function ShortAddress({ link }: { link: ShortLink }) {
  const { host, code } = shortParts(link)
  return (
    <span className={css.address} translate="no">
      <span className={css.host}>{host}</span>
      <span className={css.code}>{code}</span>
    </span>
  )
}
