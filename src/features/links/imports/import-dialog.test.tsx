import { describe, expect, test } from 'vitest'
import { IMPORT_MAX_BYTES } from '#contract/imports.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import {
  aPlan,
  choose,
  FILE,
  IMPORT,
  open,
  planned,
  withImportServer,
} from '#support/window/import-dialog.tsx'
import { fireEvent, press, screen, waitFor } from '#support/window/on-screen.ts'

withImportServer()

describe('a file', () => {
  test('is uploaded for a preview, with progress, and not imported yet', async () => {
    await open()
    await choose()
    const upload = await FakeUpload.next()
    expect(upload.url).toContain(`${IMPORT}?dry_run=true&name=mine.csv`)
    expect(upload.form?.get('file')).toBeInstanceOf(File)
    upload.progress(1, 4)
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', {
      name: 'Sending the file',
    })
    await waitFor(() => expect(bar.value).toBe(0.25))
    upload.progress(4, 4)
    expect(await screen.findByText('Looking at the rows')).toBeTruthy()
    upload.answer(200, { result: aPlan() })
    expect(await screen.findByRole('button', { name: 'Import 1 link' })).toBeTruthy()
  })

  test('can be dropped on the dialog', async () => {
    await open()
    const zone = (await screen.findByRole('button', { name: 'Choose a CSV file' })).parentElement
    if (!zone) throw new Error('no place to drop')
    fireEvent.drop(zone, { dataTransfer: { files: [FILE] } })
    expect((await FakeUpload.next()).form?.get('file')).toBeInstanceOf(File)
  })

  test('that is too large or empty is refused before it is sent', async () => {
    await open()
    const large = new File(['x'], 'large.csv')
    Object.defineProperty(large, 'size', { value: IMPORT_MAX_BYTES + 1 })
    await choose(large)
    expect(await screen.findByText(/larger than 10 MB/)).toBeTruthy()
    await choose(new File([], 'empty.csv'))
    expect(await screen.findByText('The file is empty.')).toBeTruthy()
  })

  test('refused by the server: the reason is shown, and another file can be chosen', async () => {
    await open()
    await choose()
    ;(await FakeUpload.next()).answer(400, { errors: { file: ['This is not a CSV file.'] } })
    expect(
      (await screen.findByText('This is not a CSV file.')).closest('[role=alert]'),
    ).toBeTruthy()
    await choose()
    ;(await FakeUpload.next()).answer(200, { result: aPlan() })
    expect(await screen.findByRole('button', { name: 'Import 1 link' })).toBeTruthy()
  })

  test('whose upload fails leads to a message', async () => {
    await open()
    await choose()
    ;(await FakeUpload.next()).fail()
    expect(await screen.findByText(/Couldn’t read the file. Check your connection/)).toBeTruthy()
  })

  test('that a server without imports refuses has its own message (offline 34)', async () => {
    await open()
    await choose()
    ;(await FakeUpload.next()).answer(404, {})
    expect(
      await screen.findByText('Couldn’t read the file. This server cannot do that.'),
    ).toBeTruthy()
  })

  test('whose upload is cancelled is no longer sent', async () => {
    await open()
    await choose()
    const upload = await FakeUpload.next()
    await press('Cancel')
    expect(await screen.findByRole('button', { name: 'Choose a CSV file' })).toBeTruthy()
    expect(upload.aborted).toBe(true)
  })
})

describe('the preview', () => {
  test('lists collections and tags whose spelling is replaced by the user’s own', async () => {
    await open()
    const spellings = [
      { typed: 'cafe', used: 'Café' },
      { typed: 'zolty', used: 'Żółty' },
    ]
    await planned(aPlan({ spellings }))
    expect(screen.getByText('We use your spelling: Café for cafe, Żółty for zolty.')).toBeTruthy()
  })

  test('shows counts, notes, the first rows and the errors by row', async () => {
    await open()
    await planned(aPlan())
    const text = screen.getByRole('dialog').textContent
    expect(text).toContain('2 rows, from Bitly')
    expect(text).toContain('1 new link')
    expect(text).toContain('1 row has an error')
    expect(text).toContain('1 new collection: Lamps.')
    expect(text).toContain('Links on bit.ly stay where they are.')
    expect(text).toContain('Not used: clicks.')
    expect(text).not.toContain('We use your spelling')
    expect(text).toContain('3long_url: Paste a URL.')
    expect(text).toContain('/sale · #light · Lamps')
    expect(screen.getByRole('button', { name: 'Download this row' })).toBeTruthy()
  })

  test('without new links has no import button', async () => {
    await open()
    await planned(aPlan({ counts: { new: 0, existing: 1, recoded: 0, errors: 1 } }))
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBe(null)
    expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy()
  })

  test('stays open if another import is still running', async () => {
    await open()
    await planned(aPlan())
    await press('Import 1 link')
    const upload = await FakeUpload.next()
    expect(upload.url).toContain('dry_run=false')
    upload.answer(400, { errors: { file: ['Another import is still running.'] } })
    expect(await screen.findByText('Another import is still running.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Import 1 link' })).toBeTruthy()
  })
})

test('closing removes the dialog from the address', async () => {
  const { history } = await open()
  await press('Close')
  await waitFor(() => expect(history.location.href).not.toContain('import'))
})
