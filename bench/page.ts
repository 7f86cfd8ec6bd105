// Measures a public page with counted views, compared with a minimal Node server that sends the
// same bytes. Prints ratios from one run; it neither passes nor fails.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOAD_TOOL, measure, type Measured } from './support/measured.ts'
import {
  freePort,
  startBarePage,
  startServer,
  type ServerProcess,
} from './support/server-process.ts'
import { openDatabase, storeLinks, storePage } from './support/stored-links.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)
const CONNECTIONS = 32
const PATH = '/p/bench-page'
const target = { path: PATH }
const options = { connections: CONNECTIONS, seconds: SECONDS }
/** Headers that Node sets itself, also in the minimal server. */
const NODE_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

type Answer = { headers: Record<string, string>; body: Buffer }

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const port = await freePort()
const ours = await startServer(folder, port)
const sql = await openDatabase(folder)
let bare: ServerProcess | undefined
try {
  await storeLinks(sql, 0, 20)
  await storePage(sql, PATH.slice('/p/'.length))
  // The second request is answered from memory.
  await readPage(ours)
  const { headers, body } = await readPage(ours)
  const file = join(folder, 'page')
  writeFileSync(file, body)
  bare = await startBarePage(await freePort(), file, headers)
  const rounds: { ours: Measured; bare: Measured }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const result = {
      bare: await measure(bare, target, options),
      ours: await measure(ours, target, options),
    }
    if (round > 0) rounds.push(result)
  }
  const of = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read))
  printTable(
    `Page of ${body.length} bytes / bare node:http, ${CONNECTIONS} connections, ${LOAD_TOOL}`,
    [
      [
        'ratio',
        of((one) => one.ours.perSecond / one.bare.perSecond).toFixed(2),
        'limit 0.5, goal 0.8',
      ],
      ['bare', `${of((one) => one.bare.perSecond).toFixed(0)}/s`, ''],
      ['ours', `${of((one) => one.ours.perSecond).toFixed(0)}/s`, ''],
      ['p99 ratio', of((one) => one.ours.p99Ms / one.bare.p99Ms).toFixed(1), ''],
      ['CPU ratio', of((one) => one.bare.cpuMicros / one.ours.cpuMicros).toFixed(2), ''],
    ],
  )
} finally {
  await sql.end()
  await Promise.all([bare?.stop('SIGTERM'), ours.stop('SIGTERM')])
  rmSync(folder, { recursive: true, force: true })
}

function readPage({ origin }: ServerProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(origin + PATH, { headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`))
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const sent = Object.entries(response.headers).filter(([name]) => !NODE_HEADERS.has(name))
        const headers = Object.fromEntries(sent.map(([name, value]) => [name, String(value)]))
        resolve({ headers, body: Buffer.concat(parts) })
      })
    })
    call.on('error', reject).end()
  })
}
