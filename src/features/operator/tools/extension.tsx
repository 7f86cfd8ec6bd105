import { PuzzlePieceIcon } from '@phosphor-icons/react/PuzzlePiece'
import { readStep } from '#api/people/onboarding.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import { EXTENSION_PATH, extensionStep, loadsPackages } from '#contract/browser-extension.ts'
import type { OnboardingProgress } from '#contract/people/onboarding.ts'
import { ButtonLink } from '#ui/button.tsx'
import css from './tools-screen.module.css'

/**
 * Shows the browser extension: in the store that the operator has named for this browser, which is
 * also part of onboarding, or on the server's own page.
 */
export function Extension() {
  const name = extensionStep(navigator.userAgent)
  const { value, loading } = useAnswer<OnboardingProgress>(
    name && `tools ${name}`,
    (options) => readStep(name ?? '', { notifications: 'default', ...options }),
    { copy: true, isSecondary: true },
  )
  const step = value?.current
  const textOf = (identifier: string) =>
    step?.texts.find((one) => one.identifier === identifier)?.text ?? ''
  const url = textOf('url')
  // During onboarding, the server returns the user's current step if there is no extension step.
  if (step?.frontend_identifier === name && /^https?:\/\//i.test(url))
    return <Offer title={step.title} text={textOf('text')} href={url} />
  if (loading || !loadsPackages(navigator.userAgent)) return null
  return <Offer title={`${APP_NAME} in your browser`} text={DEFAULT_TEXT} href={EXTENSION_PATH} />
}

const DEFAULT_TEXT = 'Create a link to the page you’re on, without leaving it.'

const Offer = ({ title, text, href }: { title: string; text: string; href: string }) => (
  <section>
    <h2 className={css.heading}>{title}</h2>
    <p className={css.text}>{text}</p>
    <ButtonLink icon={PuzzlePieceIcon} href={href} target="_blank" rel="noopener noreferrer">
      Get the extension
    </ButtonLink>
  </section>
)
