import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import { ACTIONS } from '../../actions/actions.ts'
import { latestEntries, listEntries } from '../../actions/audit-log.ts'
import { openAppeals } from '../../appeals/appeals.ts'
import { countOpenReports, openReports } from '../../reports/open-reports.ts'
import { readCalendar } from '../../read-calendar.ts'
import { findThing } from '../things/things.ts'
import { answer, type ConsoleEnv } from '../frame/console-session.ts'
import { AuditPage, ENTRIES_PER_PAGE } from './audit-page.tsx'
import { failedJobs } from './jobs.ts'
import { JobsPage } from './jobs-page.tsx'
import { findPeople, peopleInRecovery, readPerson, subjectsOf } from './people.ts'
import { PeoplePage } from './people-page.tsx'
import { listPersonEvents } from './person-events.ts'
import { PersonPage } from './person-page.tsx'
import { MAX_REPORTS, ReportsPage } from './reports-page.tsx'
import { readToday } from './today.ts'
import { TodayPage } from './today-page.tsx'

const MAX_QUERY = 200

/** Routes of the screens. Every role may read all of them. */
export const consoleScreens = new Hono<ConsoleEnv>()
  .get('/today', async (c) => {
    const today = await readToday(c.var.deps)
    return answer(c, <TodayPage {...today} visit={c.var.visit} now={new Date()} />)
  })

  .get('/people', async (c) => {
    const { deps, visit } = c.var
    const query = (c.req.query('q') ?? '').slice(0, MAX_QUERY).replaceAll('\u0000', '')
    const isRecovery = c.req.query('recovery') !== undefined
    const found = await (isRecovery
      ? peopleInRecovery(deps.db)
      : findPeople(deps.db, deps.config, query))
    const thing = await findThing(deps.db, deps.config, query)
    return answer(c, <PeoplePage {...{ visit, query, found, thing }} />)
  })

  .get('/people/:id', async (c) => {
    const { deps, visit } = c.var
    const id = c.req.param('id')
    const person = v.is(Uuid, id) ? await readPerson(deps.db, id) : undefined
    if (!person) throw new HTTPException(404)
    const entries = await latestEntries(deps.db, ...subjectsOf(person))
    const events = await listPersonEvents(deps.db, person.user.id)
    return answer(c, <PersonPage {...{ visit, person, entries, events }} />)
  })

  .get('/reports', async (c) => {
    const { deps, visit } = c.var
    const reports = await openReports(deps.db, MAX_REPORTS)
    const { open } = await countOpenReports(deps.db)
    const appeals = await openAppeals(deps.db, MAX_REPORTS)
    const host = deps.config.shortLinkHost
    return answer(c, <ReportsPage {...{ visit, reports, appeals, open, host }} />)
  })

  .get('/jobs', async (c) => {
    const { deps, visit } = c.var
    const jobs = await failedJobs(deps.db)
    const scheduled = await readCalendar(deps.db, new Date())
    return answer(c, <JobsPage {...{ visit, jobs, scheduled }} />)
  })

  .get('/audit', async (c) => {
    const { action = '', subject = '', before = '' } = c.req.query()
    const named = subject.trim().replaceAll('\u0000', '').slice(0, MAX_QUERY)
    const filter = {
      action: Object.hasOwn(ACTIONS, action) ? action : undefined,
      subjects: named === '' ? undefined : [named],
      before: /^[1-9]\d{0,8}$/.test(before) ? Number(before) : undefined,
    }
    const entries = await listEntries(c.var.deps.db, filter, ENTRIES_PER_PAGE + 1)
    return answer(c, <AuditPage {...{ visit: c.var.visit, entries, filter }} />)
  })
