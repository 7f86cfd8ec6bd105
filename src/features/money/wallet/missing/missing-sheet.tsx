import { useSetAtom } from 'jotai'
import { listMissingSales } from '#api/money/missing-sales.ts'
import { askToLeave } from '#app/dialog/unsaved.ts'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { dayText, momentOf } from '#app/problems/times.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { MissingSale } from '#contract/money/missing-sales.ts'
import { earningPath } from '#paths.ts'
import { Tag } from '#ui/chip.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import css from './missing.module.css'
import { MissingForm } from './missing-form.tsx'

/** Shows the form to report a missing sale, and earlier and refused reports with their results. */
export function MissingSheet({ onClose }: { onClose: () => void }) {
  const sales = useAnswer('missing sales', listMissingSales, { isSecondary: true })
  const ask = useSetAtom(askToLeave)
  async function close() {
    if (await ask('dialogs')) onClose()
  }
  return (
    <Modal title="A sale is missing" onClose={() => void close()}>
      <div className={`${css.body} stack`}>
        <p className={css.lead}>
          Shops report sales within a day or two. If one is missing, tell us which, and we ask the
          shop.
        </p>
        <MissingForm onReported={() => void sales.refresh()} />
        <ReportedSales sales={sales} />
      </div>
    </Modal>
  )
}

function ReportedSales({ sales }: { sales: Answer<MissingSale[]> }) {
  if (sales.error && !sales.value) return <NotLoaded what="earlier ones" list={sales} />
  if (!sales.value || sales.value.length === 0) return null
  return (
    <section aria-labelledby="missing-reported">
      <h3 id="missing-reported">Missing sales</h3>
      <ul className="stack">
        {sales.value.map((sale) => (
          <li key={sale.id} className={css.row}>
            <span className={css.what}>
              <span>{`${sale.shop}, order ${sale.order_number}`}</span>
              <span className={css.detail}>{detailOf(sale)}</span>
              {sale.earning_id !== null && (
                <a href={earningPath(sale.earning_id)}>See the earning</a>
              )}
            </span>
            <State sale={sale} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function State({ sale }: { sale: MissingSale }) {
  const { name, tone } = sale.refused ? REFUSED : STATES[sale.state]
  return <Tag tone={tone}>{name}</Tag>
}

const REFUSED = { name: 'Report refused', tone: 'danger' } as const
const STATES = {
  open: { name: 'We are looking', tone: 'warn' },
  accepted: { name: 'Found', tone: 'neutral' },
  declined: { name: 'Not found', tone: 'danger' },
} as const

const detailOf = ({ day, answer }: MissingSale) =>
  [dayText(momentOf(day)), answer].filter(Boolean).join('. ')
