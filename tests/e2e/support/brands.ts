import type { Page } from '@playwright/test'

/** What the server says of brands, by path; a function is asked with the query. */
type Answers = Record<string, object | ((query: URLSearchParams) => object)>

const CALLS =
  /\/(v1\/check_domain|v2\/my\/(campaigns|promotions|organizations|discover|websearch)\/)/

/** Answers these calls; whatever is not named is not there. */
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

/** The facts with a promotion that ends soon; nothing is asked of the server, which may outlive the test. */
export const serveTimeBanner = (page: Page, banner: Ending) =>
  page.route('**/v2/my/facts/?**', (route) =>
    route.fulfill({ json: { unread: NOTHING_UNREAD, has_page: false, banner } }),
  )
