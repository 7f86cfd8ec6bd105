import { BrowserIcon } from '@phosphor-icons/react/Browser'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useState } from 'react'
import { AnswerList } from '#app/answer-list.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { ExportKind } from '#contract/exports.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { importPath, paths } from '#paths.ts'
import css from './data-exports-screen.module.css'
import { ExportRow } from './export-row.tsx'
import { askForExport, useExports } from './exports.ts'

/**
 * Shows the exports of the user's data. They are created in the background and can be downloaded
 * for seven days.
 */
export function DataExportsScreen() {
  const exports = useExports()
  const rows = exports.value
  const [asking, setAsking] = useState<ExportKind>()
  const [refused, setRefused] = useState<string>()

  async function ask(kind: ExportKind) {
    setAsking(kind)
    setRefused(await askForExport(kind))
    setAsking(undefined)
    void exports.refresh()
  }
  const isMaking = (kind: ExportKind) =>
    asking === kind || rows?.some((row) => row.kind === kind && row.status === 'queued')

  return (
    <Screen
      title="Data Exports"
      freshness={exports}
      back={paths.more}
      narrow
      className={css.screen}
    >
      <section className={`${css.ask} stack`} aria-label="New export">
        <p className={css.text}>
          Your links, hidden ones too, in a CSV file that can be imported again. Or your clicks, by
          link and hour, also by source, rule and app. Or your commissions, one by one, and what
          affiliate networks reported. Pictures stay here.
        </p>
        <div className={css.buttons}>
          <Button variant="primary" busy={isMaking('links')} onClick={() => void ask('links')}>
            Export links
          </Button>
          <Button busy={isMaking('clicks')} onClick={() => void ask('clicks')}>
            Export clicks
          </Button>
          <Button busy={isMaking('sources')} onClick={() => void ask('sources')}>
            Export sources
          </Button>
          <Button busy={isMaking('commissions')} onClick={() => void ask('commissions')}>
            Export commissions
          </Button>
          <Button busy={isMaking('networks')} onClick={() => void ask('networks')}>
            Export earned elsewhere
          </Button>
        </div>
        <p className={css.refused} role="alert">
          {refused}
        </p>
      </section>
      <nav className={css.more} aria-label="Import">
        <ListLink icon={UploadSimpleIcon} href={importPath} label="Import links from a file" />
        <ListLink icon={BrowserIcon} href={paths.pageMoveIn} label="Import your page" />
      </nav>
      <AnswerList
        what="exports"
        rows={rows}
        answer={exports}
        loading={<Waiting />}
        empty={<EmptyState title="No exports yet" text="Your exports stay here for seven days." />}
      >
        {(rows) => (
          <ul className={`${css.list} stack`} aria-label="Exports">
            {rows.map((row) => (
              <ExportRow key={row.id} row={row} again={() => void ask(row.kind)} />
            ))}
          </ul>
        )}
      </AnswerList>
    </Screen>
  )
}

const Waiting = () => (
  <div className={`${css.list} stack`} role="status" aria-label="Loading exports">
    {[60, 44].map((width) => (
      <div key={width} className={css.row}>
        <Skeleton width={`${width}%`} height={13} />
        <Skeleton width="30%" height={11} />
      </div>
    ))}
  </div>
)
