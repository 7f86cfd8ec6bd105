import { momentText } from '#app/problems/times.ts'
import type { LinkBlock, ShortLink } from '#contract/links.ts'
import { Banner } from '#ui/banner.tsx'
import css from './share-view.module.css'
import { plainUrl } from '../short-parts.ts'

/** Before somebody shares a link that does not lead to its target. */
export function ShareState({ link }: { link: ShortLink }) {
  if (link.is_blocked) {
    return (
      <div className={css.state}>
        <Banner tone="danger">
          <b>Blocked.</b> The operator of this site stopped this link, so it leads nowhere.
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
        <b>Ended {momentText(end)}.</b>{' '}
        {link.fallback_url
          ? `People go to ${plainUrl(link.fallback_url)} now.`
          : 'People see “This link has ended”.'}
      </Banner>
    </div>
  )
}

/** One that was blocked before reasons were kept has none. */
function BlockFacts({ block: { why, rule, since, contact } }: { block: NonNullable<LinkBlock> }) {
  return (
    <div className={css.block}>
      <p>Blocked since {momentText(Date.parse(since))}.</p>
      {why && <p>What is wrong: {why}</p>}
      {rule && <p>The rule it breaks: {rule}</p>}
      <p>
        To object, write to <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    </div>
  )
}

function endedAt({ expires_at }: ShortLink): number | null {
  const end = Date.parse(expires_at ?? '')
  return end <= Date.now() ? end : null
}
