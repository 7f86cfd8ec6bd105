import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { expectTexts, render, screen } from '#support/window/on-screen.ts'
import { lazyPart } from './lazy-part.tsx'
import { QuietBoundary } from './quiet-boundary.tsx'

const Page = () => <p>Here</p>

const show = (Part: ReturnType<typeof lazyPart>) =>
  render(
    <QuietBoundary>
      <Suspense fallback={<p>Coming</p>}>
        <Part />
      </Suspense>
    </QuietBoundary>,
  )

test('a part is loaded once, when it is rendered', async () => {
  const load = vi.fn<() => Promise<typeof Page>>(async () => Page)
  const Part = lazyPart(load)
  expect(load).not.toHaveBeenCalled()
  show(Part)
  await expectTexts('Coming', 'Here')
  show(Part)
  expect(load).toHaveBeenCalledOnce()
})

test('a part that was loaded before is rendered at once', async () => {
  const Part = lazyPart(async () => Page)
  await Part.preload()
  show(Part)
  expect(screen.getByText('Here')).toBeTruthy()
})

test('a part that fails to load leaves the rest alone, and is loaded again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const report = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', report)
  const load = vi.fn<() => Promise<typeof Page>>(async () => Page)
  load.mockRejectedValueOnce(new Error('gone'))
  const Part = lazyPart(load)
  const { unmount } = show(Part)
  await vi.waitFor(() => expect(report).toHaveBeenCalledOnce())
  expect(screen.queryByText('Coming')).toBeNull()
  unmount()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000)
  show(Part)
  expect(await screen.findByText('Here')).toBeTruthy()
})
