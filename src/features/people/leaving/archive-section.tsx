import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { useState } from 'react'
import { count } from '#app/formats.ts'
import { dayText } from '#app/problems/times.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { getArchive, requestArchive } from '#api/exports.ts'
import type { Archive } from '#contract/exports.ts'
import { quiet } from '#http/client.ts'
import { serverAddress } from '#http/endpoint.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import css from './leaving-section.module.css'

const POLL_MS = 2000

/**
 * Shows the archive of all data. It is created in the background and can be downloaded for seven
 * days.
 */
export function ArchiveSection() {
  const archive = useAnswer('account-archive', getArchive, {
    isSecondary: true,
    poll: (value) => (value?.status === 'queued' ? POLL_MS : null),
  })
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string>()
  const { value } = archive
  const isMaking = asking || value?.status === 'queued'

  async function ask() {
    setAsking(true)
    setRefused(
      await requestArchive(quiet).then(
        () => undefined,
        (error: unknown) => explainFailure(error, 'start the download') ?? undefined,
      ),
    )
    await archive.refresh()
    setAsking(false)
  }

  return (
    <div className={`${css.archive} stack`}>
      <p className={css.text}>
        All of it in one file: account, links, clicks, page, pictures and money.
      </p>
      <p className={css.state} role="status">
        {stateText(value)}
      </p>
      <div className={css.buttons}>
        {value?.url != null && (
          <ButtonLink icon={DownloadSimpleIcon} href={serverAddress(value.url)} download>
            Download all data
          </ButtonLink>
        )}
        <Button busy={isMaking} onClick={() => void ask()}>
          {value?.url == null ? 'Prepare a download' : 'Prepare a new one'}
        </Button>
      </div>
      <FieldError text={refused} />
    </div>
  )
}

function stateText(archive: Archive | null | undefined): string {
  if (!archive) return ''
  const size = `${count(Math.max(0.1, Math.round(archive.kilobytes / 100) / 10))} MB`
  if (archive.status === 'queued')
    return archive.kilobytes === 0
      ? 'In progress. You can leave this screen.'
      : `In progress, ${size} so far. You can leave this screen.`
  if (archive.status === 'failed') return 'This download failed. Try again.'
  return `${size}, until ${dayText(Date.parse(archive.expires_at ?? ''))}.`
}
