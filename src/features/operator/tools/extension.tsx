import { PuzzlePieceIcon } from '@phosphor-icons/react/PuzzlePiece'
import { readStep } from '#api/onboarding.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { extensionStep } from '#contract/browser-extension.ts'
import type { OnboardingProgress } from '#contract/onboarding.ts'
import { ButtonLink } from '#ui/button.tsx'
import css from './tools-screen.module.css'

/**
 * Shows the browser extension for this browser if the operator has set one. The same step is part
 * of onboarding.
 */
export function Extension() {
  const name = extensionStep(navigator.userAgent)
  const { value } = useAnswer<OnboardingProgress>(
    name && `tools ${name}`,
    (options) => readStep(name ?? '', { notifications: 'default', ...options }),
    { copy: true, isSecondary: true },
  )
  const step = value?.current
  // During onboarding, the server returns the user's current step if there is no extension step.
  if (!step || step.frontend_identifier !== name) return null
  const textOf = (identifier: string) =>
    step.texts.find((one) => one.identifier === identifier)?.text ?? ''
  const url = textOf('url')
  if (!/^https?:\/\//i.test(url)) return null
  return (
    <section>
      <h2 className={css.heading}>{step.title}</h2>
      <p className={css.text}>{textOf('text')}</p>
      <ButtonLink icon={PuzzlePieceIcon} href={url} target="_blank" rel="noopener noreferrer">
        Get the extension
      </ButtonLink>
    </section>
  )
}
