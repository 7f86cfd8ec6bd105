import { CloudArrowUpIcon } from '@phosphor-icons/react/CloudArrowUp'
import { WarningIcon } from '@phosphor-icons/react/Warning'
import { XIcon } from '@phosphor-icons/react/X'
import { useSetAtom } from 'jotai'
import { openView } from '#app/dialog/link-dialog-state.ts'
import {
  canEditAgain,
  editAgain,
  keepMine,
  remove,
  tryAgain,
  takeLatest,
} from '#app/outbox/decide.ts'
import { entriesOfLink } from '#app/outbox/about-link.ts'
import { useWaiting } from '#app/outbox/use-waiting.ts'
import { count } from '#app/formats.ts'
import { provides, type Entry } from '#mirror/outbox/entries.ts'
import type { LocalLink, WaitingState } from '#mirror/outbox/waiting.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/styles/class-names.ts'
import { Menu } from '#ui/menu/menu.tsx'
import type { MenuItem } from '#ui/menu/menu-popup.tsx'

/** Shows an icon for the queued change at the corner of a row's picture. */
export const WaitingBadge = ({ waiting }: { waiting: WaitingState }) =>
  waiting === 'refused' || waiting === 'conflict' ? (
    <WarningIcon size={15} weight="fill" color="var(--color-warn)" aria-hidden />
  ) : (
    <CloudArrowUpIcon size={15} weight="bold" aria-hidden />
  )

/** Shows the number of queued changes to these links; a link may have several. */
export function WaitingCount({
  ids,
  className,
}: {
  ids: string[]
  className?: string | undefined
}) {
  const entries = useWaiting()
  const known = new Set(ids)
  const changes = entries.filter(({ change }) => provides(change).some((id) => known.has(id)))
  return (
    <span className={cx(className, 'num')}>
      {changes.length === 1 ? '1 change' : `${count(changes.length)} changes`}
    </span>
  )
}

type RowWaitingProps = { link: LocalLink; title: string }

/**
 * Shows the control of a row with a queued change in place of its copy button: remove the change,
 * or decide about it.
 */
export function RowWaiting({ link, title }: RowWaitingProps) {
  const open = useSetAtom(openView)
  const entries = entriesOfLink(useWaiting(), link.uuid)
  const undecided = entries.find(({ state }) => state !== 'waiting')
  if (undecided)
    return (
      <Menu
        label={`Decide about the change to ${title}`}
        items={choices(undecided, () => void editAgain(undecided, open))}
        trigger={(props) => (
          <Button size="sm" {...props}>
            Decide
            <span className="vh">{` about ${title}`}</span>
          </Button>
        )}
      />
    )
  const [first] = entries
  return (
    first && (
      <IconButton icon={XIcon} label={`Remove ${title}`} onClick={() => void remove(first)} />
    )
  )
}

function choices(entry: Entry, again: () => void): MenuItem[] {
  if (entry.state === 'conflict')
    return [
      { label: 'Keep mine', onSelect: () => void keepMine(entry) },
      { label: 'Use latest', onSelect: () => void takeLatest(entry) },
    ]
  return [
    canEditAgain(entry)
      ? { label: 'Edit again', onSelect: again }
      : { label: 'Try again', onSelect: () => void tryAgain(entry) },
    { label: 'Discard', danger: true, onSelect: () => void remove(entry) },
  ]
}
