import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { IMAGE_ROOT } from '#contract/images/images.ts'
import { EDITOR_ERROR_MS } from '#contract/images/uploads.ts'
import { expectAccessible } from '../support/axe.ts'
import { json } from '../support/flaky-network.ts'
import { test as fronted } from '../support/fronted.ts'
import { listen } from '../support/heard.ts'
import { readLink } from '../support/links.ts'
import {
  cropRatio,
  drag,
  file,
  openEditor,
  twoColours,
  openEditorWith,
  rowPicture,
} from '../support/photo.ts'
import { expect, test } from '../support/test.ts'

const RATIOS = ['Free', 'Original', 'Square', '9:16', '8:10', '5:7', '3:4', '3:5', '2:3']

test('a photo is chosen, cropped 3:5 and saved, and the list shows it (R-265, R-268, R-270, R-272, R-277, R-286, R-287, R-288, R-289, R-124)', async ({
  page,
  person,
  openWithLink,
}) => {
  const link = await openWithLink('Oak lamp')
  const before = await rowPicture(page, 'Oak lamp').getAttribute('src')
  const editor = await openEditor(page, 'Oak lamp')
  await expect(editor.getByRole('tab')).toHaveCount(0)
  await expect(editor.getByRole('combobox', { name: 'Aspect ratio' })).toHaveValue('original')

  const sent = page.waitForRequest((request) => request.url().includes('/uploader/upload/'))
  await editor.getByLabel('Photo', { exact: true }).setInputFiles(await twoColours(600, 900))
  await expect(editor.locator('.cropper-crop-box')).toBeVisible()
  await expect(editor.getByRole('combobox').getByRole('option')).toHaveText(RATIOS)
  await expect(editor.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await editor.getByRole('combobox').selectOption('3:5')
  await expect.poll(() => cropRatio(page)).toBeCloseTo(3 / 5, 2)
  await editor.getByRole('button', { name: 'Flip' }).click()
  await expect.poll(() => cropRatio(page)).toBeCloseTo(5 / 3, 2)
  await editor.getByRole('button', { name: 'Save' }).click()
  const upload = await sent
  expect(upload.url()).toContain('/v1/uploader/upload/link_preview/')
  expect(upload.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  await expect(editor).toHaveCount(0)

  await expect(rowPicture(page, 'Oak lamp')).not.toHaveAttribute('src', before ?? '')
  const saved = await readLink(person, link)
  expect(saved.custom_image_upload_id).toEqual(expect.any(Number))
  const { x1, y1, x2, y2 } = saved.custom_image_params ?? { x1: 0, y1: 0, x2: 0, y2: 0 }
  expect(x2).toBe(1)
  expect(((x2 - x1) * 600) / ((y2 - y1) * 900)).toBeCloseTo(5 / 3, 2)
  for (const corner of [x1, y1, x2, y2]) expect(String(corner)).toMatch(/^\d(\.\d{1,4})?$/)
  const thumbnail = saved.thumbnail_params ?? { x1: 0, y1: 0, x2: 0, y2: 0 }
  expect(Math.round((thumbnail.x2 - thumbnail.x1) * 600)).toBe(
    Math.round((thumbnail.y2 - thumbnail.y1) * 900),
  )
})

test('a crop by keys is kept (R-278, R-305, R-307)', async ({ page, person, openWithLink }) => {
  const link = await openWithLink('Wool rug')
  let editor = await openEditorWith(page, 'Wool rug', 400, 800)
  await editor.getByRole('combobox').selectOption('square')
  await editor.getByRole('application').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ArrowDown')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  const saved = await readLink(person, link)
  // The crop was moved down by 11 px on a stage of 375 px.
  expect(saved.custom_image_params?.y1).toBeCloseTo(0.25 + 11 / 375, 2)

  const fetched = page.waitForRequest((request) =>
    request.url().includes('/cdn-cgi/image/fit=scale-down'),
  )
  editor = await openEditor(page, 'Wool rug')
  const request = await fetched
  expect(request.url()).toContain('fit=scale-down,width=4096,height=4096/media/')
  expect(request.headers()['x-api-token']).toMatch(/.{20}/)
  await expect(editor.getByRole('combobox')).toHaveValue('square')
  const uploads: string[] = []
  page.on('request', (asked) => {
    if (asked.url().includes('/uploader/')) uploads.push(asked.url())
  })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  expect(uploads).toEqual([])
  expect((await readLink(person, link)).custom_image_params).toEqual(saved.custom_image_params)
})

test('the crop follows the mouse (R-284, R-632)', async ({ page, openWithLink }) => {
  await openWithLink('Pine stool')
  const editor = await openEditorWith(page, 'Pine stool', 900, 600)
  await editor.getByRole('combobox').selectOption('2:3')
  await editor.getByRole('button', { name: 'Flip' }).click()
  const crop = editor.locator('.cropper-crop-box')
  const box = async () => (await crop.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const before = await box()
  await drag(page, [before.x + 40, before.y + 40], [before.x + 55, before.y + 40])
  expect((await box()).x - before.x).toBeCloseTo(15, 0)
  const { x, y, width, height } = await box()
  await drag(page, [x + width, y + height], [x + 2, y + 2])
  const smallest = await box()
  expect(smallest.width).toBeCloseTo(50, 0)
  expect(smallest.height).toBeCloseTo(75, 0)

  await page.setViewportSize({ width: 844, height: 600 })
  await page.setViewportSize({ width: 390, height: 844 })
  const picture = editor.locator('.cropper-canvas')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeLessThan(390)
  await expect.poll(async () => (await box()).width).toBeCloseTo(smallest.width, 0)
  expect((await box()).x).toBeCloseTo(smallest.x, 0)
})

test('a cropped target picture becomes custom', async ({ page, person, openWithLink }) => {
  const link = await openWithLink('Brass hook')
  const editor = await openEditor(page, 'Brass hook')
  await expect(editor.locator('.cropper-crop-box')).toBeVisible()
  await editor.getByRole('combobox').selectOption('9:16')
  await expect.poll(() => cropRatio(page)).toBeCloseTo(16 / 9, 2)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  const saved = await readLink(person, link)
  expect(saved.custom_image_upload_id).not.toBeNull()
  expect(saved.image_url).toContain('crop=')
})

fronted(
  'what cannot be used is said for 3 s, and Save waits for a picture (R-276, R-282, R-283, R-290, R-292)',
  async ({ page, front, openWithLink }) => {
    await openWithLink('Linen set')
    await expect(rowPicture(page, 'Linen set')).toBeVisible()
    // A stub of the page would not see the requests of its service worker.
    front.rule(({ pathname }) =>
      pathname.startsWith(`${IMAGE_ROOT}/fit=scale-down`) ? json({}, 404) : undefined,
    )
    const heard = await listen(page)
    const editor = await openEditor(page, 'Linen set')
    const picker = editor.getByLabel('Photo', { exact: true })
    await expect(picker).toHaveAttribute('accept', '.png,.jpg,.jpeg,.webp')
    // A timer never fires early, but the browser's clock may differ by a millisecond.
    await expect
      .poll(() => heard.stood('The file is not supported for editing'))
      .toBeGreaterThanOrEqual(EDITOR_ERROR_MS - 1)
    await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()

    const noise = { width: 300, height: 300, channels: 3, background: 'grey' } as const
    const webp = await sharp({
      create: { ...noise, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .webp()
      .toBuffer()
    const huge = fronted.info().outputPath('huge.jpg')
    await writeFile(huge, Buffer.alloc(40e6))
    const refused = [
      [file('text.png', 'image/png', 'Only text'), 'Failed to load the image'],
      [
        file('cut.webp', 'image/webp', webp.subarray(0, webp.length / 2)),
        'Failed to load the image',
      ],
      [file('moving.gif', 'image/gif', 'GIF89a'), 'Choose a PNG, JPEG or WebP picture.'],
      [huge, 'The picture is larger than 25 MB.'],
      [file('empty.png', 'image/png', ''), 'The file is empty.'],
    ] as const
    for (const [picked, text] of refused) {
      await heard.forget()
      await picker.setInputFiles(picked)
      await expect.poll(heard.lines).toContain(text)
      await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()
    }
  },
)

test('an upload can be cancelled (R-125, R-280, R-281, R-294)', async ({ page, openWithLink }) => {
  await openWithLink('Oak desk')
  const editor = await openEditorWith(page, 'Oak desk', 300, 300)
  await page.route('**/uploader/upload/**', () => undefined)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor.getByRole('progressbar')).toHaveCount(0)
  await expect(editor.getByRole('alert')).toHaveText('')
  await expect(editor.getByRole('button', { name: 'Save' })).toBeEnabled()

  await page.unroute('**/uploader/upload/**')
  await page.route('**/uploader/upload/**', (route) =>
    route.fulfill({ status: 400, json: { file: ['Too big', 'x'] } }),
  )
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('alert')).toHaveText('Too big')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(editor.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('the crop area has its sizes (R-301, R-302, R-303, R-632)', async ({ page, openWithLink }) => {
  await openWithLink('Tall vase')
  const editor = await openEditor(page, 'Tall vase')
  await expect(editor.locator('.cropper-crop-box')).toBeVisible()
  await expectAccessible(page, 'photo editor')
  const box = async (name: string) => editor.getByRole('button', { name }).boundingBox()
  const isAt = async (width: number, panel: number) => {
    await page.setViewportSize({ width, height: 844 })
    await expect
      .poll(async () => (await editor.locator(':scope > *').first().boundingBox())?.width)
      .toBe(panel)
  }
  await isAt(576, 576)
  await isAt(577, 577 - 2 * 16)
  await isAt(1000, 640)
  await isAt(356, 356)
  expect((await box('Save'))?.y).toBe((await box('Cancel'))?.y)
  await isAt(355, 355)
  expect((await box('Save'))?.y).toBeLessThan((await box('Cancel'))?.y ?? 0)
  expect((await editor.getByRole('application').boundingBox())?.height).toBe(375)
})
