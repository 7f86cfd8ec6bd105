import { inArray } from 'drizzle-orm'
import type { ExtensionStep } from '#contract/browser-extension.ts'
import type { Db } from '../../platform/db/client.ts'
import { onboardingTexts } from '../../platform/db/schema.ts'
import type { StoreAddresses } from './extension-page.tsx'

const STEPS = ['chromeExtension', 'firefoxExtension'] as const satisfies ExtensionStep[]

/** Returns the addresses of the stores from the operator's file. */
export async function storeAddresses(db: Db): Promise<StoreAddresses> {
  const rows = await db
    .select({ key: onboardingTexts.key, url: onboardingTexts.url })
    .from(onboardingTexts)
    .where(inArray(onboardingTexts.key, STEPS))
  const addressOf = (step: (typeof STEPS)[number]) => {
    const url = rows.find(({ key }) => key === step)?.url ?? ''
    return /^https?:\/\//i.test(url) ? url : null
  }
  return { chrome: addressOf('chromeExtension'), firefox: addressOf('firefoxExtension') }
}
