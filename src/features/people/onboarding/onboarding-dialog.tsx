import { ArrowLeftIcon } from '@phosphor-icons/react/ArrowLeft'
import { XIcon } from '@phosphor-icons/react/X'
import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/styles/class-names.ts'
import { frame } from '#ui/dialog/frame.ts'
import { useDialog } from '#ui/dialog/use-dialog.ts'
import { Mark } from '#ui/mark.tsx'
import { SplitBar } from '#ui/split-bar.tsx'
import css from './onboarding-dialog.module.css'
import type { Wizard } from './use-wizard.ts'

/** Shows a step of the onboarding: full screen on phones, a card on wider screens. */
export function OnboardingDialog({ wizard, children }: { wizard: Wizard; children: ReactNode }) {
  const { step, name, place, back, close, skip } = wizard
  const dialog = useDialog(close)
  const title = useTitleFocus(name)
  return createPortal(
    <dialog {...dialog} className={cx(frame, css.dialog)} aria-labelledby="onboarding-title">
      <div className={css.panel}>
        <div className={css.top}>
          {back ? (
            <IconButton label="Back" icon={ArrowLeftIcon} iconSize={22} onClick={back} />
          ) : (
            <Mark size={26} className={css.mark} />
          )}
          <Progress {...place} />
          <IconButton
            label={place.count > 0 ? 'Skip setup' : 'Close'}
            icon={XIcon}
            iconSize={22}
            onClick={skip}
          />
        </div>
        <h2 ref={title} id="onboarding-title" className={css.title} tabIndex={-1} data-dialog-title>
          {step.title}
        </h2>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}

function Progress({ position, count }: Wizard['place']) {
  if (count === 0) return <span className={css.progress} />
  return (
    <>
      <div className={css.progress}>
        <SplitBar
          label={`Step ${position} of ${count}`}
          parts={[{ share: position / count, tone: 'action' }]}
          height={6}
        />
      </div>
      <span className={cx(css.count, 'num')} aria-hidden="true">
        {`${position} of ${count}`}
      </span>
    </>
  )
}

/** Focuses the title when the step changes, so that screen readers start there. */
function useTitleFocus(name: string) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    title.current?.focus({ preventScroll: true })
  }, [name])
  return title
}
