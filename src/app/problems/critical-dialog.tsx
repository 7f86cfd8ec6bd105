import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { AlertArt } from '#ui/dialog/alert-art.tsx'
import { Alert } from '#ui/dialog/alert.tsx'
import { Button } from '#ui/button.tsx'
import { paths } from '#paths.ts'
import { goBack, goTo } from '../worker/reload.ts'
import { criticalText, isParagraph } from './critical-texts.ts'
import { factsOf } from './facts.tsx'
import type { Critical } from './failures.ts'
import { reportProblemEvent } from './problems.ts'
import { signInAgain } from './sign-in-again.ts'
import { UnavailableDialog } from './unavailable-dialog.tsx'

/** Shows a critical failure. Only the dialog's own buttons close it. */
export function CriticalDialog({ critical }: { critical: Critical }) {
  if (critical.retry) return <UnavailableDialog critical={critical} retry={critical.retry} />
  const text = criticalText(critical)
  return (
    <Alert
      art={<AlertArt kind="broken" />}
      title={isParagraph(text) ? undefined : text}
      facts={factsOf(critical)}
      actions={critical.status === 401 ? <SignInButton /> : <LeaveButtons />}
    >
      {isParagraph(text) && text}
    </Alert>
  )
}

function SignInButton() {
  const [leaving, setLeaving] = useState(false)
  function openLogin() {
    setLeaving(true)
    void signInAgain()
  }
  return (
    <Button variant="primary" busy={leaving} onClick={openLogin}>
      Go to Login Page
    </Button>
  )
}

function LeaveButtons() {
  const report = useSetAtom(reportProblemEvent)
  function back() {
    report({ type: 'left' })
    goBack()
  }
  return (
    <>
      <Button onClick={back}>Go Back</Button>
      <Button variant="primary" onClick={() => goTo(paths.home)}>
        Restart
      </Button>
    </>
  )
}
