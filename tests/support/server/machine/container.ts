import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { installedProgram } from '../../../../scripts/programs.mjs'
import { processes } from '../processes/processes.ts'
import { ACCOUNTS, nodeImageFiles } from './container-base.ts'

/** Path of the program, or undefined if it is not installed or cannot be used here. */
export const buildahProgram: string | undefined =
  (process.env['BUILDAH'] ?? installedProgram(['buildah'])) || undefined

const run = promisify(execFile)

/** Settings of an image by which a container runtime starts it. */
export type ImageConfig = {
  User: string
  Env: string[]
  Cmd: string[]
  Volumes: Record<string, object>
  WorkingDir: string
  StopSignal: string
  ExposedPorts: Record<string, object>
  Healthcheck: { Test: string[] }
}

/** Images and containers in a folder of their own. */
export class Images {
  readonly #home = mkdtempSync(join(tmpdir(), 'split-images-'))

  /** Runs buildah and returns what it prints. */
  async #buildah(...args: string[]): Promise<string> {
    const storage = ['--root', join(this.#home, 'root'), '--runroot', join(this.#home, 'run')]
    const options = ['--storage-driver', 'vfs', ...storage]
    const { stdout } = await run(buildahProgram ?? 'buildah', [...options, ...args], {
      maxBuffer: 2 ** 26,
      env: { ...process.env, TMPDIR: this.#home },
    })
    return stdout.trim()
  }

  /** Creates an image with this machine's Node, with the accounts of the official one. */
  async makeBase(name: string) {
    const container = await this.#buildah('from', 'scratch')
    const root = await this.#buildah('mount', container)
    const at = (path: string) => join(root, path)
    for (const folder of ['etc', 'proc', 'dev', 'root', 'usr/bin', 'usr/lib', 'usr/lib64'])
      mkdirSync(at(folder), { recursive: true })
    mkdirSync(at('tmp'), { mode: 0o1777 })
    for (const folder of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, at(folder))
    for (const { from, to } of nodeImageFiles()) {
      mkdirSync(dirname(at(to)), { recursive: true })
      cpSync(from, at(to), { recursive: true, dereference: true })
    }
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', at('usr/bin/npm'))
    writeFileSync(at('etc/passwd'), ACCOUNTS)
    await this.#buildah('umount', container)
    const env = ['PATH=/usr/bin', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt']
    await this.#buildah('config', ...env.flatMap((one) => ['--env', one]), container)
    await this.#buildah('commit', '--rm', container, name)
  }

  /** Builds `deploy/Dockerfile` on this base, with the packages in npm's cache. */
  async build(name: string, base: string) {
    const cache = (await run('npm', ['config', 'get', 'cache'])).stdout.trim()
    mkdirSync(cache, { recursive: true })
    const file = ['--file', 'deploy/Dockerfile', '--build-arg', `NODE_IMAGE=${base}`]
    const volume = ['--volume', `${cache}:/root/.npm`]
    const options = ['--isolation', 'chroot', '--format', 'docker', '--pull=never', ...volume]
    await this.#buildah('build', '--quiet', ...options, ...file, '--tag', name, '.')
  }

  async config(name: string): Promise<ImageConfig> {
    const text = await this.#buildah('inspect', '--type', 'image', name)
    return (JSON.parse(text) as { Docker: { config: ImageConfig } }).Docker.config
  }

  /** Creates the files of a container and returns their folder. */
  async mount(name: string): Promise<string> {
    return this.#buildah('mount', await this.#buildah('from', '--pull=never', name))
  }

  async remove() {
    await this.#buildah('rm', '--all')
    rmSync(this.#home, { recursive: true, force: true })
  }
}

type ContainerOptions = {
  config: ImageConfig
  /** Folder with the files of the image. */
  root: string
  /** Folder of this machine that becomes the only volume. */
  volume: string
  env: Record<string, string>
}

export type Container = Awaited<ReturnType<typeof startContainer>>

/**
 * Starts a container as `docker run --read-only` does, with the user, the command and the variables
 * of the image. It has its own processes and shares the network of this machine.
 */
export async function startContainer({ config, root, volume, env }: ContainerOptions) {
  const at = Object.keys(config.Volumes)[0] ?? ''
  const words = config.Cmd.map((word) => `'${word}'`).join(' ')
  const script = `
    mount --bind ${root} ${root} && mount -o remount,bind,ro ${root} &&
    mount --bind ${volume} ${root}${at} && mount --rbind /dev ${root}/dev &&
    mount -t proc proc ${root}/proc &&
    exec /usr/sbin/chroot --userspec=${config.User} ${root} /bin/sh -c "cd ${config.WorkingDir} && exec ${words}"`
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script],
    {
      env: {
        ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void output.push(chunk.toString()))
  const closed = once(child, 'close') as Promise<[number | null]>
  return {
    output: () => output.join(''),
    /** Sends a signal to the first process of the container. */
    signal: (name: NodeJS.Signals) => process.kill(firstProcess(child), name),
    /** Resolves with the exit code. */
    exit: async () => (await closed)[0],
    isRunning: () => child.exitCode === null,
  }
}

function firstProcess({ pid }: ChildProcess): number {
  const first = processes().find(({ parent }) => parent === pid)
  if (!first) throw new Error('the container has ended')
  return first.pid
}
