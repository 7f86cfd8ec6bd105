import { PuzzlePieceIcon } from '@phosphor-icons/react/PuzzlePiece'
import { ButtonLink } from '#ui/button.tsx'
import css from './onboarding-dialog.module.css'
import { StepFrame } from './step-frame.tsx'
import type { Wizard } from './use-wizard.ts'

/** Shows a link to the extension for this browser, at the address that the operator configured. */
export function ExtensionStep({ wizard }: { wizard: Wizard }) {
  const url = wizard.text('url')
  return (
    <StepFrame wizard={wizard}>
      {/^https?:\/\//i.test(url) && (
        <ButtonLink
          icon={PuzzlePieceIcon}
          className={css.open}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
        >
          Get the extension
        </ButtonLink>
      )}
    </StepFrame>
  )
}
