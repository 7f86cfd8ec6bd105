import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { links } from '../../../../server/platform/db/schema.ts'
import { ask } from '#support/server/asking.ts'
import { allJobsDone, waitForPage, addHeldPage, og } from '#support/server/links/extraction.ts'
import { startReading } from '#support/server/links/reading.ts'
import {
  addLink,
  changes,
  editLink,
  linkPath,
  readLink,
  search,
  type Made,
} from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer } from '#support/server/test-app.ts'

const { server, site, ana, extracted } = await startReading()

describe('while it runs', () => {
  test('progress can be read, and each step is a change of the list (R-153, R-217)', async () => {
    const ben = await signUp(server)
    const page = addHeldPage(site, '/held', og('Held'))
    const { cursor } = await search(ben)
    const link = await addLink(ben, page.url)
    expect(link.meta_extraction_progress).toBe(0)
    await page.asked()
    const during = await changes(ben, cursor)
    expect(during.results[0]).toMatchObject({ uuid: link.uuid, meta_extraction_progress: 10 })
    page.release()
    await waitForPage(ben, link)
    const after = await changes(ben, during.cursor)
    expect(after.results[0]).toMatchObject({ name: 'Held', meta_extraction_progress: 100 })
  })

  test('a name that the creator sets meanwhile stays', async () => {
    const page = addHeldPage(site, '/renamed', og('From the page'))
    const link = await addLink(ana, page.url)
    await page.asked()
    await editLink(ana, link, { name: 'My own' })
    page.release()
    expect((await waitForPage(ana, link)).name).toBe('My own')
  })

  test('a late reading of the old URL does not touch the link that has a new one', async () => {
    const old = addHeldPage(site, '/old', og('Old page'))
    const link = await addLink(ana, old.url)
    await old.asked()
    await editLink(ana, link, { url: site.product('/new', og('New page')) })
    expect((await waitForPage(ana, link)).name).toBe('New page')
    old.release()
    await allJobsDone(server)
    expect((await readLink(ana, link)).name).toBe('New page')
  })

  test('Retry reads the page again, unless it is being read', async () => {
    site.put('/flaky', { status: 500, body: 'down' })
    const link = await extracted(`${site.origin}/flaky`)
    expect(link.meta_extraction_error).toBe('refused')
    const page = addHeldPage(site, '/flaky', og('Back again'))
    const retry = () => ask(ana, 'POST', `${linkPath(link)}extract/`)
    const begins = { meta_extraction_progress: 0, meta_extraction_error: null }
    expect(await retry()).toMatchObject({ status: 200, body: begins })
    await page.asked(2)
    expect(await retry()).toMatchObject({ status: 200, body: { meta_extraction_progress: 10 } })
    page.release()
    const read = { name: 'Back again', meta_extraction_error: null }
    expect(await waitForPage(ana, link)).toMatchObject(read)
    // The second retry has not requested the page again.
    await page.asked(2)
  })

  test('a clone of a link that is still being read is read itself', async () => {
    const page = addHeldPage(site, '/cloned', og('Both'))
    const link = await addLink(ana, page.url)
    await page.asked()
    const { result } = (await ask<Made>(ana, 'POST', `${linkPath(link)}clone/`)).body
    expect(result.meta_extraction_progress).toBe(0)
    page.release()
    await page.asked(2)
    page.release()
    expect((await waitForPage(ana, result)).name).toBe('Both')
  })
})

test('private addresses are not requested unless the configuration allows it (R-228)', async () => {
  const strict = await createTestServer({ allowPrivateFetch: false, sharedServer: server })
  await server.deps.jobs.stop()
  await strict.deps.jobs.start()
  const ben = await signUp(strict)
  const before = site.requests.length
  const { port } = new URL(site.origin)
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '169.254.169.254']) {
    const link = await waitForPage(ben, await addLink(ben, `http://${host}/`))
    expect(link).toMatchObject({ name: host.split(':')[0], meta_extraction_error: 'blocked' })
  }
  expect(site.requests.length).toBe(before)
  await strict.stop()
  await server.deps.jobs.start()
})

test('a link that was deleted meanwhile causes no error', async () => {
  const link = await addLink(ana, site.product('/deleted', og('x')))
  await server.deps.db.delete(links).where(eq(links.id, link.uuid))
  await expect(allJobsDone(server)).resolves.toBeUndefined()
})
