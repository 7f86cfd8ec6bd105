import { Screen } from '#app/shell/screen/screen.tsx'
import { paths } from '#paths.ts'
import { DefinitionList } from '#ui/definition-list.tsx'
import css from './analytics.module.css'
import { DEFINITIONS } from './definitions.ts'

/** Shows what each number counts and how each rate is computed. All screens link to this page. */
export const DefinitionsScreen = () => (
  <Screen
    title="What is counted"
    freshness="none"
    back={paths.analytics}
    narrow
    className={css.screen}
  >
    {DEFINITIONS.map(({ title, of }) => (
      <section key={title} aria-label={title}>
        <h2>{title}</h2>
        <DefinitionList className={css.definitions} rows={of} />
      </section>
    ))}
  </Screen>
)
