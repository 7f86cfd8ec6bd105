import { count } from '#app/formats.ts'
import { linksIndex } from '#mirror/page.ts'
import { copyText } from '#ui/copy-text.ts'
import { linksText } from './numbers.tsx'

/** What was said of a copy that worked, in words; null where it did not. */
type Copied = string | null

/** One address per line, in the order given. A link that waits to be made has none yet. */
export async function copyAddresses(ids: string[]): Promise<Copied> {
  const rows = await linksIndex().storage.rows(ids)
  const urls = rows.flatMap((row) => (row && row.split_url !== '' ? [row.split_url] : []))
  const waiting = rows.filter((row) => row?.split_url === '').length
  const isWhole = urls.length > 0 && urls.length + waiting === ids.length
  if (!isWhole || !(await copyText(urls.join('\n')))) return null
  const done = `${linksText(urls.length)} copied`
  return waiting === 0 ? done : `${done}. ${count(waiting)} waiting to sync had no address yet.`
}
