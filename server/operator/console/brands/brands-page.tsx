import { PageHead, shownCount, Table } from '../../../platform/html/parts.tsx'
import { formatCents } from '../../../platform/money.ts'
import { mayEdit } from '../content/content-pages.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import type { ListedBrand } from './brands.ts'

type Props = {
  visit: Visit
  all: ListedBrand[]
  /** Number of applications that wait; null if brands cannot apply and none waits. */
  applications: number | null
}

export const BrandsPage = ({ visit, all, applications }: Props) => (
  <ConsolePage visit={visit} screen="brands" title="Brands">
    <PageHead title="Brands" text="Shops in the network, their orders and what they owe.">
      {applications !== null && (
        <a class="btn" href="/console/applications">
          {applications === 0 ? 'Applications' : `Applications (${shownCount(applications)})`}
        </a>
      )}
      <a class="btn" href="/console/content">
        Content
      </a>
      {mayEdit(visit) && (
        <a class="btn primary" href="/console/content/brands/new">
          Add a brand
        </a>
      )}
    </PageHead>
    <Table
      label="Brands"
      columns={[
        { name: 'Brand' },
        { name: 'Key' },
        { name: 'Orders, 30 days', is: 'number' },
        { name: 'Owed', is: 'number' },
        { name: 'Paid', is: 'number' },
      ]}
      rows={all.map(({ brand, orders, owedCents, settledCents }) => ({
        id: brand.id,
        cells: [
          <a key="name" href={`/console/brands/${encodeURIComponent(brand.key)}`}>
            {brand.name}
            {brand.archivedAt && ' (archived)'}
          </a>,
          brand.key,
          shownCount(orders),
          formatCents(Number(owedCents)),
          formatCents(Number(settledCents)),
        ],
      }))}
      empty={{ title: 'No brands', text: 'Add one here, or with the content file.' }}
    />
  </ConsolePage>
)
