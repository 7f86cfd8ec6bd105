import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../env.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'

export type Sms = { to: string; text: string }

const TOTAL_MS = 10_000
/** Maximum bytes read of a gateway's answer. Only its status is used. */
const MAX_ANSWER_BYTES = 4096

/**
 * Sends a text message through the operator's gateway. If `SMS_URL` is not set, the message is
 * stored on disk, and the screen says so.
 */
export async function sendSms({ config, log }: Deps, sms: Sms, signal: AbortSignal): Promise<void> {
  if (config.smsUrl === null) {
    const path = await writeToOutbox(config.dataDir, sms)
    log.warn('message kept on disk, because SMS_URL is not set', { path })
    return
  }
  await outboundFetcher(config)(config.smsUrl, {
    method: 'POST',
    json: sms,
    // The URL may contain the gateway's key.
    isSecret: true,
    accept: '*/*',
    maxBytes: MAX_ANSWER_BYTES,
    overflow: 'cut',
    totalMs: TOTAL_MS,
    signal,
  })
}

async function writeToOutbox(dataDir: string, { to, text }: Sms): Promise<string> {
  const folder = join(dataDir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const at = new Date().toISOString().replaceAll(':', '-')
  const path = join(folder, `${at}-${randomUUID()}.sms`)
  await writeFile(path, `To: ${to}\n\n${text}\n`, { mode: 0o600, flag: 'wx' })
  return path
}
