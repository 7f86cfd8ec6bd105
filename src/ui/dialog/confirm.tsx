import { useEffect, useSyncExternalStore } from 'react'
import { Alert } from './alert.tsx'
import { Button } from '../button.tsx'

type Wording = { title?: string; ok: string; cancel: string; danger?: boolean }
type Question = Wording & { text: string; answer: (yes: boolean) => void }

let question: Question | undefined
const listeners = new Set<() => void>()

function ask(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}

/** Asks in a dialog of the app's own. Escape means no, and so does a later question. */
export function confirm(text: string, wording: Wording): Promise<boolean> {
  question?.answer(false)
  return new Promise((resolve) => {
    ask({
      ...wording,
      text,
      answer: (yes) => {
        ask(undefined)
        resolve(yes)
      },
    })
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Rendered once by the shell. */
export function ConfirmHost() {
  const current = useSyncExternalStore(subscribe, () => question)
  useEffect(() => {
    // Something graver takes over: the question is withdrawn.
    const withdraw = () => question?.answer(false)
    addEventListener('split:close-modals', withdraw)
    return () => removeEventListener('split:close-modals', withdraw)
  }, [])
  if (!current) return null
  const { title, text, ok, cancel, danger, answer } = current
  return (
    <Alert
      title={title}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{cancel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {ok}
          </Button>
        </>
      }
    >
      {text}
    </Alert>
  )
}
