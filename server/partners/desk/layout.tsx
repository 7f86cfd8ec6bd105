import type { Child } from 'hono/jsx'
import { APP_NAME } from '#contract/app-constants.ts'
import { squareImage } from '#contract/images/images.ts'
import { pictureUrl } from '../../links/brands/organizations.ts'
import { styleOf } from '../../platform/html/assets.ts'
import { Badge } from '../../platform/html/parts.tsx'
import { Footer } from '../../platform/html/foot.tsx'
import { Wordmark } from '../../platform/html/marks.tsx'
import { Csrf, WorkDocument } from '../../platform/html/work-document.tsx'
import type { Desk } from './desk-session.tsx'
import { may } from './people/permissions.ts'

export const style = styleOf(
  ...['page', 'parts', 'tables'].map((name) => `server/platform/html/${name}.css`),
  ...['desk', 'messages'].map((name) => `server/partners/desk/${name}.css`),
  'server/partners/connectors/shop.css',
)

const TABS = [
  ['partners', 'Partners'],
  ['traffic', 'Traffic and sales'],
  ['orders', 'Orders'],
  ['messages', 'Messages'],
  ['campaigns', 'Campaigns'],
  ['people', 'People'],
] as const
export type Tab = (typeof TABS)[number][0]

export type PageProps = { desk: Desk; tab: Tab; title: string; children: Child }

/** Renders a desk page as plain HTML with links and forms, without scripts. */
export const DeskPage = ({ desk, tab, title, children }: PageProps) => (
  <WorkDocument title={`${title} · Brand desk`} sheet={`/desk/assets/${style.name}`}>
    <Header desk={desk} />
    <Tabs current={tab} desk={desk} />
    <main id="main">{children}</main>
    <form method="post" action="/desk/sign-out/everywhere" class="leave">
      <Csrf value={desk.csrf} />
      <button class="btn quiet-btn" type="submit">
        Sign out on all your devices
      </button>
    </form>
    {desk.provider !== null && (
      <p class="leave">
        <a href="/desk/accounts">Sign-in with {desk.provider}</a>
      </p>
    )}
    <Footer />
  </WorkDocument>
)

const Header = ({ desk: { brand, csrf } }: { desk: Desk }) => {
  const logo = pictureUrl(brand.logoKey)
  return (
    <header class="bar">
      <a href="/desk/partners" aria-label={`${APP_NAME} brand desk`}>
        <Wordmark />
      </a>
      <span class="of">Brand desk</span>
      {logo !== null && (
        <img class="blogo" src={squareImage(logo, 96)} alt="" width={32} height={32} />
      )}
      <strong class="who">{brand.name}</strong>
      <form method="post" action="/desk/sign-out">
        <Csrf value={csrf} />
        <button class="btn quiet-btn" type="submit">
          Sign out
        </button>
      </form>
    </header>
  )
}

const Tabs = ({ current, desk: { unread, person } }: { current: Tab; desk: Desk }) => (
  <nav class="dtabs" aria-label="Brand desk">
    {TABS.filter(([path]) => may(person.role, `GET /desk/${path}`)).map(([path, name]) => (
      <a key={path} href={`/desk/${path}`} aria-current={path === current ? 'page' : undefined}>
        {name}
        {path === 'messages' && <Badge count={unread} state="unread" />}
      </a>
    ))}
  </nav>
)
