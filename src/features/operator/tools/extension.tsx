import { PuzzlePieceIcon } from '@phosphor-icons/react/PuzzlePiece'
import { readStep } from '#api/onboarding.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { extensionStep } from '#contract/browser-extension.ts'
import type { OnboardingPlace } from '#contract/onboarding.ts'
import { ButtonLink } from '#ui/button.tsx'
import css from './tools-screen.module.css'

/**
 * Shows the browser extension for this browser if the operator has set one. The same step is part
 * of onboarding.
 */
export function Extension() {
  const name = extensionStep(navigator.userAgent)
  const { value } = useAnswer<OnboardingPlace>(
    name && `tools ${name}`,
    (options) => readStep(name ?? '', { notifications: 'default', ...options }),
    { copy: true, aside: true },
  )
  const step = value?.current
  // During onboarding, the server returns the user's current step if there is no extension step.
  if (!step || step.frontend_identifier !== name) return null
  const said = (identifier: string) =>
    step.texts.find((one) => one.identifier === identifier)?.text ?? ''
  const url = said('url')
  if (!/^https?:\/\//i.test(url)) return null
  return (
    <section>
      <h2 className={css.heading}>{step.title}</h2>
      <p className={css.text}>{said('text')}</p>
      <ButtonLink icon={PuzzlePieceIcon} href={url} target="_blank" rel="noopener noreferrer">
        Get the extension
      </ButtonLink>
    </section>
  )
}
