import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { BRAND_EVENTS, NewWebhook } from '#contract/developers/webhooks.ts'
import type { AppEnv } from '../../env.ts'
import { readId } from '../../page/pages/page-rows.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { FieldError } from '../../platform/http/errors.ts'
import type { DeskEnv } from './desk-session.tsx'
import { WebhookPage, WebhooksPage, type WebhookForm } from './webhooks-page.tsx'

type DeskContext = Context<DeskEnv>

const idIn = (c: DeskContext) => readId(c.req.param('webhook') ?? '')
const pathOf = (c: DeskContext) => `/desk/webhooks/${idIn(c)}`

/** Routes of /desk/webhooks. */
export const deskWebhooks = new Hono<DeskEnv>()
  .get('/', (c) => showList(c, 200))

  .post('/', async (c) => {
    const { url = '' } = c.var.form
    const events = BRAND_EVENTS.filter((event) => c.var.form[`event:${event}`] !== undefined)
    const read = v.safeParse(NewWebhook, { url, events })
    if (!read.success) return showList(c, 400, { url, events, problem: read.issues[0].message })
    try {
      const { secret, id } = await c.var.desk.books.webhooks.add(read.output)
      return await showWebhook(c, id, secret)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      return showList(c, 400, { url, events, problem: error.message })
    }
  })

  .get('/:webhook', (c) => showWebhook(c, idIn(c)))

  .post('/:webhook/test', async (c) => {
    await c.var.desk.books.webhooks.test(idIn(c))
    return c.redirect(pathOf(c), 303)
  })

  .post('/:webhook/resend', async (c) => {
    await c.var.desk.books.webhooks.resend(idIn(c), readId(c.var.form['delivery'] ?? ''))
    return c.redirect(pathOf(c), 303)
  })

  .post('/:webhook/stop', async (c) => {
    await c.var.desk.books.webhooks.setActive(idIn(c), false)
    return c.redirect(pathOf(c), 303)
  })

  .post('/:webhook/start', async (c) => {
    await c.var.desk.books.webhooks.setActive(idIn(c), true)
    return c.redirect(pathOf(c), 303)
  })

  .post('/:webhook/secret', async (c) => {
    const { secret, id } = await c.var.desk.books.webhooks.replaceSecret(idIn(c))
    return showWebhook(c, id, secret)
  })

  .post('/:webhook/delete', async (c) => {
    await c.var.desk.books.webhooks.remove(idIn(c))
    return c.redirect('/desk/webhooks', 303)
  })

async function showList(c: DeskContext, status: 200 | 400, typed?: WebhookForm): Promise<Response> {
  const { desk } = c.var
  const webhooks = await desk.books.webhooks.list()
  const page = <WebhooksPage desk={desk} webhooks={webhooks} {...(typed && { typed })} />
  return answerPage(c as unknown as Context<AppEnv>, page, status)
}

async function showWebhook(c: DeskContext, id: number, secret?: string): Promise<Response> {
  const { desk } = c.var
  const before = c.req.query('before')
  const webhook = await desk.books.webhooks.read(id)
  const log = await desk.books.webhooks.log(id, before === undefined ? undefined : readId(before))
  const page = <WebhookPage {...{ desk, webhook, log }} {...(secret !== undefined && { secret })} />
  return answerPage(c as unknown as Context<AppEnv>, page)
}
