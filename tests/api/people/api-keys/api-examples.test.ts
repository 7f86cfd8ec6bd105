import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { NewLinksAnswer } from '#contract/links/link-edits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addKey } from '#support/server/api-keys.ts'
import { search } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const page = readFileSync('docs/api-examples.md', 'utf8')
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
const run = promisify(execFile)

const server = await startTestServer({ listen: true })
/** Replaces the server of the page by the one of this test. */
const here = (text: string) => text.replaceAll('https://split.example', server.origin ?? '')

/** Runs the command of the page that contains a text, in a shell, and returns its output. */
async function output(part: string, key: string): Promise<unknown> {
  const command = commands.find((text) => text.includes(part))
  if (command === undefined) throw new Error(`no command with ${part}`)
  const { stdout } = await run('sh', ['-c', here(command)], {
    env: { ...process.env, SPLIT_KEY: key },
  })
  return JSON.parse(stdout)
}

test('the curl commands of the documentation create links', async () => {
  const ana = await signUp(server)
  const { key } = await addKey(ana, { scopes: ['links:write'] })
  const { result } = (await output('/links/ ', key)) as { result: ShortLink }
  expect(result).toMatchObject({ url: 'https://shop.example/lamp', tags: ['wood'] })
  const { results } = (await output('/links/bulk/ ', key)) as NewLinksAnswer
  expect(results).toEqual([
    { uuid: expect.any(String), split_url: expect.any(String) },
    { uuid: expect.any(String), split_url: expect.any(String) },
  ])
  expect((await search(ana)).count).toBe(3)
})

/** Returns the value of an option of the shortcut. */
const option = (name: string) =>
  new RegExp(`^ *\\| ${name} +\\| (.*?) +\\|$`, 'm').exec(page)?.[1]?.replaceAll('`', '') ?? ''

test('the request of the shortcut creates a link with the key described there', async () => {
  const ana = await signUp(server)
  const { key } = await addKey(ana, { scopes: ['links:write'] })
  const [header = '', value = ''] = option('Headers').split(': ')
  const [field = ''] = option('JSON, type Text').split(': ')
  const answer = await fetch(here(option('URL')), {
    method: option('Method'),
    headers: { [header]: value.replace('YOUR_KEY', key), 'Content-Type': 'application/json' },
    body: JSON.stringify({ [field]: 'https://shop.example/lamp' }),
  })
  expect(answer.status).toBe(201)
  const [, path = ''] = /Value for `([^`]+)`/.exec(page) ?? []
  const copied = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], await answer.json())
  expect(copied).toMatch(/\/s\/\w{6}$/)
})
