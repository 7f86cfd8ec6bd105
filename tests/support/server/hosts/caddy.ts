import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installedProgram } from '../../../../scripts/programs.mjs'

/** Path of the program, or undefined if it is not installed. */
export const caddyProgram: string | undefined = process.env['CADDY'] ?? installedProgram(['caddy'])

export type Caddy = {
  /** Certificate of its own certificate authority, created for this run. */
  ca: string
  stop: () => Promise<void>
}

type CaddyOptions = {
  hosts: string[]
  tlsPort: number
  httpPort: number
  splitPort: number
  /** Configuration file. That of `deploy` by default. */
  file?: string
}

/** Starts Caddy with `deploy/Caddyfile`, with its data in a separate folder. */
export async function startCaddy(options: CaddyOptions): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), 'split-caddy-'))
  const child = spawn(
    caddyProgram ?? 'caddy',
    ['run', '--config', options.file ?? 'deploy/Caddyfile', '--adapter', 'caddyfile'],
    { env: { ...process.env, ...settings(options, folder) }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const stop = async () => {
    await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const root = join(folder, 'pki/authorities/local/root.crt')
  // Wait until it reports that it serves and has written its certificate authority.
  while (!output.includes('serving initial configuration') || !existsSync(root)) {
    if (child.exitCode !== null) {
      await stop()
      throw new Error(`caddy ended:\n${output}`)
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

/**
 * Sends a request over TLS and HTTP/2 to this machine under any host name. Fails without a
 * certificate.
 */
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
