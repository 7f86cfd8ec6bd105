import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export type ProcessInfo = { pid: number; parent: number; command: string }

/**
 * Returns all processes of this machine, from /proc or from `ps`. Some systems have only one of the
 * two.
 */
export function processes(): ProcessInfo[] {
  return existsSync('/proc/self/stat') ? fromProc() : fromPs()
}

function fromProc(): ProcessInfo[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return [{ pid: Number(pid), parent: Number(parent), command }]
    } catch {
      return []
    }
  })
}

function fromPs(): ProcessInfo[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid && parent ? [{ pid: Number(pid), parent: Number(parent), command }] : []
  })
}
