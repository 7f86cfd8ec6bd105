import { count } from '#app/formats.ts'
import { momentText } from '#app/problems/times.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { Banner } from '#ui/notices/banner.tsx'
import css from './share-view.module.css'
import { BlockFacts } from '../block-facts.tsx'
import { plainUrl } from '../short-parts.ts'

/** Warns before sharing if the link is blocked, is not open yet or has ended. */
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
  const start = laterStart(link)
  if (start !== null)
    return (
      <div className={css.state}>
        <Banner tone="warn">
          <b>{`Opens ${momentText(start)}.`}</b> People see this time until then.
        </Banner>
      </div>
    )
  const ended = endText(link)
  if (ended === null) return null
  return (
    <div className={css.state}>
      <Banner tone="warn">
        <b>{ended}</b>
        <span>{` ${
          link.fallback_url
            ? `People go to ${plainUrl(link.fallback_url)} now.`
            : 'People see “This link has ended”.'
        }`}</span>
      </Banner>
    </div>
  )
}

/** Returns when a link opens, or null if it has no start or the start has passed. */
function laterStart({ starts_at }: ShortLink): number | null {
  const start = Date.parse(starts_at ?? '')
  return start > Date.now() ? start : null
}

/** Returns why a link has ended, or null if it is open. */
function endText({ expires_at, max_clicks, used_clicks = 0 }: ShortLink): string | null {
  const end = Date.parse(expires_at ?? '')
  if (end <= Date.now()) return `Ended ${momentText(end)}.`
  return max_clicks && used_clicks >= max_clicks
    ? `Opened ${openings(max_clicks)}, its limit.`
    : null
}

const openings = (times: number) => (times === 1 ? 'once' : `${count(times)} times`)
