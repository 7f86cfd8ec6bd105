import { momentText } from '#app/problems/times.ts'
import type { ShortLink } from '#contract/links.ts'
import { Banner } from '#ui/banner.tsx'
import css from './share-view.module.css'
import { BlockFacts } from '../block-facts.tsx'
import { plainUrl } from '../short-parts.ts'

/** Warns before sharing if the link is blocked or has ended. */
export function ShareState({ link }: { link: ShortLink }) {
  if (link.is_blocked) {
    return (
      <div className={css.state}>
        <Banner tone="danger">
          <b>Blocked.</b> The operator of this site blocked this link. It does not redirect.
        </Banner>
        {link.block && <BlockFacts block={link.block} />}
      </div>
    )
  }
  const end = endedAt(link)
  if (end === null) return null
  return (
    <div className={css.state}>
      <Banner tone="warn">
        <b>{`Ended ${momentText(end)}.`}</b>
        <span>{` ${
          link.fallback_url
            ? `People go to ${plainUrl(link.fallback_url)} now.`
            : 'People see “This link has ended”.'
        }`}</span>
      </Banner>
    </div>
  )
}

function endedAt({ expires_at }: ShortLink): number | null {
  const end = Date.parse(expires_at ?? '')
  return end <= Date.now() ? end : null
}
