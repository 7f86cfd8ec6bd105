// Starts development mode: the app with hot reload, and a server that restarts on every change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { tsImport } from 'tsx/esm/api'
import { createServer } from 'vite'

const { SERVER_SURFACES } = await tsImport('../src/contract/surfaces.ts', import.meta.url)
/** Paths of the server that Vite answers itself in development. */
const VITE_PATHS = ['assets', 'fonts', 'icons']

const port = Number(process.env.PORT || 8080)
const apiPort = await freePort()
const origin = process.env.APP_ORIGIN || `http://localhost:${port}`

const server = spawn(
  process.execPath,
  [tsx(), 'watch', '--clear-screen=false', '--tsconfig', 'server/tsconfig.json', 'server/main.ts'],
  {
    env: {
      ...process.env,
      PORT: String(apiPort),
      HOST: 'localhost',
      APP_ORIGIN: origin,
      CORES: '1',
      // Vite proxies all requests, so trust the visitor address that it passes on.
      TRUSTED_PROXIES: process.env.TRUSTED_PROXIES || '127.0.0.1,::1',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
const ended = once(server, 'exit')
let stopping = false

const surfaces = SERVER_SURFACES.filter((name) => !VITE_PATHS.includes(name))
const vite = await createServer({
  server: {
    port,
    strictPort: true,
    ...(process.env.HOST && { host: process.env.HOST }),
    proxy: {
      [`^/(${surfaces.join('|')})(/|\\?|$)`]: { target: `http://localhost:${apiPort}`, xfwd: true },
    },
  },
})

process.once('SIGTERM', () => void stop(0))
// Ctrl-C reaches the server too. A second signal would kill it before it has stopped properly.
process.once('SIGINT', () => void Promise.race([ended, sleep(3000)]).then(() => stop(0)))
// If the server ends by itself, this process fails. Ctrl-C ends the server too, and the pause lets
// it set the exit code first.
void ended.then(() => sleep(100)).then(() => stop(1))
await untilReady()
await vite.listen().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  return stop(1)
})

async function stop(code) {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await Promise.all([vite.close(), ended])
  process.exit(code)
}

async function untilReady() {
  for (let tries = 0; tries < 300 && server.exitCode === null; tries += 1) {
    const ready = await fetch(`http://localhost:${apiPort}/healthz`).catch(() => undefined)
    if (ready?.ok) return
    await sleep(100)
  }
}

async function freePort() {
  const probe = createTcpServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  return port
}

function tsx() {
  return createRequire(import.meta.url).resolve('tsx/cli')
}
