import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { count } from '#app/formats.ts'
import { dayText, momentText } from '#app/problems/times.ts'
import type { DataExport } from '#contract/exports.ts'
import { serverAddress } from '#http/endpoint.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Mark } from '#ui/mark.tsx'
import css from './data-exports-screen.module.css'

const KINDS = {
  links: 'Links',
  clicks: 'Clicks',
  sources: 'Sources',
  commissions: 'Commissions',
  networks: 'Earned elsewhere',
}

/** Shows an export as in progress, ready, expired or failed, with the matching action. */
export function ExportRow({ row, again }: { row: DataExport; again: () => void }) {
  const { kind, created_at, url } = row
  return (
    <li className={css.row}>
      <span className={css.what}>
        <span className={css.kind}>
          <span>{KINDS[kind]}</span>
          <span className={`${css.when} hint`}>{momentText(Date.parse(created_at))}</span>
        </span>
        <State row={row} />
      </span>
      {url !== null && (
        <ButtonLink
          size="md"
          icon={DownloadSimpleIcon}
          href={serverAddress(url)}
          download
          aria-label={`Download ${KINDS[kind]}, ${momentText(Date.parse(created_at))}`}
        >
          Download
        </ButtonLink>
      )}
      {row.status === 'failed' && (
        <Button size="md" onClick={again}>
          Try again
        </Button>
      )}
    </li>
  )
}

function State({ row: { status, rows, expires_at, url } }: { row: DataExport }) {
  if (status === 'queued')
    return (
      <span className={`${css.state} hint`} role="status">
        <Mark size={14} motion="busy" />
        In progress. You can leave this screen.
      </span>
    )
  if (status === 'failed')
    return (
      <span className={`${css.state} hint`} data-tone="danger">
        <WarningCircleIcon size={16} weight="fill" aria-hidden />
        This export failed.
      </span>
    )
  const until = expires_at === null ? '' : dayText(Date.parse(expires_at))
  const size = `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`
  return (
    <span className={`${css.state} hint`}>
      {url === null ? `${size}. The file was deleted on ${until}.` : `${size}, until ${until}`}
    </span>
  )
}
