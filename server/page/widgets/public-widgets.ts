import type { ServedPages } from '../public-page/page-answer.ts'
import { createServedPages, type ServedPagesDeps } from '../public-page/served-pages.ts'
import { keyIn } from './widget-keys.ts'
import { WIDGET_POLICY } from './widget-policy.ts'

/** Creates the server of widgets. Views are not counted; clicks are counted through the links. */
export const createPublicWidgets = (deps: ServedPagesDeps): Promise<ServedPages> =>
  createServedPages({ ...deps, policy: WIDGET_POLICY, nameIn: keyIn })
