import { getOwnSales } from '#api/partners/brands.ts'
import { count, money } from '#app/formats.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { OwnSales } from '#contract/partners/brands.ts'
import { DiscountCode } from '#ui/copy/discount-code.tsx'
import css from './brand-screen.module.css'
import { FactsList } from './facts-list.tsx'

/**
 * Shows what the creator earned with this brand. Amounts are not saved on the device, so it is
 * hidden offline.
 */
export function MyEarnings({ brand }: { brand: string }) {
  const { value } = useAnswer(`own sales ${brand}`, (options) => getOwnSales(brand, options), {
    isSecondary: true,
  })
  if (!value || (value.orders === 0 && value.links === 0 && value.codes.length === 0)) return null
  return (
    <section className={css.own} aria-label="Yours">
      <FactsList
        facts={[
          { name: 'You sold', value: money(value.sold) },
          {
            name: 'You earned',
            value: (
              <span className={css.earned} translate="no">
                {money(value.earned)}
              </span>
            ),
          },
          { name: 'Your links', value: count(value.links) },
        ]}
      />
      {value.codes.map((code) => (
        <OwnCode key={code.code} own={code} />
      ))}
    </section>
  )
}

const orders = (number: number) => (number === 1 ? '1 order' : `${count(number)} orders`)

/** Shows a discount code with its orders, and copies it. */
const OwnCode = ({ own }: { own: OwnSales['codes'][number] }) => (
  <div className={css.code}>
    <DiscountCode
      code={own.code}
      facts={
        own.orders === 0 ? 'No orders yet' : `${orders(own.orders)}, ${money(own.earned)} earned`
      }
    />
  </div>
)
