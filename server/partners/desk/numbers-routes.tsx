import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { answerCsv } from '../../platform/http/answer-csv.ts'
import type { MissingSaleAnswer } from './answer-missing.ts'
import { CampaignsPage } from './campaigns-page.tsx'
import { daysCsv, peopleCsv } from './csv.ts'
import type { DeskEnv } from './desk-session.tsx'
import { OrdersPage } from './orders-page.tsx'
import { PartnerPage, PartnersPage } from './partners-page.tsx'
import { PostbacksPage } from './postbacks-page.tsx'
import { ZERO_SUMS } from './numbers.ts'
import { daysIn, pageOf, rangeOf } from './range.ts'
import { TrafficPage } from './traffic-page.tsx'

/** Maximum number of partners in a CSV file. More are left out. */
const MAX_CSV_ROWS = 10_000

type DeskContext = Context<DeskEnv>

const range = (c: DeskContext) => rangeOf(c.req.query('days'), Date.now())
const show = (c: DeskContext, page: Parameters<typeof answerPage>[1]) =>
  answerPage(c as unknown as Context<AppEnv>, page)

async function requirePartner(c: DeskContext) {
  const found = await c.var.desk.books.partner(c.req.param('partner') ?? '')
  if (!found) throw new HTTPException(404)
  return found
}

function parseSaleId(c: DeskContext): number {
  const typed = c.req.param('sale') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(typed)) throw new HTTPException(404)
  return Number(typed)
}

async function showOrders(c: DeskContext, status: 200 | 400, problem?: string) {
  const { desk } = c.var
  const list = await desk.books.orders()
  const missing = await desk.books.missing()
  const names = await desk.books.names([...list, ...missing].map(({ userId }) => userId))
  const isAnswered = c.req.query('answered') !== undefined
  const page = <OrdersPage {...{ desk, orders: list, missing, names, problem, isAnswered }} />
  return answerPage(c as unknown as Context<AppEnv>, page, status)
}

function respondToAnswer(c: DeskContext, answer: MissingSaleAnswer) {
  if (answer === 'none') throw new HTTPException(404)
  if (answer === 'done') return c.redirect('/desk/orders?answered#missing', 303)
  return showOrders(c, 400, answer.problem)
}

/** Routes for statistics, orders and campaigns of the signed-in brand. */
export const deskNumbers = new Hono<DeskEnv>()
  .get('/partners', async (c) => {
    const { desk } = c.var
    const { books } = desk
    const page = pageOf(c.req.query('page'))
    const { people, count } = await books.people(range(c), page)
    const names = await books.names(people.map(({ userId }) => userId))
    const days = await books.days(range(c))
    const more = { invitations: await books.invitations(), now: new Date(), range: range(c) }
    return show(c, <PartnersPage {...{ desk, page, people, count, names, days, ...more }} />)
  })

  .get('/partners.csv', async (c) => {
    const { books } = c.var.desk
    const { people } = await books.people(range(c), 1, MAX_CSV_ROWS)
    const names = await books.names(people.map(({ userId }) => userId))
    return answerCsv(c, `partners-${range(c).to}`, peopleCsv(people, names, new Date()))
  })

  .get('/partners/:partner', async (c) => {
    const { desk } = c.var
    const { userId, partner } = await requirePartner(c)
    const days = await desk.books.days(range(c), userId)
    const more = { invitations: await desk.books.invitations(), now: new Date(), range: range(c) }
    return show(c, <PartnerPage {...{ desk, partner, days, ...more }} />)
  })

  .post('/partners/:partner/invite', async (c) => {
    const { partner } = await requirePartner(c)
    await c.var.desk.books.invite(partner.id)
    return c.redirect(`/desk/partners/${partner.id}`, 303)
  })

  .post('/partners/:partner/withdraw', async (c) => {
    const { partner } = await requirePartner(c)
    await c.var.desk.books.withdraw(partner.id)
    return c.redirect(`/desk/partners/${partner.id}`, 303)
  })

  // A brand can write first only to partners who share their name with it.
  .post('/partners/:partner/message', async (c) => {
    const { userId, partner } = await requirePartner(c)
    if (partner.unmaskedSince === null) throw new HTTPException(404)
    const channel = await c.var.desk.books.messages.channelWith(userId)
    return c.redirect(`/desk/messages/${channel}#end`, 303)
  })

  .get('/traffic', async (c) => {
    const { desk } = c.var
    const days = await desk.books.days(range(c))
    return show(c, <TrafficPage desk={desk} range={range(c)} days={days} />)
  })

  .get('/traffic.csv', async (c) => {
    const days = await c.var.desk.books.days(range(c))
    const all = daysIn(range(c)).map((day) => ({ ...ZERO_SUMS, day, ...days.get(day) }))
    return answerCsv(c, `traffic-${range(c).to}`, daysCsv(all))
  })

  .get('/orders', (c) => showOrders(c, 200))

  .post('/orders/missing/:sale/accept', async (c) => {
    const { desk, form } = c.var
    return respondToAnswer(
      c,
      await desk.books.answerMissing.accept(parseSaleId(c), form['amount'] ?? ''),
    )
  })

  .post('/orders/missing/:sale/decline', async (c) => {
    const { desk, form } = c.var
    return respondToAnswer(
      c,
      await desk.books.answerMissing.decline(parseSaleId(c), form['why'] ?? ''),
    )
  })

  .get('/postbacks', async (c) => {
    const { desk } = c.var
    return show(c, <PostbacksPage desk={desk} calls={await desk.books.calls()} />)
  })

  .post('/postbacks', async (c) => {
    const { desk, form } = c.var
    const tried = await desk.books.tryPostback(form)
    const calls = await desk.books.calls()
    return show(c, <PostbacksPage {...{ desk, calls, tried, said: form }} />)
  })

  .get('/campaigns', async (c) => {
    const { desk } = c.var
    return show(c, <CampaignsPage desk={desk} offers={await desk.books.offers(new Date())} />)
  })
