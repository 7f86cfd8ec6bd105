import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, type MouseEvent } from 'react'
import type { Faq } from '#contract/help.ts'
import { questionPath, paths, type HelpSearch } from '#paths.ts'
import { AnswerText } from './answer-text.tsx'
import { groupByCategory } from './headings.ts'
import css from './questions.module.css'

/** Shows the questions. The address contains the open question, so that it can be shared. */
export function Questions({ rows }: { rows: Faq[] }) {
  const { question }: HelpSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  // Focus the question that the address names, which also scrolls it into view.
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('details[open] > summary')?.focus()
  }, [])

  function toggle(event: MouseEvent, key: string) {
    event.preventDefault()
    const href = key === question ? paths.help : questionPath(key)
    void navigate({ href, replace: true, resetScroll: false })
  }

  return (
    <div ref={list} className={`${css.all} stack`}>
      {groupByCategory(rows).map(({ name, rows: categoryRows }) => (
        <section key={name} aria-label={name || undefined}>
          {name !== '' && <h2 className={css.heading}>{name}</h2>}
          <div className={css.list}>
            {categoryRows.map((row) => (
              <details key={row.id} className={css.question} open={row.key === question}>
                <summary onClick={(event) => toggle(event, row.key)}>
                  <span>{row.question}</span>
                  <CaretDownIcon size={18} weight="bold" aria-hidden />
                </summary>
                <AnswerText text={row.answer} />
              </details>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}
