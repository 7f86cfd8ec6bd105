import { initialsOf } from '#contract/text/graphemes.ts'
import type { CampaignStatus } from '#contract/partners/brands.ts'
import { squareImage } from '#contract/images/images.ts'
import { pictureUrl } from '../../links/brands/organizations.ts'
import { formatCents } from '../../platform/money.ts'
import type { Offer } from './campaigns.ts'
import type { Desk } from './desk-session.tsx'
import { DeskPage } from './layout.tsx'
import { Empty, PageHead, shownCount, shownDay, Table, Tag } from '../../platform/html/parts.tsx'

type Props = { desk: Desk; offers: Offer[] }

export const CampaignsPage = ({ desk, offers }: Props) => (
  <DeskPage desk={desk} tab="campaigns" title="Campaigns">
    <PageHead
      title="Campaigns"
      text="Your campaigns, bonuses and events. The operator of this site adds and changes them."
    />
    {offers.length === 0 ? (
      <Empty title="No campaigns yet" text="Ask the operator of this site to add one." />
    ) : (
      <>
        <Offers desk={desk} offers={offers} />
        <p class="why">
          Applied: creators who sent you a message with Apply. Partners, clicks and sales include
          everything on the days of a campaign, because links do not belong to campaigns.
        </p>
      </>
    )}
  </DeskPage>
)

const Offers = ({ desk, offers }: Props) => (
  <Table
    label="Campaigns"
    columns={[
      { name: 'Campaign', cell: (one) => <OfferName one={one} brand={desk.brand} /> },
      { name: 'State', cell: ({ status }) => <StateTag status={status} /> },
      { name: 'Runs', cell: spanOf },
      { name: 'Rate', is: 'number', cell: ({ bonus }) => rateText(desk.brand, bonus) },
      { name: 'Applied', is: 'number', cell: ({ applied }) => <ApplicantCount people={applied} /> },
      { name: 'Partners', is: 'number', cell: ({ brought }) => countText(brought?.partners) },
      { name: 'Clicks', is: 'number', cell: ({ brought }) => countText(brought?.clicks) },
      {
        name: 'Sales',
        is: 'number',
        cell: ({ brought }) => (brought ? formatCents(brought.salesCents) : NO_VALUE),
      },
    ]}
    rows={offers}
  />
)

const rateText = ({ commissionBasisPoints }: Desk['brand'], bonus: Offer['bonus']) =>
  bonus === null ? `${commissionBasisPoints / 100}%` : `$${bonus}`

const countText = (count: number | undefined) =>
  count === undefined ? NO_VALUE : shownCount(count)

const NO_VALUE = '–'

/** Number of applicants, with a link to their messages. */
const ApplicantCount = ({ people }: { people: number | null }) =>
  people ? (
    <a href="/desk/messages">
      {shownCount(people)}
      <span class="unseen"> in Messages</span>
    </a>
  ) : (
    <>{people === null ? NO_VALUE : '0'}</>
  )

/** Shows name and picture. Without a picture it shows the brand's logo or initials. */
const OfferName = ({ one, brand }: { one: Offer; brand: Desk['brand'] }) => {
  const picture = one.image_url ?? pictureUrl(brand.logoKey)
  return (
    <span class="pt">
      {picture === null ? (
        <span class="thumb" aria-hidden="true">
          {initialsOf(brand.name)}
        </span>
      ) : (
        <img class="thumb" src={squareImage(picture, 112)} alt="" width={54} height={54} />
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

function spanOf({ starts_at, ends_at }: Offer): string {
  // An end at midnight belongs to the day before.
  const last = ends_at && shownDay(new Date(Date.parse(ends_at) - 1))
  if (starts_at && last) return `${shownDay(starts_at)} to ${last}`
  if (last) return `Until ${last}`
  return starts_at ? `From ${shownDay(starts_at)}` : 'No end date'
}
