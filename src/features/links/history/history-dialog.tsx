import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/ClockCounterClockwise'
import { useState } from 'react'
import { listHistory, restoreVersion, type Subject } from '#api/links/history.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { runAction } from '#app/failure/run-action.ts'
import { useOffline } from '#app/problems/problems.ts'
import { clockText, momentOf, momentText } from '#app/problems/times.ts'
import { usePages } from '#app/query/use-pages.ts'
import type { HistoryEntry, Restored } from '#contract/links/history.ts'
import { authorText } from '#features/people/members/author-text.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { groupByDay } from '../list/day-groups.ts'
import { ConfirmRestore } from './confirm-restore.tsx'
import { FieldChanges } from './field-changes.tsx'
import { eventText } from './history-texts.ts'
import css from './history.module.css'

type HistoryDialogProps = {
  subject: Subject
  /** Beginning of a sentence: "The link". */
  name: string
  /** Called after a restore, to load the subject again. */
  onRestored: () => void
  onClose: () => void
}

/** Shows the changes of a link, page or collection by day, and restores earlier versions. */
export function HistoryDialog({ subject, name, onRestored, onClose }: HistoryDialogProps) {
  const offline = useOffline()
  const history = usePages(`history ${subject.kind} ${subject.id}`, (page, options) =>
    listHistory(subject, page, options),
  )
  const [chosen, setChosen] = useState<number>()
  const { value, syncedAt } = history
  const latest = value?.items[0]?.id ?? 0

  function refresh() {
    void history.refresh()
    onRestored()
  }

  function restored({ latest_id }: Restored) {
    setChosen(undefined)
    refresh()
    const undo = () =>
      runAction(
        'undo the restore',
        () => restoreVersion(subject, { id: latest, latest: latest_id }, quiet),
        { subject: name, onDone: refresh },
      )
    toast('Restored', { action: { label: 'Undo', onSelect: () => void undo() } })
  }

  return (
    <Modal title="History" size="broad" onClose={onClose}>
      {offline && value && <p className="hint">{offlineText(syncedAt)}</p>}
      {offline && !value ? (
        <EmptyState title="You’re offline" text="The history needs a connection." />
      ) : (
        <AnswerList
          what="changes"
          answer={history}
          rows={value?.items}
          loading={<Loading />}
          empty={
            <EmptyState title="No changes yet" text="What you and others change appears here." />
          }
        >
          {(entries) => (
            <>
              {groupByDay(entries.map(({ at }) => momentOf(at))).map(
                ({ key, label, first, count }) => (
                  <section key={key} className={css.day}>
                    <h3>{label}</h3>
                    <ul className={css.entries}>
                      {entries.slice(first, first + count).map((entry) => (
                        <Entry
                          key={entry.id}
                          entry={entry}
                          isCurrent={entry.id === latest}
                          restore={offline ? undefined : () => setChosen(entry.id)}
                        />
                      ))}
                    </ul>
                  </section>
                ),
              )}
              {subject.kind === 'links' && (
                <p className={`${css.note} hint`}>Collections have their own history.</p>
              )}
              {value?.next != null && (
                <Button className={css.older} busy={history.adding} onClick={history.more}>
                  Show older
                </Button>
              )}
            </>
          )}
        </AnswerList>
      )}
      {chosen !== undefined && (
        <ConfirmRestore
          subject={subject}
          version={{ id: chosen, latest }}
          name={name}
          onRestored={restored}
          onChanged={refresh}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Modal>
  )
}

const offlineText = (syncedAt: number | null) =>
  syncedAt === null
    ? 'You’re offline.'
    : `You’re offline. This is the history as of ${momentText(syncedAt)}.`

type EntryProps = {
  entry: HistoryEntry
  isCurrent: boolean
  /** Missing while offline. */
  restore: (() => void) | undefined
}

function Entry({ entry, isCurrent, restore }: EntryProps) {
  const event = eventText(entry)
  const time = clockText(momentOf(entry.at))
  const head = entry.kind === 'start' ? event : `${authorText(entry.by)}, ${time}`
  return (
    <li className={css.entry}>
      <div className={css.text}>
        <p className={css.head}>{head}</p>
        {event !== undefined && event !== head && <p className="hint">{event}</p>}
        {entry.changes.length > 0 && <FieldChanges changes={entry.changes} />}
      </div>
      {isCurrent ? (
        <Tag>Current</Tag>
      ) : (
        restore && (
          <Button size="sm" icon={ClockCounterClockwiseIcon} onClick={restore}>
            Restore
            <span className="vh">{` the version of ${momentText(momentOf(entry.at))}`}</span>
          </Button>
        )
      )}
    </li>
  )
}

const Loading = () => (
  <div className={css.confirm} role="status" aria-label="Loading the history">
    {[46, 64, 58].map((width) => (
      <Skeleton key={width} width={`${width}%`} height={14} />
    ))}
  </div>
)
