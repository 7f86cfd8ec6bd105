import { expect, test } from 'vitest'
import { ACCESS, fakeExtension, fakeServer } from '#support/window/fake-extension.ts'
import { browserName, report } from './report.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${CHROME} Chrome/156.0.0.0 Safari/537.36`, 'Chrome 156'],
  [`${CHROME} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, 'Edge 156'],
  [`${CHROME} Chrome/156.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera 120'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox 153'],
  ['', ''],
])('the browser of %s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

test.each([
  ['in browsers that do not ask', undefined, 1],
  ['if Firefox’s user allows it', ['browsingActivity', 'technicalAndInteraction'], 1],
  ['not if Firefox’s user forbids it', ['browsingActivity'], 0],
])('actions are reported %s', async (_case, collects, reports) => {
  fakeExtension({ stored: { access: ACCESS }, ...(collects && { collects }) })
  const requests = fakeServer({ 'POST /v1/action_ext': {} })
  await report('opened')
  expect(requests).toHaveLength(reports)
  for (const request of requests) expect(await request.json()).toMatchObject({ action: 'opened' })
})

test('a failed report has no consequences for the user', async () => {
  fakeExtension({ stored: { access: ACCESS } })
  fakeServer({ 'POST /v1/action_ext': Response.json({}, { status: 500 }) })
  await expect(report('opened')).resolves.toBeUndefined()
})
