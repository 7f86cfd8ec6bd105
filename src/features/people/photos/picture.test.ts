import { expect, test, vi } from 'vitest'
import { FakeImage, PNG, webp } from '#support/window/fake-image.ts'
import { openPicture, readFile } from './picture.ts'

const file = (bytes: BlobPart, type = 'image/png') => new File([bytes], 'photo.png', { type })

test('an unreadable file is reported as not supported for editing (R-293)', async () => {
  class BrokenReader extends EventTarget {
    readAsArrayBuffer() {
      queueMicrotask(() => this.dispatchEvent(new Event('error')))
    }
  }
  vi.stubGlobal('FileReader', BrokenReader)
  await expect(readFile(file('x'))).rejects.toThrow('The file is not supported for editing')
})

test('other types, empty files and files above 40 MB are refused before they are read (R-283)', async () => {
  await expect(readFile(file('x', 'image/gif'))).rejects.toThrow(
    'Choose a PNG, JPEG or WebP picture.',
  )
  await expect(readFile(file(''))).rejects.toThrow('The file is empty.')
  const large = file('x')
  Object.defineProperty(large, 'size', { value: 40_000_000 })
  await expect(readFile(large)).rejects.toThrow('The picture is larger than 25 MB.')
})

test('a file that cannot be decoded is reported as failed to load (R-290)', async () => {
  vi.stubGlobal('Image', FakeImage.of('broken'))
  await expect(openPicture(new Blob(['text']))).rejects.toThrow('Failed to load the image')
})

test('an incomplete WebP fails to load, a complete one opens (R-290)', async () => {
  vi.stubGlobal('Image', FakeImage.of({ width: 30, height: 20 }))
  await expect(openPicture(webp(100, 60))).rejects.toThrow('Failed to load the image')
  expect(await openPicture(webp(100, 100))).toMatchObject({ width: 30, height: 20 })
})

test('a GIF with another name is refused although browsers show it (R-283)', async () => {
  vi.stubGlobal('Image', FakeImage.of({ width: 30, height: 20 }))
  await expect(openPicture(new Blob(['GIF89a and more']))).rejects.toThrow(
    'Choose a PNG, JPEG or WebP picture.',
  )
})

test('a decompression bomb is refused by its header, before it is decoded', async () => {
  const Image = FakeImage.of({ width: 30_000, height: 30_000 })
  vi.stubGlobal('Image', Image)
  await expect(openPicture(new Blob([PNG]))).rejects.toThrow('more than 60 megapixels')
  expect(Image.decoded).toBe(0)
})

async function withFlags(flags: number) {
  const bytes = new Uint8Array(await webp(100, 100).arrayBuffer())
  bytes.set(new TextEncoder().encode('VP8X'), 12)
  bytes[20] = flags
  return new Blob([bytes])
}

test('an animated WebP is refused before it is sent, a still one opens', async () => {
  vi.stubGlobal('Image', FakeImage.of({ width: 30, height: 20 }))
  await expect(openPicture(await withFlags(0b10))).rejects.toThrow(
    'Animated pictures are not supported',
  )
  expect(await openPicture(await withFlags(0b1000))).toMatchObject({ width: 30, height: 20 })
})

test('a JPEG is recognized in each spelling of its type (R-283)', async () => {
  expect((await readFile(file('x', 'image/jpg'))).size).toBe(1)
})
