import { useNavigate, useParams } from '@tanstack/react-router'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Section } from '#contract/page/pages.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useWide } from '#ui/use-media.ts'
import { FormSkeleton } from '../create/new-page-screen.tsx'
import { usePage, useSections, type SectionsAnswer } from '../page.ts'
import { WidePreview } from '../preview.tsx'
import css from '../page.module.css'
import { SectionForm } from './section-form.tsx'
import { SectionMenu } from './section-menu.tsx'
import { useSaves } from '../use-saves.ts'

/** Shows one section for editing. */
export function SectionScreen() {
  const { id = '' } = useParams({ strict: false })
  const sections = useSections()
  const page = usePage().value
  const wide = useWide('desk')
  const navigate = useNavigate()
  const saves = useSaves(() => void sections.refresh())
  const section = sections.value?.find((one) => String(one.id) === id)

  function storeSection(next: Section) {
    sections.set((sections.value ?? []).map((row) => (row.id === next.id ? next : row)))
    saves.countSave()
  }
  return (
    <div className={`${css.frame} stack`}>
      <Screen
        title="Section"
        freshness={sections}
        back={paths.pageHome}
        tall
        actions={
          section && (
            <SectionMenu
              section={section}
              sections={sections}
              saves={saves}
              onRemoved={() => void navigate({ href: paths.pageHome, replace: true })}
            />
          )
        }
      >
        {section ? (
          <SectionForm
            key={section.id}
            section={section}
            onSaved={storeSection}
            refresh={() => void sections.refresh()}
          />
        ) : (
          <Missing sections={sections} />
        )}
      </Screen>
      {wide && section && page && (
        <WidePreview version={saves.saved} state={saves.text} page={page} />
      )}
    </div>
  )
}

/** Explains why no section is shown: it loads, it was removed, or loading failed. */
function Missing({ sections }: { sections: SectionsAnswer }) {
  const { value, loading, refreshing, error } = sections
  const offline = useOffline()
  if (loading || refreshing) return <FormSkeleton />
  if (value)
    return (
      <EmptyState
        title="This section isn’t here"
        text="It was removed, here or on another device."
        action={<ButtonLink href={paths.pageHome}>Go to your page</ButtonLink>}
      />
    )
  if (error && !offline) return <NotLoaded what="section" list={sections} />
  return <NothingSaved what="sections" />
}
