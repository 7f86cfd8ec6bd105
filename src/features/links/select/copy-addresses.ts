import { count } from '#app/formats.ts'
import { linksIndex } from '#live/mirror.ts'
import { copyTextLater } from '#ui/copy/copy-text.ts'
import { linksText } from '../numbers.tsx'

/** Summary of a successful copy; null if it failed. */
type CopySummary = string | null

/**
 * Copies the short addresses, one per line. The clipboard must be accessed before anything is
 * awaited.
 */
export async function copyAddresses(ids: string[]): Promise<CopySummary> {
  const found = addressesOf(ids)
  const copied = await copyTextLater(found.then(({ urls }) => urls.join('\n')))
  if (!copied) return null
  const { urls, waiting } = await found
  const done = `${linksText(urls.length)} copied`
  return waiting === 0 ? done : `${done}. ${count(waiting)} waiting to sync had no address yet.`
}

/**
 * Returns the addresses and the number of queued links, which have none yet. Throws if other links
 * are not on this device.
 */
async function addressesOf(ids: string[]) {
  const rows = await linksIndex().storage.rows(ids)
  const urls = rows.flatMap((row) => (row && row.split_url !== '' ? [row.split_url] : []))
  const waiting = rows.filter((row) => row?.split_url === '').length
  const isComplete = urls.length > 0 && urls.length + waiting === ids.length
  if (!isComplete) throw new Error('Some of the links are not on this device')
  return { urls, waiting }
}
