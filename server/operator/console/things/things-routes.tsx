import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { latestEntries } from '../../actions/audit-log.ts'
import { answer, type ConsoleEnv } from '../frame/console-session.ts'
import { LinkPage, WidgetPage } from './thing-pages.tsx'
import { readLink, readWidget } from './things.ts'

/** Routes of single links and widgets. Every role may read them. */
export const consoleThings = new Hono<ConsoleEnv>()
  .get('/links/:name', async (c) => {
    const name = c.req.param('name').replaceAll('\u0000', '')
    const view = await readLink(c.var.deps.db, name)
    if (!view) throw new HTTPException(404)
    const entries = await latestEntries(c.var.deps.db, `link ${view.name}`)
    return answer(c, <LinkPage visit={c.var.visit} {...{ view, entries }} />)
  })

  .get('/widgets/:key', async (c) => {
    const key = c.req.param('key').replaceAll('\u0000', '')
    const view = await readWidget(c.var.deps.db, key)
    if (!view) throw new HTTPException(404)
    const entries = await latestEntries(c.var.deps.db, `widget ${key}`)
    return answer(c, <WidgetPage visit={c.var.visit} {...{ view, entries }} />)
  })
