import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Places } from './places.ts'

const DRAFT_MS = 10 * 60_000

/**
 * Creates a cluster in a temporary folder and renames it, so that an interrupted start leaves no
 * partial cluster.
 */
export async function createCluster(places: Places) {
  const home = dirname(places.cluster)
  removeDrafts(home)
  const draft = mkdtempSync(join(home, 'postgres.new-'))
  if (places.account) chownSync(draft, places.account.uid, places.account.gid)
  await initCluster({ ...places, cluster: draft })
  try {
    renameSync(draft, places.cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(join(places.cluster, 'PG_VERSION'))) throw error
  }
}

/**
 * Deletes temporary folders of interrupted starts. Recent ones may belong to a start in progress.
 */
function removeDrafts(home: string) {
  for (const name of readdirSync(home).filter((name) => name.startsWith('postgres.new-'))) {
    const path = join(home, name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > DRAFT_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** Creates an empty cluster in an existing folder of the account. */
async function initCluster({ bin, cluster, account }: Places): Promise<void> {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = ['-D', cluster, '-U', 'split', '--auth=trust', '--encoding=UTF8', ...locale]
  const child = spawn(join(bin, 'initdb'), [...options, '--no-instructions'], {
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(lastLine(output) || `initdb ended with ${code}`)
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''
