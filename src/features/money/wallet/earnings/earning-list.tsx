import { GiftIcon } from '@phosphor-icons/react/Gift'
import { UsersIcon } from '@phosphor-icons/react/Users'
import { AnswerList } from '#app/answer-list.tsx'
import { squareImage } from '#contract/images/images.ts'
import type { Earning } from '#contract/money/earnings.ts'
import { serverAddress } from '#http/endpoint.ts'
import { Tag } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Avatar } from '#ui/pictures/thumb.tsx'
import { MoreRows, RowsSkeleton } from '../parts/money-rows.tsx'
import rows from '../parts/money-rows.module.css'
import type { EarningsAnswer } from '../wallet.ts'
import {
  amountText,
  earningDetail,
  earningMark,
  earningTitle,
  holdText,
  rateText,
} from './earning-text.ts'

type EarningListProps = {
  /** Accessible name of the list. */
  name: 'Available earnings' | 'Pending earnings'
  earnings: EarningsAnswer
  empty: { title: string; text: string }
  open: (earning: Earning) => void
}

/** Lists earnings, one per sale. */
export const EarningList = ({ name, earnings, empty, open }: EarningListProps) => (
  <AnswerList
    what="earnings"
    rows={earnings.value?.items}
    answer={earnings}
    loading={<RowsSkeleton label="Loading earnings" />}
    empty={<EmptyState {...empty} />}
  >
    {(items) => (
      <>
        <ul className={`${rows.list} stack`} aria-label={name}>
          {items.map((earning) => (
            <li key={earning.id}>
              <EarningRow earning={earning} open={open} />
            </li>
          ))}
        </ul>
        <MoreRows pages={earnings} what="earnings" />
      </>
    )}
  </AnswerList>
)

function EarningRow({ earning, open }: { earning: Earning; open: EarningListProps['open'] }) {
  const mark = earningMark(earning)
  const hold = holdText(earning) ?? rateText(earning)
  return (
    <button type="button" className={rows.row} aria-haspopup="dialog" onClick={() => open(earning)}>
      <EarningPicture earning={earning} />
      <span className={rows.text}>
        <span className={rows.title}>{earningTitle(earning)}</span>
        <span className={`${rows.detail} hint`}>{earningDetail(earning)}</span>
        {hold && <span className={`${rows.detail} hint`}>{hold}</span>}
      </span>
      <span className={rows.end}>
        <span className={`${rows.amount} num`} translate="no">
          {amountText(earning)}
        </span>
        {mark && <Tag tone={mark.tone}>{mark.name}</Tag>}
      </span>
    </button>
  )
}

function EarningPicture({ earning: { organization, kind } }: { earning: Earning }) {
  if (!organization) {
    const Icon = kind === 'referral' ? UsersIcon : GiftIcon
    return (
      <span className={`${rows.icon} disc`}>
        <Icon size={22} aria-hidden />
      </span>
    )
  }
  const { name, logo_url } = organization
  return (
    <Avatar src={logo_url && serverAddress(squareImage(logo_url, 112))} name={name} size={44} />
  )
}
