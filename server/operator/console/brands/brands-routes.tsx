import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { countOpenApplications } from '../../../partners/desk/apply/applications.ts'
import { latestEntries } from '../../actions/audit-log.ts'
import { answer, type ConsoleEnv } from '../frame/console-session.ts'
import { listBrands, readBrand } from './brands.ts'
import { BrandPage } from './brand-page.tsx'
import { BrandsPage } from './brands-page.tsx'

/** Routes of /console/brands. Every role may read them. */
export const consoleBrands = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const { db, config } = c.var.deps
    const all = await listBrands(db)
    const open = await countOpenApplications(db)
    const applications = config.deskApply || open > 0 ? open : null
    return answer(c, <BrandsPage visit={c.var.visit} {...{ all, applications }} />)
  })

  .get('/:key', async (c) => {
    const { deps, visit } = c.var
    const key = c.req.param('key')
    const view = await readBrand(deps.db, key.replaceAll('\u0000', ''))
    if (!view) throw new HTTPException(404)
    const entries = await latestEntries(deps.db, `brand ${key}`)
    return answer(c, <BrandPage {...{ visit, view, entries }} />)
  })
