import { PlusIcon } from '@phosphor-icons/react/Plus'
import { AnswerList } from '#app/answer-list.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import type { SectionsAnswer } from '../page.ts'
import css from './sections.module.css'
import { SectionList } from './section-list.tsx'
import { FirstSections } from './templates.tsx'
import type { Saves } from '../use-saves.ts'

type PageSectionsProps = {
  sections: SectionsAnswer
  saves: Saves
  wide: boolean
  addSection: () => void
}

/** Lists the sections of the page in order, or the templates if there are none. */
export function PageSections({ sections, saves, wide, addSection }: PageSectionsProps) {
  const rows = sections.value
  const some = rows !== undefined && rows.length > 0
  return (
    <section className={css.sections} aria-labelledby="page-sections">
      <div className={css.heading}>
        <h2 id="page-sections">Sections</h2>
        <p className="hint" role="status">
          {saves.text || (some && rows.length > 1 ? 'Drag to reorder' : '')}
        </p>
        {wide && (
          <Button size="md" icon={PlusIcon} aria-haspopup="dialog" onClick={addSection}>
            Add section
          </Button>
        )}
      </div>
      <AnswerList
        what="sections"
        rows={rows}
        answer={sections}
        loading={<SectionsSkeleton />}
        empty={<FirstSections sections={sections} />}
      >
        {(rows) => <SectionList rows={rows} sections={sections} saves={saves} />}
      </AnswerList>
    </section>
  )
}

const SectionsSkeleton = () => (
  <div className={css.loading} role="status" aria-label="Loading sections">
    <Skeleton height={60} radius={14} />
    <Skeleton height={60} radius={14} />
    <Skeleton height={60} radius={14} />
  </div>
)
