import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import type { Deps } from '../../../server/env.ts'

/** Server, process, database or program, with its function that ends it. */
type Service =
  | { stop(): unknown }
  | { end(): unknown }
  | { remove(): unknown }
  | { drop(): unknown }

/** Waits for a service to start and stops it after the tests of the file or `describe`. */
export async function forThisFile<Started extends Service>(
  starting: Started | Promise<Started>,
): Promise<Started> {
  const service = await starting
  afterAll(() => endService(service))
  return service
}

function endService(service: Service): unknown {
  if ('stop' in service) return service.stop()
  if ('end' in service) return service.end()
  return 'remove' in service ? service.remove() : service.drop()
}

/** Creates a folder and deletes it after the tests of the file or `describe`. */
export function folderForThisFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'split-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Forgets attempts before each test of the file, so that those of several tests do not add up. */
export function forgetAttemptsPerTest({ deps }: { deps: Pick<Deps, 'sql'> }) {
  beforeEach(async () => {
    await deps.sql`delete from throttle`
  })
}
