import type { Page } from '@playwright/test'

/** Answers of the server by path. A function gets the query. */
type Answers = Record<string, object | ((query: URLSearchParams) => object)>

const CALLS =
  /\/(v1\/check_domain|v2\/my\/(campaigns|promotions|organizations|discover|websearch)\/)/

/** Stubs the calls about brands. Other paths get a 404. */
export const serveBrands = (page: Page, answers: Answers) =>
  page.route(CALLS, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const answer = answers[pathname]
    await route.fulfill(
      answer
        ? { json: typeof answer === 'function' ? answer(searchParams) : answer }
        : { status: 404, json: {} },
    )
  })

type Ending = { promotion_id: number; title: string; ends_at: string }

const NOTHING_UNREAD = { total: 0, groups: { clicks: 0, commission: 0, special: 0 } }

/**
 * Stubs the facts with a promotion that ends soon. No request reaches the server, which may keep
 * its data after the test.
 */
export const serveTimeBanner = (page: Page, banner: Ending) =>
  page.route('**/v2/my/facts/?**', (route) =>
    route.fulfill({ json: { unread: NOTHING_UNREAD, has_page: false, banner } }),
  )
