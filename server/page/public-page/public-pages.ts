import type { PublicPages } from './page-answer.ts'
import type { PageViews } from './page-views.ts'
import { POLICY } from './policy.ts'
import { createServedPages, type ServedPagesDeps } from './served-pages.ts'

/** Creates the server of creators' pages, which counts their views. */
export async function createPublicPages({
  views,
  ...deps
}: ServedPagesDeps & { views: PageViews }): Promise<PublicPages> {
  const pages = await createServedPages({
    ...deps,
    policy: POLICY,
    nameIn: slugIn,
    onShown: ({ id: pageId, userId }, visit) => views.record({ pageId, userId }, visit),
  })
  return {
    ...pages,
    views,
    async stop() {
      pages.stop()
      await views.stop()
    },
  }
}

/** Returns the slug of `/p/ana` or `/p/ana/`; empty for any other path. */
function slugIn(url: string): string {
  if (!url.startsWith('/p/')) return ''
  return /^\/p\/([a-z0-9-]+)\/?(?:\?|$)/.exec(url)?.[1] ?? ''
}
