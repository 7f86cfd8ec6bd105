import { Table } from '../../../platform/html/parts.tsx'
import { formatCents } from '../../../platform/money.ts'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import type { Stock } from './cards.ts'
import { MoneyPage } from './money-page.tsx'

type Props = { visit: Visit; stock: Stock[]; vendors: { key: string; name: string }[] }

export const CardsPage = ({ visit, stock, vendors }: Props) => (
  <MoneyPage visit={visit} tab="cards">
    <Table
      label="Gift cards"
      columns={[
        { name: 'Shop', cell: ({ vendor }) => vendor },
        { name: 'Value', is: 'number', cell: ({ valueCents }) => formatCents(valueCents) },
        { name: 'In stock', is: 'number', cell: ({ free }) => String(free) },
        { name: 'Handed out', is: 'number', cell: ({ used }) => String(used) },
        { name: 'Next expiry', cell: ({ endsOn }) => endsOn ?? '' },
      ]}
      rows={stock}
      empty={{ title: 'No gift cards', text: 'Import a file with the codes of a shop.' }}
    />
    <h2>Import</h2>
    {vendors.length === 0 ? (
      <p class="none">The content file has no vendors yet.</p>
    ) : (
      <ImportForm visit={visit} vendors={vendors} />
    )}
  </MoneyPage>
)

const ImportForm = ({ visit, vendors }: Pick<Props, 'visit' | 'vendors'>) => (
  <>
    <p class="lead">
      Columns: value, code; optional: pin, currency (USD), country, ends. A known code is skipped.
    </p>
    <ActionForm
      {...{ visit, action: 'vouchers.import', subject: 'file gift-cards' }}
      back="/console/money/cards"
      name="Import gift cards"
      asks={['file']}
    >
      <label for="vendor">
        Shop
        <select id="vendor" name="vendor">
          {vendors.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </ActionForm>
  </>
)
