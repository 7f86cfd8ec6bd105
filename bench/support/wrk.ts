import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Load = { perSecond: number; p99Ms: number }

/**
 * Builds a wrk script with requests of a phone's browser from many addresses behind a proxy. `path`
 * and `host` are Lua expressions.
 */
const script = ({ path, host }: { path: string; host: string }) => `
local requests, count, turn = {}, 16384, 0
math.randomseed(7)
for k = 1, count do
  requests[k] = wrk.format("GET", ${path}, {
    ["Host"] = ${host},
    ["User-Agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17." .. math.random(9) .. " Mobile/15E148 Safari/604.1",
    ["X-Forwarded-For"] = "198.51." .. math.random(100) .. "." .. math.random(250),
    ["Referer"] = "https://www.instagram.com/",
    ["Accept"] = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    ["Accept-Language"] = "en-US,en;q=0.9",
    ["Accept-Encoding"] = "gzip, deflate, br",
  })
end
request = function()
  turn = turn % count + 1
  return requests[turn]
end
`

export function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' })
    return true
  } catch (error) {
    // `wrk -v` prints its usage and exits with code 1.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/**
 * First letter of the short codes: any link, links to a brand, links with URLs of the same length,
 * and links with rules.
 */
const PREFIX = { any: 'c', brand: 'b', long: 'l', rules: 'r' }

/** Requests to send: one path, a random link out of `codes`, or the link of a random own domain. */
export type LoadTarget =
  | { path: string }
  | { codes: number; kind?: keyof typeof PREFIX }
  | { domains: number }

export const prefixOf = ({ kind = 'any' }: { kind?: keyof typeof PREFIX }) => PREFIX[kind]

/** Returns the `Host` that the server expects for links on its own host (`APP_ORIGIN`). */
export const mainHost = (origin: string) => `localhost:${new URL(origin).port}`

function requestOf(asked: LoadTarget, origin: string) {
  if ('domains' in asked)
    return { path: '"/lamp"', host: `"links.d" .. math.random(${asked.domains}) .. ".example"` }
  const path =
    'path' in asked ? `"${asked.path}"` : `"/s/${prefixOf(asked)}" .. math.random(${asked.codes})`
  return { path, host: `"${mainHost(origin)}"` }
}

export async function wrk(
  origin: string,
  asked: LoadTarget,
  options: { connections: number; seconds: number; cpus?: string },
): Promise<Load> {
  const path = join(mkdtempSync(join(tmpdir(), 'split-wrk-')), 'asked.lua')
  writeFileSync(path, script(requestOf(asked, origin)))
  const program = options.cpus ? 'taskset' : 'wrk'
  const { stdout } = await promisify(execFile)(program, [
    ...(options.cpus ? ['-c', options.cpus, 'wrk'] : []),
    '-t1',
    `-c${options.connections}`,
    `-d${options.seconds}s`,
    '--latency',
    '-s',
    path,
    origin,
  ])
  const problem = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(stdout)
  if (problem) throw new Error(`wrk: ${problem[0]}`)
  const [, p99 = '', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
  }
}
