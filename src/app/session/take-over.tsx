import { useState } from 'react'
import type { LeftBehind } from '#live/drafts/left-behind.ts'
import { Button } from '#ui/button.tsx'
import { askedAtSignIn, stay, takeOver } from './exchange.ts'
import { SignInActions, SignInPage } from './sign-in-page.tsx'
import type { SignIn } from './sign-in.ts'

/** Asks before another user is signed in, which deletes unsent data of the previous one. */
export function TakeOver({ onSettled }: { onSettled: (outcome: SignIn) => void }) {
  const [busy, setBusy] = useState<'yes' | 'no'>()
  const question = askedAtSignIn()
  if (!question) return null
  async function decide(answer: 'yes' | 'no', act: typeof stay) {
    setBusy(answer)
    if (question) onSettled(await act(question))
  }
  const { next, now, left } = question
  return (
    <SignInPage>
      <h1>Sign in as someone else?</h1>
      <p>{`${whoIsHere(now)} ${whatGoes(left)}`}</p>
      <SignInActions>
        <Button
          variant={isEmpty(left) ? 'primary' : 'danger'}
          busy={busy === 'yes'}
          disabled={busy !== undefined}
          onClick={() => void decide('yes', takeOver)}
        >
          {next ? `Sign in as ${next}` : 'Sign in'}
        </Button>
        <Button
          busy={busy === 'no'}
          disabled={busy !== undefined}
          onClick={() => void decide('no', stay)}
        >
          Stay
        </Button>
      </SignInActions>
    </SignInPage>
  )
}

const whoIsHere = (now: string | null | undefined) => {
  if (now) return `You are signed in as ${now}.`
  return now === null ? 'Someone else is signed in here.' : 'Someone else was signed in here.'
}

const isEmpty = ({ changes, typed }: LeftBehind) => changes === 0 && !typed

function whatGoes(left: LeftBehind): string {
  const { changes, typed } = left
  if (isEmpty(left)) return 'Signing in as someone else signs them out here.'
  const waiting = changes === 1 ? '1 change that waits' : `${changes} changes that wait`
  const parts = [changes > 0 && waiting, typed && 'something typed but not saved']
  return sentence(`${parts.filter(Boolean).join(' and ')} on this device would be lost.`)
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
