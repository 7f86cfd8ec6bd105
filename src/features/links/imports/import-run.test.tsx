import { describe, expect, test, vi } from 'vitest'
import type { LinkImport } from '#contract/imports.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import {
  aPlan,
  api,
  aRun,
  ID,
  IMPORT,
  last,
  open,
  planned,
  withImportServer,
} from '#support/window/import-dialog.tsx'
import { json } from '#support/window/fake-api.ts'
import { act, screen, userEvent, waitFor } from '#support/window/on-screen.ts'

withImportServer()

const RUN = `GET ${IMPORT}${ID}/`
const CANCEL = `POST ${IMPORT}${ID}/cancel/`

async function cancelledWhile(runs: LinkImport[]) {
  await open()
  await planned(aPlan())
  last(runs)
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 link' }))
  const upload = await FakeUpload.next()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(upload.aborted).toBe(true)
}

describe('an import that is cancelled during the upload', () => {
  test('is not made, and the preview is shown again', async () => {
    await cancelledWhile([])
    expect(await screen.findByRole('button', { name: 'Import 1 link' })).toBeTruthy()
  })

  test('is shown with its progress if the server has already started it', async () => {
    await cancelledWhile([aRun()])
    expect(await screen.findByText('100 of 200 rows')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
  })
})

describe('an import', () => {
  test('shows its progress and its summary, and refreshes the list', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let run = aRun()
    last([run], { [RUN]: () => run })
    await open()
    expect(await screen.findByText('100 of 200 rows')).toBeTruthy()
    run = aRun({
      status: 'done',
      done: 200,
      counts: { new: 199, existing: 1, recoded: 0, errors: 0 },
    })
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(await screen.findByText('Import finished')).toBeTruthy()
    expect(screen.getByRole('dialog').textContent).toContain('199 links were imported')
    await waitFor(() =>
      expect(api.requests.map(({ path }) => path)).toContain('/v2/my/links/search/'),
    )
  })

  test('continues if its progress cannot be loaded, and the dialog says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    last([aRun()], { [RUN]: json({}, 502) })
    await open()
    await screen.findByText('100 of 200 rows')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(await screen.findByText(/The import goes on without it/)).toBeTruthy()
  })

  test('can be stopped, and keeps the imported rows', async () => {
    last([aRun()], { [RUN]: aRun(), [CANCEL]: aRun({ status: 'cancelled' }) })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('Import stopped')).toBeTruthy()
    expect(screen.getByRole('dialog').textContent).toContain('100 of 200 rows are done')
  })

  test('continues if stopping fails, with a message', async () => {
    last([aRun()], { [RUN]: aRun(), [CANCEL]: json({}, 502) })
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('Couldn’t stop the import. Try again.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy()
  })

  test('that has already ended does not prevent another one', async () => {
    last([aRun({ status: 'done' })])
    await open()
    expect(await screen.findByRole('button', { name: 'Choose a CSV file' })).toBeTruthy()
  })
})
