import { numberOf } from '../../../money/wallet/redemption-rows.ts'
import { shownDay, Table } from '../../../platform/html/parts.tsx'
import { formatCents } from '../../../platform/money.ts'
import { Choose, PersonLink } from '../frame/parts.tsx'
import type { Payout } from './payouts.ts'

type Props = {
  label: string
  payouts: Payout[]
  /** Id of the form in which payouts are chosen, if they can be. */
  form?: string
  /** Returns whether a payout is chosen at first. */
  isChosen?: (payout: Payout) => boolean
}

export const PayoutTable = ({ label, payouts, form, isChosen }: Props) => (
  <Table
    label={label}
    columns={[
      {
        name: 'Payout',
        cell: (payout) =>
          form === undefined ? (
            numberOf(payout)
          ) : (
            <Choose
              {...{ id: payout.id, form, name: numberOf(payout) }}
              isChosen={isChosen?.(payout) ?? false}
            />
          ),
      },
      { name: 'Person', cell: (payout) => <PersonLink id={payout.userId} email={payout.email} /> },
      { name: 'To', cell: (payout) => `${KINDS[payout.kind]}${payout.target}` },
      { name: 'Requested', is: 'short', cell: (payout) => shownDay(payout.createdAt, true) },
      { name: 'Amount', is: 'number', cell: (payout) => formatCents(payout.cents) },
      { name: 'Status', cell: (payout) => statusText(payout) },
    ]}
    rows={payouts}
  />
)

const KINDS = { paypal: '', charity: 'Donation to ', voucher: 'Gift card of ' }

const STATES = {
  requested: 'Approved',
  in_review: 'To review',
  processing: 'In a batch',
  paid: 'Paid',
  returned: 'Returned',
  rejected: 'Rejected',
}

/** Returns the state of a payout with what it waits for. */
const statusText = ({ state, paypalState, waitsForForm, reference }: Payout) =>
  [
    STATES[state],
    ...(waitsForForm ? ['waits for a tax form'] : []),
    ...(paypalState === null ? [] : [`PayPal: ${paypalState.toLowerCase()}`]),
    ...(reference === '' ? [] : [reference]),
  ].join(', ')
