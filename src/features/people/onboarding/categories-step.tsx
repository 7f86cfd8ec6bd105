import { useState } from 'react'
import { chooseCategories, listCategories } from '#api/people/onboarding.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { quiet } from '#http/client.ts'
import { Chip } from '#ui/chip.tsx'
import css from './onboarding-dialog.module.css'
import { StepFrame } from './step-frame.tsx'
import type { Wizard } from './use-wizard.ts'

/** Shows the operator's categories, to choose the user's subjects. */
export function CategoriesStep({ wizard }: { wizard: Wizard }) {
  const { value = [], set } = useAnswer('categories', listCategories, {
    copy: true,
    isSecondary: true,
  })
  const [touched, setTouched] = useState<ReadonlyMap<number, boolean>>(new Map())
  const chosen = value.map(({ selected, ...category }) => ({
    ...category,
    selected: touched.get(category.id) ?? selected,
  }))
  const save = async () => {
    if (touched.size > 0)
      set(
        await chooseCategories(
          chosen.map(({ id, selected }) => ({ id, selected })),
          quiet,
        ),
      )
  }
  return (
    <StepFrame wizard={wizard} save={save}>
      <div className={css.chips} role="group" aria-label={wizard.step.title}>
        {chosen.map(({ id, name, selected }) => (
          <Chip
            key={id}
            pressed={selected}
            onClick={() => setTouched(new Map(touched).set(id, !selected))}
          >
            {name}
          </Chip>
        ))}
      </div>
    </StepFrame>
  )
}
