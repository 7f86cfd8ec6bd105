import type { Child } from 'hono/jsx'
import { PageHead } from '../../../platform/html/parts.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'

/** Screens below Money: path, name and what they are for. */
const MONEY_SCREENS = {
  orders: ['Orders to decide', 'Orders that were held, have no exchange rate or no known click.'],
  'all-orders': ['All orders', 'Orders that shops reported, newest first.'],
  sales: ['Missing sales', 'Sales that creators miss in their earnings.'],
  payouts: ['Payouts', 'Requests that wait, and the batches in which they are paid.'],
  cards: ['Gift cards', 'Cards in stock. A card is handed out until 30 days before it expires.'],
  forms: ['Tax forms', 'Payouts that wait for a form, and how to record one.'],
  year: ['Year', 'What each person was paid in a year, and balances without movement.'],
} as const

export type MoneyScreen = keyof typeof MONEY_SCREENS

type Props = { visit: Visit; tab: MoneyScreen; children: Child }

/** Renders a screen of money with the links to the others. */
export const MoneyPage = ({ visit, tab, children }: Props) => {
  const [name, text] = MONEY_SCREENS[tab]
  return (
    <ConsolePage visit={visit} screen="money" title={name}>
      <PageHead title={name} text={text} />
      <nav class="ranges" aria-label="Money">
        {Object.entries(MONEY_SCREENS).map(([path, [title]]) => (
          <a
            key={path}
            href={`/console/money/${path}`}
            aria-current={path === tab ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {children}
    </ConsolePage>
  )
}
