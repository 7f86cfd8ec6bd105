import type { ServedPages } from '../public-page/page-answer.ts'
import { createServedPages, type ServedPagesDeps } from '../public-page/served-pages.ts'
import { keyIn } from './widget-keys.ts'
import { WIDGET_POLICY } from './widget-policy.ts'

/** Widgets by key. Nobody is counted who only looks: clicks are, by the links in them. */
export const createPublicWidgets = (deps: ServedPagesDeps): Promise<ServedPages> =>
  createServedPages({ ...deps, policy: WIDGET_POLICY, nameIn: keyIn })
