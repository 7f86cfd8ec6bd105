import { useEffect, useSyncExternalStore } from 'react'
import { Alert } from './alert.tsx'
import css from './alert.module.css'
import { Button } from '../button.tsx'

type Wording = { title?: string; ok: string; cancel: string; danger?: boolean }
type Choice = 'ok' | 'also'
type Question = Wording & {
  text: string
  also?: string
  answer: (choice?: Choice) => void
}

let question: Question | undefined
const listeners = new Set<() => void>()

function setQuestion(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}

/**
 * Asks in a dialog of the app. Returns false on Escape, and when another question replaces this
 * one.
 */
export const confirm = async (text: string, wording: Wording): Promise<boolean> =>
  (await choose(text, wording)) === 'ok'

/** Asks with a second, more serious choice. Returns undefined for neither. */
export function choose(
  text: string,
  wording: Wording & { also?: string },
): Promise<Choice | undefined> {
  question?.answer()
  return new Promise((resolve) => {
    setQuestion({
      ...wording,
      text,
      answer: (choice) => {
        setQuestion(undefined)
        resolve(choice)
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

/** Shows the current question. Rendered once by the shell. */
export function ConfirmHost() {
  const current = useSyncExternalStore(subscribe, () => question)
  useEffect(() => {
    // A more important dialog replaces the question.
    const withdraw = () => question?.answer()
    addEventListener('split:close-modals', withdraw)
    return () => removeEventListener('split:close-modals', withdraw)
  }, [])
  if (!current) return null
  const { title, text, also, answer } = current
  return (
    <Alert
      title={title}
      onClose={() => answer()}
      actions={
        also === undefined ? <TwoActions {...current} /> : <ThreeActions {...current} also={also} />
      }
    >
      {text}
    </Alert>
  )
}

const TwoActions = ({ ok, cancel, danger, answer }: Question) => (
  <>
    <Button onClick={() => answer()}>{cancel}</Button>
    <Button variant={danger ? 'danger' : 'primary'} onClick={() => answer('ok')}>
      {ok}
    </Button>
  </>
)

/**
 * The recommended choice comes first on its own line. The more serious one looks less prominent.
 */
const ThreeActions = ({ ok, also, cancel, answer }: Question & { also: string }) => (
  <>
    <Button variant="primary" block onClick={() => answer('ok')}>
      {ok}
    </Button>
    <Button onClick={() => answer()}>{cancel}</Button>
    <Button variant="quiet" className={css.grave} onClick={() => answer('also')}>
      {also}
    </Button>
  </>
)
