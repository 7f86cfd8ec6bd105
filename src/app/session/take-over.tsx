import { useState } from 'react'
import type { UnsentData } from '#live/drafts/unsent-data.ts'
import { Button } from '#ui/button.tsx'
import { takeOverQuestion, keepCurrentUser, takeOver } from './exchange.ts'
import { SignInActions, SignInPage } from './sign-in-page.tsx'
import type { SignIn } from './sign-in.ts'

/** Asks before another user is signed in, which deletes unsent data of the previous one. */
export function TakeOver({ onSettled }: { onSettled: (outcome: SignIn) => void }) {
  const [busy, setBusy] = useState<'yes' | 'no'>()
  const question = takeOverQuestion()
  if (!question) return null
  async function decide(answer: 'yes' | 'no', act: typeof keepCurrentUser) {
    setBusy(answer)
    if (question) onSettled(await act(question))
  }
  const { newUser, currentUser, unsentData } = question
  return (
    <SignInPage>
      <h1>Sign in as someone else?</h1>
      <p>{`${currentUserText(currentUser)} ${lostDataText(unsentData)}`}</p>
      <SignInActions>
        <Button
          variant={isEmpty(unsentData) ? 'primary' : 'danger'}
          busy={busy === 'yes'}
          disabled={busy !== undefined}
          onClick={() => void decide('yes', takeOver)}
        >
          {newUser ? `Sign in as ${newUser}` : 'Sign in'}
        </Button>
        <Button
          busy={busy === 'no'}
          disabled={busy !== undefined}
          onClick={() => void decide('no', keepCurrentUser)}
        >
          Stay
        </Button>
      </SignInActions>
    </SignInPage>
  )
}

const currentUserText = (now: string | null | undefined) => {
  if (now) return `You are signed in as ${now}.`
  return now === null ? 'Someone else is signed in here.' : 'Someone else was signed in here.'
}

const isEmpty = ({ changes, hasDrafts: typed }: UnsentData) => changes === 0 && !typed

function lostDataText(left: UnsentData): string {
  const { changes, hasDrafts: typed } = left
  if (isEmpty(left)) return 'Signing in as someone else signs them out here.'
  const waiting = changes === 1 ? '1 change that waits' : `${changes} changes that wait`
  const parts = [changes > 0 && waiting, typed && 'something typed but not saved']
  return sentence(`${parts.filter(Boolean).join(' and ')} on this device would be lost.`)
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
