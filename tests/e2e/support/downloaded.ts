import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** Calls `press` and returns the name and text of the downloaded file. */
export async function downloaded(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}
