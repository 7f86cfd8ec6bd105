import { CheckIcon } from '@phosphor-icons/react/Check'
import { money } from '#app/formats.ts'
import { AnswerList } from '#app/answer-list.tsx'
import type { Redemption, RedemptionState } from '#contract/money/wallet.ts'
import { Tag } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreRows, RowsSkeleton } from '../parts/money-rows.tsx'
import rows from '../parts/money-rows.module.css'
import type { RequestsAnswer } from '../wallet.ts'
import { KIND_ICONS, requestDetail, requestTitle, STATES } from './request-state.ts'

type RequestListProps = { requests: RequestsAnswer; open: (request: Redemption) => void }

/** Lists the payout requests, newest first. */
export const RequestList = ({ requests, open }: RequestListProps) => (
  <AnswerList
    what="requests"
    rows={requests.value?.items}
    answer={requests}
    loading={<RowsSkeleton label="Loading requests" />}
    empty={
      <EmptyState
        title="No requests yet"
        text="Everything you redeem is listed here with its status."
      />
    }
  >
    {(items) => (
      <>
        <ul className={`${rows.list} stack`} aria-label="Requests">
          {items.map((request) => (
            <li key={request.id}>
              <RequestRow request={request} open={open} />
            </li>
          ))}
        </ul>
        <MoreRows pages={requests} what="requests" />
      </>
    )}
  </AnswerList>
)

function RequestRow({ request, open }: { request: Redemption; open: RequestListProps['open'] }) {
  const Icon = KIND_ICONS[request.kind]
  return (
    <button type="button" className={rows.row} aria-haspopup="dialog" onClick={() => open(request)}>
      <span className={`${rows.icon} disc`}>
        <Icon size={22} aria-hidden />
      </span>
      <span className={rows.text}>
        <span className={rows.title}>{requestTitle(request)}</span>
        <span className={`${rows.detail} hint`}>{requestDetail(request)}</span>
      </span>
      <span className={rows.end}>
        <span className={`${rows.amount} num`} translate="no">
          {money(request.amount)}
        </span>
        <StateTag state={request.state} />
      </span>
    </button>
  )
}

export function StateTag({ state }: { state: RedemptionState }) {
  const { name, tone } = STATES[state]
  return (
    <Tag tone={tone}>
      {state === 'paid' && <CheckIcon size={13} weight="bold" aria-hidden />}
      <span>{name}</span>
    </Tag>
  )
}
