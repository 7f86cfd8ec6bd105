import { unitsFor } from '#contract/text/graphemes.ts'
import type { DeskActions } from './desk-actions.ts'
import type { Desk } from './desk-session.tsx'
import { Csrf } from '../../platform/html/work-document.tsx'
import { shownDay, Table, Tag } from '../../platform/html/parts.tsx'
import { may } from './people/permissions.ts'
import type { PartnerNames } from './partners.ts'

type Missing = Awaited<ReturnType<DeskActions['missing']>>[number]

export type MissingProps = {
  desk: Desk
  missing: Missing[]
  names: PartnerNames
  /** Reason why the last answer was not accepted. */
  problem?: string | undefined
  isAnswered: boolean
}

const STATES = { open: 'Open', accepted: 'Accepted', declined: 'Declined' } as const

/** Shows orders that creators report as missing, with forms to answer them. */
export const MissingSales = ({ desk, missing, names, problem, isAnswered }: MissingProps) => {
  const isAnswering = may(desk.person.role, 'POST /desk/orders/missing/:sale/accept')
  return (
    <section id="missing" aria-labelledby="missing-title">
      <h2 id="missing-title">Missing sales</h2>
      <p class="lead">
        Orders that creators expected but your shop did not report. If you accept one, it counts
        like any other order. If you decline one, the creator sees your reason.
      </p>
      {problem !== undefined && (
        <p class="told told-bad" role="alert">
          {problem}
        </p>
      )}
      {isAnswered && problem === undefined && (
        <p class="told told-good" role="status">
          Answer sent. The creator can see it.
        </p>
      )}
      {missing.length === 0 ? (
        <p class="none">No missing sales reported.</p>
      ) : (
        <Table
          label="Missing sales"
          columns={[
            { name: 'Order', cell: (sale) => <span class="code">{sale.orderNumber}</span> },
            { name: 'Day', is: 'short', cell: (sale) => shownDay(sale.day, true) },
            { name: 'Partner', cell: (sale) => names.at(sale.userId, new Date(sale.day)) },
            { name: 'Reported', cell: (sale) => shownDay(sale.createdAt) },
            {
              name: 'State',
              is: 'short',
              cell: (sale) => (
                <Tag tone={sale.state === 'open' ? 'warn' : 'plain'}>{STATES[sale.state]}</Tag>
              ),
            },
            {
              name: 'Answer',
              is: 'long',
              cell: (sale) =>
                sale.state === 'open' && isAnswering ? (
                  <Answer desk={desk} sale={sale} />
                ) : (
                  sale.answer
                ),
            },
          ]}
          rows={missing}
        />
      )}
    </section>
  )
}

const Answer = ({ desk, sale }: { desk: Desk; sale: Missing }) => (
  <details class="answer">
    <summary aria-label={`Answer order ${sale.orderNumber}`}>Answer</summary>
    <form method="post" action={`/desk/orders/missing/${sale.id}/accept#missing`}>
      <Csrf value={desk.csrf} />
      <label>
        Amount in US dollars
        <input name="amount" inputmode="decimal" maxlength={20} required autocomplete="off" />
      </label>
      <button class="btn primary" type="submit">
        Accept
      </button>
    </form>
    <form method="post" action={`/desk/orders/missing/${sale.id}/decline#missing`}>
      <Csrf value={desk.csrf} />
      <label>
        Reason for declining
        <input name="why" maxlength={unitsFor(500)} required autocomplete="off" />
      </label>
      <button class="btn" type="submit">
        Decline
      </button>
    </form>
  </details>
)
