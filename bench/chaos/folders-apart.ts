import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from '#support/server/people.ts'
import { startProcess } from '#support/server/processes/process.ts'
import { Postgres } from './postgres.ts'
import { clickLinks, makeLinks } from './redirects.ts'
import { isRunning, withSql, type Finding, type World } from './world.ts'

/**
 * Maximum time in ms until a server that must not start has exited. It usually needs a few seconds,
 * but a busy machine is slower.
 */
const MAX_EXIT_MS = 120_000

/**
 * Starts a second server on the same database with other secrets, then with other pictures, while
 * the first one serves requests.
 */
export async function separateFolders(world: World): Promise<Finding[]> {
  const postgres = await Postgres.start(world)
  const DATABASE_URL = postgres.url
  const first = world.folder()
  const a = await world.server({ DATA_DIR: first, DATABASE_URL })
  const links = await makeLinks(await signUp(a))
  let isOver = false
  const clicking = clickLinks(a, links, () => isOver)
  const otherFolder = world.folder()
  const secrets = await waitForExit(world, { DATA_DIR: otherFolder, DATABASE_URL })
  copyFileSync(join(first, 'secrets.json'), join(otherFolder, 'secrets.json'))
  const pictures = await waitForExit(world, { DATA_DIR: otherFolder, DATABASE_URL })
  const third = await world.server({ DATA_DIR: world.folderBeside(first), DATABASE_URL })
  isOver = true
  const clicked = await clicking
  const [seen] = await withSql(
    postgres.address,
    (sql) => sql<{ count: number }[]>`select count(*)::int as count from servers`,
  )
  const messages = [secrets, pictures].map(({ err }) => err.trim().split(/[:.]/, 1)[0])
  return [
    {
      fault: 'two servers, separate folders',
      done: 'one with other secrets, one with other pictures, one that shares both',
      mustHold:
        'the first two exit and name the difference; the third starts; the running server is not affected',
      measured: `“${messages.join('”, “')}”; ${seen?.count} servers running; ${clicked.answered} clicks redirected, ${clicked.other + clicked.none} not`,
      held:
        isRunning(a) &&
        isRunning(third) &&
        isRefusal(secrets, /other secrets/) &&
        isRefusal(pictures, /pictures elsewhere/) &&
        seen?.count === 2 &&
        clicked.other + clicked.none === 0,
    },
  ]
}

type ExitResult = { code: number | null; out: string; err: string }

/** Returns whether the server exited with one sentence, which matches the pattern. */
const isRefusal = ({ code, out, err }: ExitResult, pattern: RegExp) =>
  code === 1 && out === '' && err.trim().split('\n').length === 1 && pattern.test(err)

/** Waits until a server exits. Stops it later if it keeps running. */
async function waitForExit(world: World, env: Record<string, string>): Promise<ExitResult> {
  const server = await startProcess({ folder: 'dist/server', env: { HOST: '127.0.0.1', ...env } })
  world.onClose(() => server.end())
  const code = await Promise.race([server.exit(), sleep(MAX_EXIT_MS, null)])
  return { code, ...server.output }
}
