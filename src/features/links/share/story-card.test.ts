import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeImage } from '#support/window/fake-image.ts'
import { aLink } from '#support/window/links-server.ts'
import { wrapText, storyCard } from './story-card.ts'

const upTo = (most: number) => (line: string) => line.length <= most

test.each<[string, string[]]>([
  ['Oak lamp', ['Oak lamp']],
  ['Oak arc lamp with a shade', ['Oak arc', 'lamp with', 'a shade']],
  ['One two three four five six seven', ['One two', 'three four', 'five six…']],
  ['Donaudampfschiff', ['Donaudamp…']],
  ['', ['']],
])('%s is wrapped into lines', (text, lines) => {
  expect(wrapText(text, 3, upTo(10))).toEqual(lines)
})

/** Text written on a card and the size of its picture, in a window that draws nothing. */
let written: string[]
let size: [width: number, height: number] | undefined
beforeEach(() => {
  written = []
  size = undefined
  const pen = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'fillText') return (text: string) => void written.push(text)
        return () => ({ width: 0 })
      },
      set: () => true,
    },
  )
  vi.stubGlobal('Image', FakeImage.of({ width: 300, height: 300 }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
  ) {
    size = [this.width, this.height]
    done(new Blob())
  })
  Object.assign(document, { fonts: { load: async () => [] } })
})
afterEach(() => Reflect.deleteProperty(document, 'fonts'))

const AMAZON = 'https://www.amazon.de/dp/1?tag=ana-21'
test.each([
  ['one that can earn', { commission_percentage: 8, treat_as_in_network: true }, ['#ad']],
  ['one of an associate', { commission_percentage: null, url: AMAZON }, ['#ad']],
  ['any other', { commission_percentage: null }, []],
])(
  'the card of %s shows its title, its address and the disclosure if needed',
  async (_, more, ad) => {
    const link = aLink('Oak lamp', { ...more, split_url: 'https://split.example/s/oak' })
    const card = await storyCard(link)
    expect(card.type).toBe('image/png')
    expect(size).toEqual([1080, 1920])
    expect(written).toEqual(['Oak lamp', 'split.example/s/oak', ...ad])
  },
)
