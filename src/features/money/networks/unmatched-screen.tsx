import { useState } from 'react'
import { searchLinks } from '#api/links.ts'
import { assignRow, listUnmatchedRows } from '#api/money/networks.ts'
import { amountText } from '#app/amount-text.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { runAction } from '#app/failure/run-action.ts'
import { dayText } from '#app/problems/times.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { usePages } from '#app/query/use-pages.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { ShortLink } from '#contract/links/short-link.ts'
import { networkName, type NetworkRow } from '#contract/money/networks.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Modal } from '#ui/dialog/modal.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { ListButton } from '#ui/list-row.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { useDebouncedValue } from '#ui/use-debounced.ts'
import { MoreRows, RowsSkeleton } from '../wallet/parts/money-rows.tsx'
import css from './networks.module.css'

/** Lists the rows that match no link. Each can be assigned to one. */
export function UnmatchedScreen({ onAssigned }: { onAssigned: () => void }) {
  const rows = usePages('network rows', listUnmatchedRows)
  const [open, setOpen] = useState<NetworkRow>()
  async function assign(row: NetworkRow, link: ShortLink) {
    await runAction('assign the row', () => assignRow(row.id, link.uuid, quiet), {
      onDone() {
        setOpen(undefined)
        toast(`Assigned to ${link.name}.`)
        void rows.refresh()
        onAssigned()
      },
    })
  }
  return (
    <Screen title="Rows without a link" freshness={rows} back={paths.networks} narrow>
      <div className={css.screen}>
        <AnswerList
          what="rows"
          answer={rows}
          rows={rows.value?.items}
          loading={<RowsSkeleton label="Loading rows" />}
          empty={
            <EmptyState title="All rows have a link" text="New rows without a link appear here." />
          }
        >
          {(items) => (
            <>
              <ul className={`${css.list} stack`} aria-label="Rows without a link">
                {items.map((row) => (
                  <li key={row.id}>
                    <ListButton
                      label={row.title || networkName(row.network)}
                      help={detailOf(row)}
                      value={
                        <span className="num" translate="no">
                          {amountText(row.amount, row.currency)}
                        </span>
                      }
                      aria-haspopup="dialog"
                      onClick={() => setOpen(row)}
                    />
                  </li>
                ))}
              </ul>
              <MoreRows pages={rows} what="rows" />
            </>
          )}
        </AnswerList>
      </div>
      {open && (
        <ChooseLink
          onClose={() => setOpen(undefined)}
          onChosen={(link) => void assign(open, link)}
        />
      )}
    </Screen>
  )
}

const STATUS_TEXTS = { pending: 'pending', approved: 'confirmed', declined: 'declined' }

const detailOf = ({ network, happened_at, status, sub_id }: NetworkRow) =>
  [
    networkName(network),
    dayText(Date.parse(happened_at)),
    STATUS_TEXTS[status],
    ...(sub_id === '' ? [] : [sub_id]),
  ].join(', ')

/** Pause in typing after which links are searched. */
const SEARCH_WAIT_MS = 250

type ChooseLinkProps = { onClose: () => void; onChosen: (link: ShortLink) => void }

function ChooseLink({ onClose, onChosen }: ChooseLinkProps) {
  const [typed, setTyped] = useState('')
  const q = useDebouncedValue(typed.trim(), SEARCH_WAIT_MS)
  const found = useAnswer(`network link ${q}`, (options) => searchLinks({ q }, options))
  return (
    <Modal title="Choose the link" onClose={onClose}>
      <SearchField label="Search links" value={typed} onChange={setTyped} />
      <AnswerList
        what="links"
        answer={found}
        rows={found.value?.results}
        loading={<RowsSkeleton label="Loading links" />}
        empty={<EmptyState title="No link found" text="Try another name or short code." />}
      >
        {(links) => (
          <ul className={`${css.list} stack`} aria-label="Links">
            {links.map((link) => (
              <li key={link.uuid}>
                <ListButton
                  label={link.name}
                  help={link.split_url}
                  onClick={() => onChosen(link)}
                />
              </li>
            ))}
          </ul>
        )}
      </AnswerList>
    </Modal>
  )
}
