import { CheckIcon } from '@phosphor-icons/react/Check'
import { useState, type ReactNode } from 'react'
import { saveMode } from '#api/people/settings.ts'
import { useMode } from '#features/people/settings/use-mode.ts'
import { quiet } from '#http/client.ts'
import { cx } from '#ui/styles/class-names.ts'
import { Mugs, Serum, Tote } from './art.tsx'
import css from './profile-mode-step.module.css'
import { StepFrame } from './step-frame.tsx'
import type { Wizard } from './use-wizard.ts'

type Mode = 'creator' | 'shopper' | null

const modeOf = (isCreator: boolean | null | undefined): Mode =>
  typeof isCreator === 'boolean' ? (isCreator ? 'creator' : 'shopper') : null

/**
 * Shows the choice between creator and shopper. Pressing the chosen one again clears the choice.
 */
export function ProfileModeStep({ wizard }: { wizard: Wizard }) {
  const saved = useMode()
  const [touched, setTouched] = useState<Mode>()
  const mode = touched === undefined ? modeOf(saved.value) : touched
  const half = (name: 'creator' | 'shopper', title: string, art: ReactNode) => (
    <button
      type="button"
      className={cx(css.half, css[name])}
      aria-pressed={mode === name}
      data-off={(mode !== null && mode !== name) || undefined}
      onClick={() => setTouched(mode === name ? null : name)}
    >
      {art}
      <span className={css.words}>
        <span className={css.tick}>
          {mode === name && <CheckIcon size={20} weight="bold" aria-hidden />}
        </span>
        <b className={css.name}>{title}</b> <span className={css.what}>{wizard.text(name)}</span>
      </span>
    </button>
  )
  return (
    <StepFrame
      wizard={wizard}
      disabled={mode === null}
      save={async () => saved.set((await saveMode(mode === 'creator', quiet)).is_creator)}
      note={wizard.text('note')}
      fill
    >
      <div className={css.frame}>
        <div className={css.halves} role="group" aria-label="Choose one" data-mode={mode}>
          {half('creator', 'Creator', <CreatorArt />)}
          {half('shopper', 'Shopper', <Tote className={css.tote} />)}
        </div>
      </div>
    </StepFrame>
  )
}

const CreatorArt = () => (
  <>
    <Serum className={css.serum} />
    <Mugs className={css.mugs} />
  </>
)
