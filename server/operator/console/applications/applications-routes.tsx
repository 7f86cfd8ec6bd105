import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import {
  findApplication,
  listApplications,
  type DeskApplication,
} from '../../../partners/desk/apply/applications.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import { actionOf } from '../../actions/actions.ts'
import { latestEntries } from '../../actions/audit-log.ts'
import { createBrand, proposedBrand, type BrandTexts } from '../../brand-applications/decide.ts'
import { numberIn } from '../actions/console-action.ts'
import { EntryErrors } from '../content/entries.ts'
import { answer, type ConsoleContext, type ConsoleEnv } from '../frame/console-session.ts'
import { AdmitReviewPage, ApplicationPage, ApplicationsPage } from './applications-pages.tsx'

const MAX_LISTED = 200

/** Routes of /console/applications. Every role may read them; `brand.admit` says who may admit. */
export const consoleApplications = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const applications = await listApplications(c.var.deps.db, MAX_LISTED)
    return answer(c, <ApplicationsPage visit={c.var.visit} applications={applications} />)
  })

  .get('/:id', async (c) => {
    const application = await requireApplication(c)
    const { deps, visit } = c.var
    const texts = proposedBrand(application)
    const entries = await latestEntries(deps.db, `application ${application.id}`)
    return answer(c, <ApplicationPage {...{ visit, application, texts, entries }} />)
  })

  .post('/:id/review', async (c) => {
    const { visit, form } = c.var
    if (!actionOf('brand.admit').roles.includes(visit.member.role)) throw new HTTPException(403)
    const application = await requireApplication(c)
    const { csrf: _csrf, again, ...texts } = form
    const page = (errors?: EntryErrors['errors']) => (
      <ApplicationPage {...{ visit, application, texts, errors }} />
    )
    if (again !== undefined || application.decision !== null) return answer(c, page())
    const checked = await checkBrand(c, texts)
    if ('errors' in checked) return answer(c, page(checked.errors), 400)
    const { applied } = checked
    return answer(c, <AdmitReviewPage {...{ visit, application, texts, applied }} />)
  })

async function requireApplication(c: ConsoleContext): Promise<DeskApplication> {
  const application = await findApplication(c.var.deps.db, numberIn(c.req.param('id') ?? ''))
  if (!application) throw new HTTPException(404)
  return application
}

/** Checks the values of a new brand without creating it. */
async function checkBrand({ var: { deps } }: ConsoleContext, texts: BrandTexts) {
  try {
    return { applied: await deps.db.transaction((tx) => createBrand(tx, deps, texts, true)) }
  } catch (error) {
    if (error instanceof EntryErrors) return { errors: error.errors }
    if (error instanceof ConfigError) return { errors: { key: [error.message] } }
    throw error
  }
}
