import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { MAX_ID } from '#contract/common.ts'
import { CategoryChoice, CategoryChoices, OnboardingEdit } from '#contract/people/onboarding.ts'
import { signedIn } from '../accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { nextPage, pageNumber, pageSize } from '../../platform/http/paging.ts'
import { body, query } from '../../platform/http/validate.ts'
import { chooseCategories, chooseCategory, listCategories } from './categories.ts'
import { currentPlace, editOnboarding, goToNext, goToPrevious, readStep } from './onboarding.ts'
import { Browser, userAgentOf } from './onboarding-query.ts'
import { listTasks } from './tasks.ts'

const TasksQuery = v.object({
  page: v.optional(pageNumber, '1'),
  page_size: v.optional(pageSize(100), '20'),
})

type OnboardingContext = Context<UserEnv, string, { out: { query: v.InferOutput<typeof Browser> } }>
const toRequest = (c: OnboardingContext) => ({
  deps: c.var.deps,
  userId: c.var.user.id,
  browser: { userAgent: userAgentOf(c), ...c.req.valid('query') },
})
/** Returns the step named in the path. */
const stepName = (c: Context) => c.req.param('step') ?? ''

/** Routes of /v2/my/onboarding. Fixed paths come before `/:step`. */
export const onboarding = new Hono<UserEnv>()
  .use(signedIn)

  .patch('/', idempotent, body(OnboardingEdit), async (c) => {
    await editOnboarding(c.var.deps.db, c.var.user.id, c.req.valid('json'))
    return c.body(null, 204)
  })

  .get('/current', query(Browser), async (c) =>
    c.json({ result: await currentPlace(toRequest(c)) }),
  )

  .get('/tasks', query(TasksQuery), async (c) => {
    const page = c.req.valid('query')
    const found = await listTasks(c.var.deps.db, c.var.user.id, page)
    return c.json({ ...found, next: nextPage(c, page, found.count) })
  })

  .get('/:step', query(Browser), async (c) =>
    c.json({ result: await readStep(toRequest(c), stepName(c)) }),
  )

  .post('/:step/go_to_previous', idempotent, query(Browser), async (c) =>
    c.json({ result: await goToPrevious(toRequest(c), stepName(c)) }),
  )

  .post('/:step/go_to_next', idempotent, query(Browser), async (c) =>
    c.json({ result: await goToNext(toRequest(c), stepName(c)) }),
  )

const readCategoryId = (text: string): number => {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id === 0 || id > MAX_ID) throw new HTTPException(404)
  return id
}

/**
 * Routes of /v2/my/categories. PUT and PATCH of a single category are the same, because it has only
 * one field.
 */
export const categories = new Hono<UserEnv>()
  .use(signedIn)

  .get('/', async (c) => c.json({ results: await listCategories(c.var.deps.db, c.var.user.id) }))

  .on(['PUT', 'PATCH'], '/', idempotent, body(CategoryChoices), async (c) => {
    const edit = { choices: c.req.valid('json'), replace: c.req.method === 'PUT' }
    return c.json({ results: await chooseCategories(c.var.deps.db, c.var.user.id, edit) })
  })

  .on(['PUT', 'PATCH'], '/:id', idempotent, body(CategoryChoice), async (c) => {
    const choice = { id: readCategoryId(c.req.param('id')), ...c.req.valid('json') }
    return c.json(await chooseCategory(c.var.deps.db, c.var.user.id, choice))
  })
