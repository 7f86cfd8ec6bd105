import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { Uploads } from './uploads.ts'
import { totalsAgree, isRunning, isHealthy, secondsUntil, formatSeconds, withSql } from './world.ts'
import type { Finding, World } from './world.ts'
import { isComplete, formatCheck } from './writers.ts'
import { clicksCounted, startUserLoad } from './load.ts'

/**
 * Size of the disk in MB. It exceeds the reserve that the server keeps for the database, so that
 * pictures are accepted at first.
 */
const SIZE_MB = 640
const FULL_MS = 10_000

/** Fills the disk of DATA_DIR, with database, pictures and cache, completely. */
export async function diskFull(world: World): Promise<Finding[]> {
  const disk = mountSmallDisk(world)
  if (disk === null) return [SKIPPED]
  const dataDir = join(disk, 'data')
  const server = await world.server({ DATA_DIR: dataDir })
  const load = await startUserLoad(server)
  const { ana, links, writers } = load
  const uploads = new Uploads(server.origin, ana)
  const uploading = uploads.send(load.isOver)
  await sleep(1500)
  fill(join(disk, 'filler'))
  const isLeft = setInterval(() => fill(join(disk, 'filler'), 'a'), 500)
  await sleep(FULL_MS / 2)
  await endLogFile(dataDir)
  await sleep(FULL_MS / 2)
  clearInterval(isLeft)
  const lived = isRunning(server)
  rmSync(join(disk, 'filler'))
  const back = await secondsUntil(() => isHealthy(server))
  await sleep(1500)
  const clicked = await load.stop()
  await uploading
  const now = await settled(dataDir, clicked.answered + links.length)
  const checked = await writers.check()
  const lostPictures = await uploads.missing()
  return [
    {
      fault: 'disk full',
      done: `DATA_DIR on ${SIZE_MB} MB, full for ${FULL_MS / 1000} s: writes`,
      mustHold:
        'the server keeps running; 503 with retry_after, no other errors; no acknowledged write is lost',
      measured: `${writers.tally()}; ${formatCheck(checked)}; recovered ${formatSeconds(back)} after space was freed`,
      held:
        lived &&
        isRunning(server) &&
        back !== null &&
        isComplete(checked) &&
        writers.vague === 0 &&
        writers.unexpected().length === 0,
    },
    {
      fault: '',
      done: '… pictures',
      mustHold: '507 or 503; accepted ones still exist',
      measured: `${uploads.tally()}; ${uploads.accepted.length} accepted, ${lostPictures} missing`,
      held: lostPictures === 0 && uploads.unexpected().length === 0 && uploads.accepted.length > 0,
    },
    {
      fault: '',
      done: '… clicks on known links',
      mustHold: 'all redirected from memory and counted later',
      measured: `${clicked.answered} redirected, ${clicked.other + clicked.none} not, ${now.events - links.length} counted`,
      held:
        clicked.other + clicked.none === 0 &&
        now.events === clicked.answered + links.length &&
        totalsAgree(now),
    },
  ]
}

/** Makes PostgreSQL start a new log file. It finds no room and stops, and cannot start again. */
async function endLogFile(dataDir: string) {
  const address = await runningEmbedded(dataDir)
  if (address) await withSql(address, (sql) => sql`select pg_switch_wal()`).catch(() => {})
}

const SKIPPED: Finding = {
  fault: 'disk full',
  done: 'skipped: only root can mount a small disk',
  mustHold: '',
  measured: 'skipped',
  held: true,
}

function mountSmallDisk(world: World): string | null {
  const disk = world.folder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'split-chaos', disk], {
      stdio: 'ignore',
    })
  } catch {
    return null
  }
  chmodSync(disk, 0o755)
  world.onClose(() => void execFileSync('umount', ['-l', disk]))
  return disk
}

/** Writes until the disk is full. Called repeatedly, because space may become free again. */
function fill(path: string, flag: 'w' | 'a' = 'w') {
  const file = openSync(path, flag)
  try {
    for (const size of [1024 * 1024, 4096, 1]) writeUntilFull(file, Buffer.alloc(size, 1))
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, bytes: Buffer) {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch {
    // The disk is full.
  }
}

const settled = (dataDir: string, expected: number) =>
  clicksCounted(async () => {
    const address = await runningEmbedded(dataDir)
    if (!address) throw new Error('The database is not running')
    return address
  }, expected)
