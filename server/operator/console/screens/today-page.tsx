import { PageHead, Summary, Table, Tag } from '../../../platform/html/parts.tsx'
import { IconPath } from '../../../platform/html/marks.tsx'
import { CONSOLE_ICONS } from '../frame/console-icons.ts'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { maySee } from '../frame/screen-roles.ts'
import type { readToday } from './today.ts'

type Props = Awaited<ReturnType<typeof readToday>> & { visit: Visit; now: Date }

const DAY = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const

export const TodayPage = ({ visit, now, facts, needs, checks }: Props) => {
  const isGood = checks.every((check) => check.isGood || check.isOurs === false)
  const day = now.toLocaleDateString('en-US', DAY)
  const state = isGood ? 'Everything is running.' : 'Look at the checks below.'
  return (
    <ConsolePage visit={visit} screen="today" title="Today">
      <PageHead title="Today" text={`${day} (UTC). ${state}`} />
      <Summary facts={facts} />
      <h2>Needs attention</h2>
      {needs.length === 0 ? (
        <p class="none">Nothing waits for a decision.</p>
      ) : (
        <ul>
          {needs.map(({ icon, title, text, link }) => (
            <li key={title} class="todo">
              <IconPath path={CONSOLE_ICONS[icon]} size={24} />
              <span>
                <b>{title}</b>
                <span class="sub">{text}</span>
              </span>
              {link && maySee(visit.member.role, link.screen) && (
                <a class="btn" href={`/console/${link.screen}${link.rest ?? ''}`}>
                  {link.name}
                  <span class="unseen"> {title}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <h2>Health</h2>
      <Table
        label="Health"
        columns={[
          { name: 'Check', cell: ({ name }) => name },
          { name: 'Value', is: 'number', cell: ({ value }) => value },
          {
            name: 'State',
            is: 'number',
            cell: ({ isGood }) => (
              <Tag tone={isGood ? 'good' : 'warn'}>{isGood ? 'OK' : 'Check'}</Tag>
            ),
          },
        ]}
        rows={checks}
      />
    </ConsolePage>
  )
}
