import { BrowserIcon } from '@phosphor-icons/react/Browser'
import { CopySimpleIcon } from '@phosphor-icons/react/CopySimple'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { HashIcon } from '@phosphor-icons/react/Hash'
import { QrCodeIcon } from '@phosphor-icons/react/QrCode'
import { StackIcon } from '@phosphor-icons/react/Stack'
import { TagIcon } from '@phosphor-icons/react/Tag'
import { XIcon } from '@phosphor-icons/react/X'
import { Suspense, useState } from 'react'
import { count } from '#app/formats.ts'
import { runAction } from '#app/failure/run-action.ts'
import { useLayoutFlags } from '#app/shell/layout.ts'
import type { Icon } from '#ui/icon.ts'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import css from './bulk-bar.module.css'
import { hideMany, type Progress } from './bulk-hide.ts'
import { copyAddresses } from './copy-addresses.ts'
import type { BulkDialog } from './use-bulk-dialog.ts'
import type { Selection } from './use-selection.ts'

const BulkTags = lazyPart(async () => (await import('./bulk-tags.tsx')).BulkTags)
const BulkParameters = lazyPart(
  async () => (await import('../parameters/bulk-parameters.tsx')).BulkParameters,
)
const BulkInApp = lazyPart(async () => (await import('../edit/in-app/bulk-in-app.tsx')).BulkInApp)
const BulkCollections = lazyPart(
  async () => (await import('./bulk-collections.tsx')).BulkCollections,
)

type BulkBarProps = {
  selection: Selection
  dialog: BulkDialog
  hidden: boolean
  all: AllLinks
}

/** Number of links in the list, and whether all of them are on this device. */
type AllLinks = { count: number; complete: boolean }

/**
 * Shows the actions for selected links, which work offline, too. Stays visible while an action
 * runs.
 */
export function BulkBar({ selection, dialog, hidden, all }: BulkBarProps) {
  const [progress, setProgress] = useState<Progress>()
  const place = useFloating()
  const { chosen, clear, active } = selection
  const { openDialog, open, close } = dialog
  if (!active && !progress) return null

  function done(message: string) {
    close()
    clear()
    toast(message)
  }

  function hide() {
    selection.stopPicking()
    void hideMany(chosen, !hidden, setProgress)
  }

  const actions = () => (
    <>
      <Action
        icon={StackIcon}
        label="Add to collection"
        onClick={() => open('add-to-collection')}
      />
      <Action icon={TagIcon} label="Tag" onClick={() => open('tag')} />
      <Action icon={HashIcon} label="Parameters" onClick={() => open('parameters')} />
      <Action icon={BrowserIcon} label="Open in browser" onClick={() => open('open-in-browser')} />
      <Action icon={QrCodeIcon} label="Print QR codes" onClick={() => void print(chosen, done)} />
      <Action
        icon={hidden ? EyeIcon : EyeSlashIcon}
        label={hidden ? 'Show again' : 'Hide'}
        onClick={hide}
      />
      <Action icon={CopySimpleIcon} label="Copy all" onClick={() => void copyAll(chosen, done)} />
    </>
  )

  return (
    <div ref={place} className={css.place}>
      <HideFloatingButton />
      <div className={css.bar} role="toolbar" aria-label="Selected links">
        {progress ? (
          <ProgressView {...progress} />
        ) : (
          <>
            <div className={css.first}>
              <span className={css.count} role="status">
                {chosen.length === 0 ? 'Select links' : `${count(chosen.length)} selected`}
              </span>
              {chosen.length < all.count && (
                <button type="button" className={css.all} onClick={selection.all}>
                  {allText(all)}
                </button>
              )}
            </div>
            {chosen.length > 0 && actions()}
            <button type="button" className={css.end} aria-label="Clear selection" onClick={clear}>
              <XIcon size={17} weight="bold" aria-hidden />
            </button>
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {openDialog === 'tag' && <BulkTags ids={chosen} onDone={done} onClose={close} />}
        {openDialog === 'parameters' && (
          <BulkParameters ids={chosen} onDone={done} onClose={close} />
        )}
        {openDialog === 'open-in-browser' && (
          <BulkInApp ids={chosen} onDone={done} onClose={close} />
        )}
        {openDialog === 'add-to-collection' && (
          <BulkCollections ids={chosen} onDone={done} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

/** Hides the floating button, because the bar takes its place. */
function HideFloatingButton() {
  useLayoutFlags({ fab: 'none' })
  return null
}

type ActionProps = { icon: Icon; label: string; onClick: () => void }

const Action = ({ icon: Icon, label, onClick }: ActionProps) => (
  <button type="button" className={css.action} onClick={onClick}>
    <Icon size={17} aria-hidden />
    <span>{label}</span>
  </button>
)

const allText = ({ count: links, complete }: AllLinks) =>
  `Select all ${count(links)}${complete ? '' : ' on this device'}`

const ProgressView = ({ label, finished, total, stop }: Progress) => (
  <>
    <span className={css.count} role="status">
      {`${label} ${count(finished)} of ${count(total)}`}
    </span>
    <progress className={css.progress} value={finished} max={total} aria-label={label} />
    <button type="button" className={css.action} onClick={stop}>
      Stop
    </button>
  </>
)

async function print(ids: string[], done: (message: string) => void) {
  await runAction('print the codes', async () => {
    const { printCodes } = await import('./print-codes.ts')
    await printCodes(ids, done)
  })
}

async function copyAll(ids: string[], done: (message: string) => void) {
  const copied = await copyAddresses(ids)
  if (copied) done(copied)
  else toast('Could not copy. Select fewer links and try again.', { tone: 'problem' })
}
