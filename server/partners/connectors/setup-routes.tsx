import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import type { DeskEnv } from '../desk/desk-session.tsx'
import { SECRET_LENGTH } from './connectors.ts'
import { OtherShopPage } from './other-shop-page.tsx'
import { PLATFORM_NAMES, type Platform } from './platform.ts'
import { ShopPage, ShopsPage } from './setup-pages.tsx'

type DeskContext = Context<DeskEnv>

const SHOP_PATH = '/desk/shop'

const isPlatform = (name: string): name is Platform => Object.hasOwn(PLATFORM_NAMES, name)

function platformOf(c: DeskContext): Platform {
  const name = c.req.param('platform') ?? ''
  if (!isPlatform(name)) throw new HTTPException(404)
  return name
}

const show = (c: DeskContext, page: Parameters<typeof answerPage>[1], status?: 400) =>
  answerPage(c as unknown as Context<AppEnv>, page, status)

/** Routes of /desk/shop, where a brand connects its shop. */
export const deskShop = new Hono<DeskEnv>()
  .get('/', async (c) => {
    const { desk } = c.var
    return show(c, <ShopsPage desk={desk} platforms={await desk.books.connectors.platforms()} />)
  })

  .post('/', async (c) => {
    const { platform = '' } = c.var.form
    if (!isPlatform(platform)) throw new HTTPException(404)
    await c.var.desk.books.connectors.add(platform)
    return c.redirect(`${SHOP_PATH}/${platform}`, 303)
  })

  .get('/other', async (c) => {
    const { desk } = c.var
    const [newest] = await desk.books.calls()
    return show(c, <OtherShopPage desk={desk} newest={newest} now={Date.now()} />)
  })

  .get('/:platform', (c) => showShop(c))

  .post('/:platform/secret', async (c) => {
    const platform = platformOf(c)
    const { secret = '' } = c.var.form
    if (secret.length < SECRET_LENGTH.min) return showShop(c, TOO_SHORT)
    if (secret.length > SECRET_LENGTH.max) return showShop(c, TOO_LONG)
    if (!(await c.var.desk.books.connectors.setSecret(platform, secret)))
      throw new HTTPException(404)
    return c.redirect(`${SHOP_PATH}/${platform}#secret`, 303)
  })

  .post('/:platform/delete', async (c) => {
    await c.var.desk.books.connectors.remove(platformOf(c))
    return c.redirect(SHOP_PATH, 303)
  })

const TOO_SHORT = `Enter the whole secret. It has at least ${SECRET_LENGTH.min} characters.`
const TOO_LONG = `A secret can have at most ${SECRET_LENGTH.max} characters.`

async function showShop(c: DeskContext, problem?: string): Promise<Response> {
  const { desk } = c.var
  const platform = platformOf(c)
  const setup = await desk.books.connectors.read(platform)
  if (!setup) throw new HTTPException(404)
  const page = <ShopPage {...{ desk, platform, setup, problem, now: Date.now() }} />
  return show(c, page, problem === undefined ? undefined : 400)
}
