import type { AccountRestriction } from '#contract/facts.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'

const EFFECT = {
  paused: 'Links and page keep working, but nothing can be changed.',
  blocked: 'Links and page are closed, and nothing can be changed.',
}

/** Says on every screen that staff have paused or blocked the account, why, and how to appeal. */
export const RestrictedBanner = ({ kind, why, rule, appeal_url: href }: AccountRestriction) => (
  <Banner
    flush
    tone="warn"
    action={
      href !== null && (
        <ButtonLink variant="quiet" size="sm" href={href}>
          Appeal
        </ButtonLink>
      )
    }
  >
    <b>{`This account is ${kind}.`}</b>
    <span>{` ${EFFECT[kind]} Reason: ${why} (${rule})`}</span>
  </Banner>
)
