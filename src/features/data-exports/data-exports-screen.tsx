import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useState } from 'react'
import { Screen } from '#app/screen.tsx'
import { InDock } from '#app/status-dock.tsx'
import type { DataExport, ExportKind } from '#contract/exports.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import css from './data-exports-screen.module.css'
import { ExportRow } from './export-row.tsx'
import { askForExport, useExports, type ExportsFailure } from './exports.ts'

/** Files of one's own data: asked for here, made in the background, fetched for seven days. */
export function DataExportsScreen() {
  const { rows, failure, refresh } = useExports()
  const [asking, setAsking] = useState<ExportKind>()
  const [refused, setRefused] = useState<string>()

  async function ask(kind: ExportKind) {
    setAsking(kind)
    setRefused(await askForExport(kind))
    setAsking(undefined)
    refresh()
  }
  const isMaking = (kind: ExportKind) =>
    asking === kind || rows?.some((row) => row.kind === kind && row.status === 'queued')

  return (
    <Screen title="Data Exports" back="/more" narrow className={css.screen}>
      <section className={css.ask} aria-label="New export">
        <p className={css.text}>
          Your links, hidden ones too, in a CSV file that can be imported again. Or your clicks, by
          link and hour. Pictures stay here.
        </p>
        <div className={css.buttons}>
          <Button variant="primary" busy={isMaking('links')} onClick={() => void ask('links')}>
            Export links
          </Button>
          <Button busy={isMaking('clicks')} onClick={() => void ask('clicks')}>
            Export clicks
          </Button>
        </div>
        <p className={css.refused} role="alert">
          {refused}
        </p>
      </section>
      <nav className={css.more} aria-label="Import">
        <ListLink
          icon={UploadSimpleIcon}
          href="/splitlinks?import"
          label="Import links from a file"
        />
      </nav>
      {failure && <NotLoaded failure={failure} again={refresh} inDock={rows !== undefined} />}
      <Exports rows={rows} failed={failure !== undefined} again={(kind) => void ask(kind)} />
    </Screen>
  )
}

const REASONS: Record<ExportsFailure, string> = {
  missing: 'This server has none.',
  lost: 'They need a connection.',
  broken: 'Something went wrong on the server.',
}

type NotLoadedProps = { failure: ExportsFailure; again: () => void; inDock: boolean }

/** In place of a list that never came; one that did is not pushed aside. */
function NotLoaded({ failure, again, inDock }: NotLoadedProps) {
  const line = (
    <Banner
      tone="danger"
      flush={inDock}
      action={
        <Button variant="quiet" size="sm" onClick={again}>
          Try again
        </Button>
      }
    >
      <b>Couldn’t load your exports.</b> {REASONS[failure]}
    </Banner>
  )
  return inDock ? <InDock>{line}</InDock> : line
}

type ExportsProps = {
  rows: DataExport[] | undefined
  failed: boolean
  again: (kind: ExportKind) => void
}

/** Not loaded, none and some: three answers that never look alike. */
function Exports({ rows, failed, again }: ExportsProps) {
  if (!rows) return failed ? null : <Waiting />
  if (rows.length === 0)
    return <EmptyState title="No exports yet" text="Your exports stay here for seven days." />
  return (
    <ul className={css.list} aria-label="Exports">
      {rows.map((row) => (
        <ExportRow key={row.id} row={row} again={() => again(row.kind)} />
      ))}
    </ul>
  )
}

const Waiting = () => (
  <div className={css.list} role="status" aria-label="Loading exports">
    {[60, 44].map((width) => (
      <div key={width} className={css.row}>
        <Skeleton width={`${width}%`} height={13} />
        <Skeleton width="30%" height={11} />
      </div>
    ))}
  </div>
)
