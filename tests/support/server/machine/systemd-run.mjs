// Replacement for systemd-run that runs the command at once and with the current account: with the
// settings of an environment file, in a folder. Its first argument is the folder that represents
// the machine.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [root, ...given] = process.argv.slice(2)
const properties = {}
const words = [...given]
while (words[0]?.startsWith('-')) {
  const [option] = words.splice(0, 1)
  if (option !== '-p') continue
  const [, name, value] = /^(\w+)=(.*)$/.exec(words.splice(0, 1)[0]) ?? []
  properties[name] = value
}
const [program, ...args] = words
const settings = Object.fromEntries(
  readFileSync(`${root}${properties.EnvironmentFile}`, 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => line.split(/=(.*)/s).slice(0, 2)),
)
const { status } = spawnSync(program === '/usr/bin/node' ? process.execPath : program, args, {
  cwd: `${root}${properties.WorkingDirectory}`,
  env: { PATH: process.env.PATH, ...settings },
  stdio: 'inherit',
})
process.exit(status ?? 1)
