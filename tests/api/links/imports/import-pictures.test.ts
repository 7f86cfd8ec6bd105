import { expect, test, vi } from 'vitest'
import { importLinks } from '../../../../server/links/imports/import-job.ts'
import { allJobsDone, og } from '#support/server/links/extraction.ts'
import { allLinks, importFile, start } from '#support/server/links/imports.ts'
import { addLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { picture, pictureAt, startShopSite } from '#support/server/hosts/shop-site.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const server = await startTestServer({ jobs: true })
const site = await forThisFile(startShopSite())
site.put('/lamp.jpg', pictureAt(await picture()))

const notified = async (person: Person) => {
  const [row] = await server.deps.sql`
    select count(*)::int as count from activity_items where user_id = ${person.uuid}`
  return row?.['count'] as number
}

test('a link named by the file gets a picture and keeps its name', async () => {
  const ana = await signUp(server)
  const url = site.product('/lamp', og('What the page says', '/lamp.jpg'))
  await importFile(ana, 'url,title', `${url},My lamp`)
  const link = await vi.waitFor(async () => {
    const [now] = await allLinks(ana)
    expect(now?.image_url).toMatch(/^\/media\//)
    return now
  })
  expect(link).toMatchObject({ name: 'My lamp', meta_extraction_progress: 100 })
})

test('a link whose page is gone stays unchanged, without a notification', async () => {
  const ana = await signUp(server)
  await importFile(ana, 'url,title', `${site.origin}/is-gone,Gone`)
  const [before] = await allLinks(ana)
  await vi.waitFor(() => expect(site.paths()).toContain('/is-gone'))
  await allJobsDone(server)
  expect(await allLinks(ana)).toEqual([before])
  expect(before?.meta_extraction_error).toBeNull()
  expect(await notified(ana)).toBe(0)
})

test('pages are read one by one, two seconds apart per host, after those a user waits for', async () => {
  const idle = await createTestServer()
  const ana = await signUp(idle)
  await addLink(ana, `${site.origin}/waited-for`)
  const rows = ['a.invalid/1,One', 'a.invalid/2,Two', 'b.invalid/1,Three', 'a.invalid/3,']
  const { result } = await start(ana, 'url,title', ...rows.map((row) => `https://${row}`))
  const { signal } = new AbortController()
  await expect(importLinks(idle.deps, { importId: result.id }, signal)).resolves.toBeUndefined()
  const jobs = await idle.deps.sql`
    select tasks.identifier as task, jobs.priority, queues.queue_name as queue,
      round(extract(epoch from jobs.run_at - min(jobs.run_at) over (partition by links.host)))::int
        as later, links.url
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    left join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id
    join links on links.id::text = jobs.payload ->> 'linkId'
    order by jobs.priority, jobs.run_at, links.url`
  const queue = `read:${ana.uuid}`
  expect(Object.fromEntries(jobs.map(({ url, ...job }) => [String(url), job]))).toEqual({
    [`${site.origin}/waited-for`]: { task: 'extract', priority: 0, queue: null, later: 0 },
    'https://a.invalid/1': { task: 'picture', priority: 21, queue, later: 0 },
    'https://a.invalid/2': { task: 'picture', priority: 21, queue, later: 2 },
    'https://b.invalid/1': { task: 'picture', priority: 21, queue, later: 0 },
    'https://a.invalid/3': { task: 'extract', priority: 20, queue, later: 4 },
  })
  await idle.stop()
})
