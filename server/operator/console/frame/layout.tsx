import type { Child } from 'hono/jsx'
import { APP_NAME } from '#contract/app-constants.ts'
import { styleOf, type Asset } from '../../../platform/html/assets.ts'
import { Footer } from '../../../platform/html/foot.tsx'
import { IconPath, Wordmark } from '../../../platform/html/marks.tsx'
import { Badge } from '../../../platform/html/parts.tsx'
import { WorkDocument } from '../../../platform/html/work-document.tsx'
import { CONSOLE_ICONS, type ConsoleIconName } from './console-icons.ts'
import type { Visit } from './console-session.ts'
import { maySee } from './screen-roles.ts'

export const style = styleOf(
  ...['page', 'parts', 'form', 'tables'].map((name) => `server/platform/html/${name}.css`),
  'server/partners/desk/messages.css',
  'server/operator/console/frame/console.css',
)

/** Screens of the navigation: path, which is also the name of the icon, and name. */
const SCREENS = [
  ['today', 'Today'],
  ['people', 'People'],
  ['reports', 'Reports'],
  ['brands', 'Brands'],
  ['money', 'Money'],
  ['messages', 'Messages'],
  ['jobs', 'Jobs'],
  ['audit', 'Audit'],
] as const satisfies (readonly [ConsoleIconName, string])[]

type Screen = (typeof SCREENS)[number][0] | 'account'

export type PageProps = {
  visit: Visit
  screen: Screen
  title: string
  script?: Asset
  children: Child
}

/** Renders a page of the console as plain HTML with links and forms. Few need a script. */
export const ConsolePage = ({ visit, screen, title, script, children }: PageProps) => (
  <WorkDocument
    title={`${title} · Console`}
    sheet={`/console/assets/${style.name}`}
    script={script}
  >
    <header class="bar">
      <a href="/console" aria-label={`${APP_NAME} console`}>
        <Wordmark />
      </a>
      <span class="of">Console</span>
      <form class="find" method="get" action="/console/people" role="search">
        <IconPath path={CONSOLE_ICONS.search} size={20} />
        <input
          type="search"
          name="q"
          aria-label="Find a person"
          placeholder="Email, name, code or order"
          maxlength={200}
        />
      </form>
      <a
        class="me"
        href="/console/account"
        aria-current={screen === 'account' ? 'page' : undefined}
      >
        {visit.member.name}, {visit.member.role}
      </a>
    </header>
    <div class="cols">
      <Navigation current={screen} visit={visit} />
      <main id="main">{children}</main>
    </div>
    <Footer />
  </WorkDocument>
)

const Navigation = ({ current, visit }: { current: Screen; visit: Visit }) => (
  <nav class="side" aria-label="Console">
    {SCREENS.filter(([path]) => maySee(visit.member.role, path)).map(([path, name]) => (
      <a key={path} href={`/console/${path}`} aria-current={path === current ? 'page' : undefined}>
        <IconPath path={CONSOLE_ICONS[path]} size={20} />
        {name}
        {path === 'reports' && <Badge count={visit.openReports} state="open" />}
      </a>
    ))}
  </nav>
)
