import { count } from '#app/formats.ts'
import type { Analytics } from '#contract/analytics.ts'
import css from './funnel.module.css'

/** Shows the steps from page view to order, each with its rate relative to the step before. */
export function Funnel({ value: { totals, page } }: { value: Analytics }) {
  const { clicks, conversions } = totals
  return (
    <section className={`${css.funnel} stack`} aria-labelledby="funnel">
      <h2 id="funnel">From page to order</h2>
      <ol className={css.steps}>
        {page && (
          <Step name="Page views" value={page.views}>
            Page views by people
          </Step>
        )}
        <Step name="Clicks" value={clicks}>
          {page
            ? `${count(page.clicks)} from your page${ratioText(page.clicks, page.views, 'page views')}`
            : 'From all sources'}
        </Step>
        <Step name="Orders" value={conversions}>
          {clicks > 0 ? `${rate(conversions, clicks)} per 100 clicks` : 'There were no clicks'}
        </Step>
      </ol>
    </section>
  )
}

const rate = (part: number, whole: number) => count((part / whole) * 100)
const ratioText = (part: number, whole: number, what: string) =>
  whole > 0 ? `: ${rate(part, whole)} per 100 ${what}` : ''

type StepProps = { name: string; value: number; children: string }

const Step = ({ name, value, children }: StepProps) => (
  <li>
    <span className="hint">{name}</span>
    <b className={`${css.value} num`}>{count(value)}</b>
    <span className="hint">{children}</span>
  </li>
)
