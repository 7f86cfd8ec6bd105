import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installedProgram } from '../../../../scripts/programs.mjs'

/** Undefined on a machine without it. */
export const caddyProgram: string | undefined = process.env['CADDY'] ?? installedProgram(['caddy'])

export type Caddy = {
  /** What it signs with: its own certificate authority, made for this run and trusted by nobody else. */
  ca: string
  stop: () => Promise<void>
}

type CaddyOptions = {
  hosts: string[]
  tlsPort: number
  httpPort: number
  splitPort: number
  /** That of `deploy` unless said. */
  file?: string
}

/** The proxy as `deploy/Caddyfile` sets it up, with all that it keeps in a folder of its own. */
export async function startCaddy(options: CaddyOptions): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'split-caddy-'))
  const child = spawn(
    caddyProgram ?? 'caddy',
    ['run', '--config', options.file ?? 'deploy/Caddyfile', '--adapter', 'caddyfile'],
    { env: { ...process.env, ...settings(options, folder) }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const stop = async () => {
    await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const root = join(folder, 'pki/authorities/local/root.crt')
  // It serves once it says so, and by then has written what it signs with.
  while (!said.includes('serving initial configuration') || !existsSync(root)) {
    if (child.exitCode !== null) {
      await stop()
      throw new Error(`caddy ended:\n${said}`)
    }
    await sleep(50)
  }
  return { ca: readFileSync(root, 'utf8'), stop }
}

const settings = (
  { hosts, tlsPort, httpPort, splitPort }: CaddyOptions,
  folder: string,
): Record<string, string> => ({
  HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_CONFIG_HOME: folder,
  SPLIT_HOSTS: hosts.join(', '),
  SPLIT_PORT: String(splitPort),
  CADDY_OPTIONS: `
	admin off
	local_certs
	skip_install_trust
	auto_https disable_redirects
	storage file_system ${folder}
	http_port ${httpPort}
	https_port ${tlsPort}
	servers {
		protocols h1 h2
	}`,
})

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

export type Answered = {
  protocol: string
  status: number
  location: string | undefined
  body: string
}

/** One request over TLS and HTTP/2, to this machine under any name; fails where there is no certificate. */
export function askByTls(
  { ca, port }: { ca: string; port: number },
  host: string,
  path: string,
): Promise<Answered> {
  const session = connect(`https://127.0.0.1:${port}`, { ca, servername: host })
  return new Promise<Answered>((resolve, reject) => {
    session.on('error', reject)
    const stream = session.request({ ':path': path, ':authority': `${host}:${port}` })
    let body = ''
    let status = 0
    let location: string | undefined
    stream.on('error', reject)
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0
      location = headers.location
    })
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => (body += chunk))
    stream.on('end', () =>
      resolve({ protocol: session.alpnProtocol ?? '', status, location, body }),
    )
  }).finally(() => session.destroy())
}
