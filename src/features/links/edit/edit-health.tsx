import { useState } from 'react'
import { runAction } from '#app/failure/run-action.ts'
import { ageText, dayText, isStale } from '#app/problems/times.ts'
import type { LinkProblem, ShortLink } from '#contract/links/short-link.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { EditWarning } from './edit-warning.tsx'
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
    <EditWarning
      buttons={
        <>
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
        </>
      }
    >
      <b>{`${PROBLEM_TEXTS[problem]},`}</b>
      <span>{` checked ${isStale(at) ? dayText(at) : ageText(at)}.`}</span>
    </EditWarning>
  )
}
