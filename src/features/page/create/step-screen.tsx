import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths, type Href } from '#paths.ts'
import { SplitBar } from '#ui/split-bar.tsx'
import css from './new-page.module.css'

export type Step = 'name' | 'picture'

const STEPS = {
  name: {
    title: 'Name your page',
    lead: 'This is the one link for your bio. You can change both later.',
    done: 1,
  },
  picture: {
    title: 'Add a picture',
    lead: 'It appears at the top of your page. You can add or change it later.',
    done: 2,
  },
}

type StepScreenProps = { step: Step; skip: ReactNode; children: ReactNode }

/** Shows one setup step without navigation: the user can only go back or skip. */
export function StepScreen({ step, skip, children }: StepScreenProps) {
  const { title, lead, done } = STEPS[step]
  const back = useBackPath(step)
  return (
    <Screen
      title={title}
      freshness="none"
      tall
      className={css.steps}
      heading={<span className={css.way} />}
      back={back}
      actions={skip}
    >
      <div className={css.intro}>
        <div className={css.progress}>
          <SplitBar
            label={`Step ${done} of 2`}
            parts={[{ share: done / 2, tone: 'action' }]}
            height={8}
          />
        </div>
        <h1 className={css.title}>{title}</h1>
        <p className={css.lead}>{lead}</p>
      </div>
      {children}
    </Screen>
  )
}

/** Returns the path of the previous step, or of the page screen from the first step. */
function useBackPath(step: Step): Href {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  if (step === 'name') return paths.page
  return pathname === paths.firstPageOfInstagram ? paths.firstPageOfInstagram : paths.firstPage
}
