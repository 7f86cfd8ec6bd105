import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { RunningServer } from './running-server.ts'

/**
 * What a pattern finds in the letters to somebody that wait on the server's disk, as nothing leaves it;
 * empty as long as there is none.
 */
export async function inOutbox(
  server: RunningServer,
  to: string,
  pattern: RegExp,
): Promise<string> {
  const folder = join(server.dataDir, 'outbox')
  for (const name of await readdir(folder).catch(() => [])) {
    const text = await readFile(join(folder, name), 'utf8')
    const found = pattern.exec(text)
    if (text.includes(`To: ${to}\n`) && found) return found[1] ?? found[0]
  }
  return ''
}

/** The same once it is there: a job writes it. */
export async function waitForOutbox(...asked: Parameters<typeof inOutbox>): Promise<string> {
  await expect.poll(() => inOutbox(...asked), { timeout: 20_000 }).not.toBe('')
  return inOutbox(...asked)
}

export const CONFIRM_EMAIL = /^https?:\S+\/confirm-email\/[\w-]+$/m
