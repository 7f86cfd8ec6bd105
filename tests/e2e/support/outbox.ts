import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { RunningServer } from './running-server.ts'

/**
 * Searches the emails to this address in the server's outbox folder, because test servers send no
 * email. Returns the match of the pattern, or an empty string.
 */
export async function inOutbox(
  server: RunningServer,
  to: string,
  pattern: RegExp,
): Promise<string> {
  const folder = join(server.dataDir, 'outbox')
  for (const name of await readdir(folder).catch(() => [])) {
    const text = fromQuotedPrintable(await readFile(join(folder, name), 'utf8'))
    const found = pattern.exec(text)
    if (text.includes(`To: ${to}\n`) && found) return found[1] ?? found[0]
  }
  return ''
}

/** Joins wrapped lines and restores equals signs, which is enough for ASCII text. */
const fromQuotedPrintable = (text: string) => text.replaceAll('=\n', '').replaceAll('=3D', '=')

/** Waits for a match, because a job writes the email. */
export async function waitForOutbox(...asked: Parameters<typeof inOutbox>): Promise<string> {
  await expect.poll(() => inOutbox(...asked), { timeout: 20_000 }).not.toBe('')
  return inOutbox(...asked)
}

export const CONFIRM_EMAIL = /^https?:\S+\/confirm-email\/[\w-]+$/m
export const JOIN_PATH = /\/join\?key=[\w-]+/
