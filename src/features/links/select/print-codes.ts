import { fetchQrSheet } from '#api/links/qr.ts'
import { count } from '#app/formats.ts'
import { MAX_SHEET_CODES, SPLIT_LOOK } from '#contract/qr/options.ts'
import { toast } from '#ui/notices/toast.tsx'
import { linksText } from '../numbers.tsx'
import { download } from '../share/save-image.ts'

/** Downloads sheets with the QR codes of links, which are drawn by the server. */
export async function printCodes(ids: string[], done: (message: string) => void): Promise<void> {
  if (ids.length > MAX_SHEET_CODES) {
    const text = `Select at most ${count(MAX_SHEET_CODES)} links to print their QR codes.`
    toast(text, { tone: 'problem' })
    return
  }
  download(await fetchQrSheet(ids, SPLIT_LOOK), 'qr-codes.pdf')
  done(`QR codes of ${linksText(ids.length)} downloaded`)
}
