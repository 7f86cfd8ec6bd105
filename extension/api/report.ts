import { V1 } from '#contract/app-constants.ts'
import type { ExtensionAction } from '#contract/analytics.ts'
import { USAGE_DATA } from '../data-collection.ts'
import { call } from './call.ts'

/** Names of browsers in a user agent, the most specific first. */
const BROWSERS = /\b(Edg|OPR|Firefox|Chrome)\/(\d+)/g
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }

/** Returns name and version of the browser, such as `Firefox 140`. */
export function browserName(userAgent: string): string {
  // Browsers based on Chromium add their own name behind Chrome's.
  const [, name = '', version = ''] = [...userAgent.matchAll(BROWSERS)].at(-1) ?? []
  return `${NAMES[name] ?? name} ${version}`.trim()
}

/** Reports an action to the server. A failure is ignored, because the user waits for nothing. */
export async function report(action: ExtensionAction['action']): Promise<void> {
  if (!(await mayReport())) return
  const browser = browserName(navigator.userAgent)
  await call('POST', `${V1}/action_ext`, { action, browser }).catch(() => undefined)
}

/** Returns whether the user allows reports. Firefox asks when the extension is installed. */
async function mayReport(): Promise<boolean> {
  const granted: chrome.permissions.Permissions & { data_collection?: string[] } =
    await chrome.permissions.getAll()
  return granted.data_collection?.includes(USAGE_DATA) ?? true
}
