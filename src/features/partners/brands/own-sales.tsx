import { getOwnSales } from '#api/brands.ts'
import { count, money } from '#app/formats.ts'
import { useAnswer } from '#app/query/use-answer.ts'
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
  if (!value || (value.orders === 0 && value.links === 0)) return null
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
    </section>
  )
}
