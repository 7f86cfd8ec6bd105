import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createSection } from '#api/page/pages.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { useOffline } from '#app/problems/problems.ts'
import type { NewSection, PredefinedSection } from '#contract/page/pages.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { MoveInLink } from '../move-in-link.tsx'
import { useTemplates, type SectionsAnswer } from '../page.ts'
import css from './sections.module.css'
import { explainRefusal, OFFLINE_TEXT } from '../use-saves.ts'
import { SectionWireframe } from './wire.tsx'

type Add = (wanted: NewSection) => void

/**
 * Creates a section and opens it. `instead` replaces the current history entry, for the case that
 * it is an open dialog.
 */
export function useAddSection(sections: SectionsAnswer, replaceEntry: boolean) {
  const attempt = useAttemptKeys()
  const navigate = useNavigate()
  const offline = useOffline()
  const [busy, setBusy] = useState(false)

  async function create(wanted: NewSection) {
    if (offline) {
      toast(OFFLINE_TEXT, { tone: 'problem' })
      return
    }
    setBusy(true)
    try {
      const created = await attempt(wanted, (key) => createSection(wanted, { ...quiet, key }))
      sections.set([...(sections.value ?? []), created])
      await navigate({ href: paths.section(String(created.id)), replace: replaceEntry })
    } catch (error) {
      const text = explainRefusal(error, 'add the section')
      if (text !== undefined) toast(text, { tone: 'problem' })
    } finally {
      setBusy(false)
    }
  }
  const add: Add = (wanted) => {
    if (!busy) void create(wanted)
  }
  return add
}

/** Shows templates in the place of the sections while there are none. */
export function FirstSections({ sections }: { sections: SectionsAnswer }) {
  const add = useAddSection(sections, false)
  return (
    <>
      <p className={css.lead}>Start with one of these. You fill it with your own links.</p>
      <div className={css.inPlace}>
        <Templates add={add} />
      </div>
      <MoveInLink />
    </>
  )
}

/** Lists the section templates of the server. */
export function Templates({ add }: { add: Add }) {
  const templates = useTemplates()
  return (
    <AnswerList
      what="templates"
      rows={templates.value}
      answer={templates}
      loading={<Skeleton height={64} radius={14} />}
      empty={null}
    >
      {(rows) => (
        <ul className={css.templates}>
          {rows.map((template) => (
            <Template key={template.id} template={template} add={add} />
          ))}
        </ul>
      )}
    </AnswerList>
  )
}

function Template({ template, add }: { template: PredefinedSection; add: Add }) {
  const { id, title, type, layout, description } = template
  return (
    <li>
      <button
        type="button"
        className={css.template}
        onClick={() => add({ predefined_section_id: id })}
      >
        <SectionWireframe type={type} layout={layout} />
        <span className={css.text}>
          <b className={css.templateName}>{title}</b>
          <span className={`${css.about} hint`}>{description}</span>
        </span>
        <PlusIcon size={20} weight="bold" aria-hidden />
      </button>
    </li>
  )
}
