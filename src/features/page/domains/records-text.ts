import { runAction } from '#app/failure/run-action.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import type { CustomDomain, DnsRecord } from '#contract/page/domains.ts'
import { copyText } from '#ui/copy/copy-text.ts'
import { toast } from '#ui/notices/toast.tsx'

/**
 * Returns the record name as most DNS providers expect it: without the zone, or `@` for the zone
 * itself.
 */
export function nameInZone(name: string, zone: string): string {
  if (name === zone) return '@'
  return zone !== '' && name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name
}

/** Returns both records as text, to send to the person who manages the DNS. */
export function recordsText({ domain, dns, txt, zone }: CustomDomain): string {
  const lines = [dns, txt].map((record) => recordText(record, zone))
  return [`DNS records for ${domain} (${APP_NAME}):`, ...lines].join('\n\n')
}

const recordText = ({ type, name, value }: DnsRecord, zone: string) =>
  [type, `Name: ${nameInZone(name, zone)} (in full: ${name})`, `Value: ${value}`].join('\n')

/** Opens the share sheet of the system with both records, or copies them if there is none. */
export async function sendRecords(domain: CustomDomain): Promise<void> {
  const text = recordsText(domain)
  if (typeof navigator.share === 'function') {
    await runAction('open the share sheet', () => share(domain, text))
  } else if (await copyText(text)) toast('Both records copied')
  else toast('Could not copy. Select the text and copy it.', { tone: 'problem' })
}

/** Opens the share sheet. Closing it is not a failure. */
async function share({ domain }: CustomDomain, text: string): Promise<void> {
  try {
    await navigator.share({ title: `DNS records for ${domain}`, text })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
