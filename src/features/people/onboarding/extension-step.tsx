import { PuzzlePieceIcon } from '@phosphor-icons/react/PuzzlePiece'
import { ButtonLink } from '#ui/button.tsx'
import css from './onboarding-dialog.module.css'
import { StepFrame } from './step-frame.tsx'
import type { Wizard } from './use-wizard.ts'

/** The extension of this very browser, in the shop that the operator names (D-87). */
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
