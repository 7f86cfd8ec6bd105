import { useState } from 'react'
import { runAction } from '#app/failure/run-action.ts'
import { ageText, dayText, isStale } from '#app/problems/times.ts'
import type { LinkProblem, ShortLink } from '#contract/links.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import css from './edit-view.module.css'
import { checkLink, dismissProblem } from '../links.ts'

const PROBLEM_TEXTS: Record<LinkProblem, string> = {
  gone: 'This page seems to be gone',
  home: 'This page leads to the shop’s home page',
  'sold-out': 'This seems to be out of stock',
}

/** Shows a problem that two checks of the target page found, until it is dismissed or solved. */
export function EditHealth({ link }: { link: ShortLink }) {
  const [busy, setBusy] = useState(false)
  if (!link.health) return null
  const { problem, checked_at } = link.health
  const at = Date.parse(checked_at)

  async function check() {
    setBusy(true)
    await runAction('check the page', () => checkLink(link.uuid), {
      subject: 'The link',
      onDone: ({ health }) => toast(health ? 'Still the same' : 'The page is fine again'),
    })
    setBusy(false)
  }

  return (
    <div className={css.conflict}>
      <Banner
        tone="warn"
        action={
          <div className={css.pair}>
            <Button size="sm" variant="quiet" busy={busy} onClick={() => void check()}>
              Check again
            </Button>
            <Button
              size="sm"
              variant="quiet"
              onClick={() =>
                void runAction('dismiss this', () => dismissProblem(link.uuid), {
                  subject: 'The link',
                })
              }
            >
              Dismiss
            </Button>
          </div>
        }
      >
        <b>{`${PROBLEM_TEXTS[problem]},`}</b>
        <span>{` checked ${isStale(at) ? dayText(at) : ageText(at)}.`}</span>
      </Banner>
    </div>
  )
}
