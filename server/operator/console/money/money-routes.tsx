import { asc } from 'drizzle-orm'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { openMissingSales } from '../../../money/missing-sales/answer-missing-sale.ts'
import { dormantBalances } from '../../../money/wallet/dormant.ts'
import { brands } from '../../../platform/db/schema.ts'
import { ORDER_STATES, ORDERS_PER_PAGE, readOrders } from '../../list-orders.ts'
import { waitingCalls, waitingOrders } from '../../waiting-orders.ts'
import { yearsOfPayouts } from '../../year-of-payouts.ts'
import { chosenIds } from '../actions/chosen.ts'
import { numberIn } from '../actions/console-action.ts'
import { answer, type ConsoleEnv } from '../frame/console-session.ts'
import { requireScreen } from '../frame/screen-roles.ts'
import { AllOrdersPage } from './all-orders-page.tsx'
import { BatchPage } from './batch-page.tsx'
import { listVendors, readStock } from './cards.ts'
import { CardsPage } from './cards-page.tsx'
import { DecidePage } from './decide-page.tsx'
import { listForms } from './forms.ts'
import { FormsPage } from './forms-page.tsx'
import { OrdersPage } from './orders-page.tsx'
import { listBatches, payoutsById, payoutsToDecide, readBatch } from './payouts.ts'
import { PayoutsPage } from './payouts-page.tsx'
import { SalesPage } from './sales-page.tsx'
import { YearPage } from './year-page.tsx'

const MAX_LISTED = 100
const DORMANT_YEARS = 3

/** Routes of /console/money, for members who may decide about money. */
export const consoleMoney = new Hono<ConsoleEnv>()
  .use(requireScreen('money'))
  .get('/', (c) => c.redirect('/console/money/orders', 303))

  .get('/orders', async (c) => {
    const { deps, visit } = c.var
    const orders = await waitingOrders(deps.db, MAX_LISTED)
    const calls = await waitingCalls(deps.db, MAX_LISTED)
    return answer(c, <OrdersPage {...{ visit, orders, calls }} />)
  })

  .get('/all-orders', async (c) => {
    const { deps, visit } = c.var
    const { brand, state, page = '1' } = c.req.query()
    const all = await deps.db
      .select({ id: brands.id, key: brands.key, name: brands.name })
      .from(brands)
      .orderBy(asc(brands.name))
    const filter = {
      brand: all.find(({ key }) => key === brand)?.key,
      state: ORDER_STATES.find((one) => one === state),
      page: Math.max(1, numberIn(page)),
    }
    const brandId = all.find(({ key }) => key === filter.brand)?.id
    const offset = (filter.page - 1) * ORDERS_PER_PAGE
    const orders = await readOrders(deps.db, { brandId, state: filter.state, offset })
    return answer(c, <AllOrdersPage {...{ visit, orders, brands: all, filter }} />)
  })

  .get('/sales', async (c) => {
    const sales = await openMissingSales(c.var.deps.db, MAX_LISTED)
    return answer(c, <SalesPage visit={c.var.visit} sales={sales} />)
  })

  .get('/payouts', async (c) => {
    const { deps, visit } = c.var
    const payouts = await payoutsToDecide(deps.db)
    const batches = await listBatches(deps.db)
    const hasPaypal = Boolean(deps.config.paypal)
    return answer(c, <PayoutsPage {...{ visit, payouts, batches, hasPaypal }} />)
  })

  .get('/payouts/decide', async (c) => {
    const ids = chosenIds(c.req.query()).map(numberIn)
    const payouts = await payoutsById(c.var.deps.db, ids)
    return answer(c, <DecidePage visit={c.var.visit} payouts={payouts} />)
  })

  .get('/payouts/batches/:id', async (c) => {
    const { deps, visit } = c.var
    const view = await readBatch(deps.db, numberIn(c.req.param('id')))
    if (!view) throw new HTTPException(404)
    return answer(c, <BatchPage {...{ visit, view, hasPaypal: Boolean(deps.config.paypal) }} />)
  })

  .get('/cards', async (c) => {
    const { deps, visit } = c.var
    const stock = await readStock(deps.db)
    const vendors = await listVendors(deps.db)
    return answer(c, <CardsPage {...{ visit, stock, vendors }} />)
  })

  .get('/forms', async (c) => {
    const { deps, visit } = c.var
    const query = (c.req.query('email') ?? '').trim().toLowerCase().replaceAll('\u0000', '')
    const forms = await listForms(deps.db, query)
    return answer(c, <FormsPage {...{ visit, query, forms }} />)
  })

  .get('/year', async (c) => {
    const { deps, visit } = c.var
    const typed = numberIn(c.req.query('years') ?? '')
    const dormantYears = typed >= 1 && typed <= 99 ? typed : DORMANT_YEARS
    const years = await yearsOfPayouts(deps.db)
    const dormant = await dormantBalances(deps.db, dormantYears)
    return answer(c, <YearPage {...{ visit, years, dormant, dormantYears }} />)
  })
