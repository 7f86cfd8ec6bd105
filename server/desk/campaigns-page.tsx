import type { Campaign, CampaignStatus, Promotion } from '#contract/brands.ts'
import { shownAt } from '#contract/images.ts'
import { pictureUrl } from '../brands/organizations.ts'
import type { Desk } from './door.tsx'
import { DeskPage } from './layout.tsx'
import { Empty, Head, shownDay, Table, Tag } from './parts.tsx'

type Props = { desk: Desk; campaigns: Campaign[]; promotions: Promotion[] }

type Shown = Pick<Campaign, 'id' | 'image_url' | 'status' | 'starts_at' | 'ends_at'> & {
  name: string
  kind: string
  /** What a sale of it brings, or what the bonus is. */
  rate: string
}

export const CampaignsPage = ({ desk, campaigns, promotions }: Props) => {
  const percent = `${desk.brand.commissionBasisPoints / 100}%`
  const all: Shown[] = [
    ...campaigns.map((one) => ({ ...one, kind: 'Campaign', rate: percent })),
    ...promotions.map((one) => ({
      ...one,
      name: one.title,
      kind: one.type === 'event' ? 'Event' : 'Bonus',
      rate: one.bonus_amount === null ? percent : `$${one.bonus_amount}`,
    })),
  ]
  return (
    <DeskPage desk={desk} tab="campaigns" title="Campaigns">
      <Head
        title="Campaigns"
        text="What creators can join, with bonuses and events. Whoever runs this site adds and changes them."
      />
      {all.length === 0 ? (
        <Empty title="No campaigns yet" text="Ask whoever runs this site to add one." />
      ) : (
        <Table
          label="Campaigns"
          columns={[
            { name: 'Campaign' },
            { name: 'State' },
            { name: 'Runs' },
            { name: 'Rate', is: 'number' },
          ]}
          rows={all.map((one) => ({
            id: `${one.kind} ${one.id}`,
            cells: [
              <What key="what" one={one} brand={desk.brand} />,
              <StateTag key="state" status={one.status} />,
              spanOf(one),
              one.rate,
            ],
          }))}
        />
      )}
    </DeskPage>
  )
}

/** One without a picture has that of its brand. */
const What = ({ one, brand }: { one: Shown; brand: Desk['brand'] }) => {
  const picture = one.image_url ?? pictureUrl(brand.logoKey)
  return (
    <span class="pt">
      {picture === null ? (
        <span class="thumb" aria-hidden="true" />
      ) : (
        <img class="thumb" src={shownAt(picture, 112)} alt="" width={54} height={54} />
      )}
      <span class="pt-text">
        <b>{one.name}</b>
        <span class="sub">{one.kind}</span>
      </span>
    </span>
  )
}

const STATES = {
  active: ['on', 'Active'],
  upcoming: ['warn', 'Upcoming'],
  ended: ['plain', 'Ended'],
} as const

const StateTag = ({ status }: { status: CampaignStatus }) => {
  const [tone, words] = STATES[status]
  return <Tag tone={tone}>{words}</Tag>
}

function spanOf({ starts_at, ends_at }: Shown): string {
  // What ends with a day's midnight ends that day, and not on the next one.
  const last = ends_at && shownDay(new Date(Date.parse(ends_at) - 1))
  if (starts_at && last) return `${shownDay(starts_at)} to ${last}`
  if (last) return `Until ${last}`
  return starts_at ? `From ${shownDay(starts_at)}` : 'Without an end'
}
