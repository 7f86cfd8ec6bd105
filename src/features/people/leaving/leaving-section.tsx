import { ExportIcon } from '@phosphor-icons/react/Export'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { paths } from '#paths.ts'
import { ListLink } from '#ui/list-row.tsx'
import { ArchiveSection } from './archive-section.tsx'
import css from './leaving-section.module.css'

/** Shows the data downloads and the link to the account deletion. */
export const LeavingSection = () => (
  <section className={`${css.section} stack`} aria-labelledby="your-data">
    <h2 id="your-data" className={css.heading}>
      Your data
    </h2>
    <ArchiveSection />
    <nav className={css.rows} aria-labelledby="your-data">
      <ListLink icon={ExportIcon} href={paths.dataExports} label="Data exports" />
      <ListLink
        icon={TrashIcon}
        href={paths.accountDeletion}
        label="Delete account"
        className={css.danger}
      />
    </nav>
  </section>
)
