import { count } from '#app/formats.ts'
import { linksIndex } from '#live/mirror.ts'
import { copyTextLater } from '#ui/copy-text.ts'
import { linksText } from '../numbers.tsx'

/** What was said of a copy that worked, in words; null where it did not. */
type Copied = string | null

/** One address per line, in the order given. Nothing may be waited for before the clipboard is asked. */
export async function copyAddresses(ids: string[]): Promise<Copied> {
  const found = addressesOf(ids)
  const copied = await copyTextLater(found.then(({ urls }) => urls.join('\n')))
  if (!copied) return null
  const { urls, waiting } = await found
  const done = `${linksText(urls.length)} copied`
  return waiting === 0 ? done : `${done}. ${count(waiting)} waiting to sync had no address yet.`
}

/** A link that waits to be made has no address yet. All others must be there. */
async function addressesOf(ids: string[]) {
  const rows = await linksIndex().storage.rows(ids)
  const urls = rows.flatMap((row) => (row && row.split_url !== '' ? [row.split_url] : []))
  const waiting = rows.filter((row) => row?.split_url === '').length
  const isWhole = urls.length > 0 && urls.length + waiting === ids.length
  if (!isWhole) throw new Error('Some of the links are not on this device')
  return { urls, waiting }
}
