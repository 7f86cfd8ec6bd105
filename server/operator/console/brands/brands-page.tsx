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
        {
          name: 'Brand',
          cell: ({ brand }) => (
            <a href={`/console/brands/${encodeURIComponent(brand.key)}`}>
              {brand.name}
              {brand.archivedAt && ' (archived)'}
            </a>
          ),
        },
        { name: 'Key', cell: ({ brand }) => brand.key },
        { name: 'Orders, 30 days', is: 'number', cell: ({ orders }) => shownCount(orders) },
        { name: 'Owed', is: 'number', cell: ({ owedCents }) => formatCents(Number(owedCents)) },
        {
          name: 'Paid',
          is: 'number',
          cell: ({ settledCents }) => formatCents(Number(settledCents)),
        },
      ]}
      rows={all}
      empty={{ title: 'No brands', text: 'Add one here, or with the content file.' }}
    />
  </ConsolePage>
)
