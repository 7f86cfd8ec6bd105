import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startReadyProcess } from '#support/server/processes/process.ts'
import { forThisFile, folderForThisFile } from '#support/server/for-this-file.ts'
const LONG = { timeout: 90_000 }

const dataDir = folderForThisFile()
const server = await forThisFile(startReadyProcess({ env: { DATA_DIR: dataDir } }))
const ana = await signUp(server)

const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

test('the server restarts a killed database with its data, and links redirect', async () => {
  const link = await addLink(ana, 'http://127.0.0.1:9/kept')
  const target = async () =>
    (await server.request('GET', `/s/${link.short_code}`)).headers.get('location')
  expect(await target()).toBe(link.url)
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  expect(await target()).toBe(link.url)
  await expect.poll(() => server.output.err, LONG).toContain('the database is back')
  await server.ready()
  expect(postmaster()).not.toBe(killed)
  expect(await ana.get(`/v2/my/links/${link.uuid}/`)).toMatchObject({ url: link.url })

  server.kill('SIGTERM')
  expect(await server.exit()).toBe(0)
  expect(() => process.kill(killed, 0)).toThrow('ESRCH')
})
