import { runAction } from '#app/failure/run-action.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import type { CustomDomain, DnsRecord } from '#contract/domains.ts'
import { copyText } from '#ui/copy-text.ts'
import { toast } from '#ui/toast.tsx'

/** As most providers ask for it: without what was bought, or `@` for that itself. */
export function nameInZone(name: string, zone: string): string {
  if (name === zone) return '@'
  return zone !== '' && name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name
}

/** Both records as text, for whoever looks after the DNS. */
export function recordsText({ domain, dns, txt, zone }: CustomDomain): string {
  const lines = [dns, txt].map((record) => recordText(record, zone))
  return [`DNS records for ${domain} (${APP_NAME}):`, ...lines].join('\n\n')
}

const recordText = ({ type, name, value }: DnsRecord, zone: string) =>
  [type, `Name: ${nameInZone(name, zone)} (in full: ${name})`, `Value: ${value}`].join('\n')

/** The system's own sheet where there is one; elsewhere they are copied. */
export async function sendRecords(domain: CustomDomain): Promise<void> {
  const text = recordsText(domain)
  if (typeof navigator.share === 'function') {
    await runAction('open the share sheet', () => share(domain, text))
  } else if (await copyText(text)) toast('Both records copied')
  else toast('Could not copy. Select the text and copy it.', { tone: 'problem' })
}

/** Closing the sheet is an answer, not a failure. */
async function share({ domain }: CustomDomain, text: string): Promise<void> {
  try {
    await navigator.share({ title: `DNS records for ${domain}`, text })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
