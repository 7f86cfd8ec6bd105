import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { ask, fieldError } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import { addLink, editLink, LINKS } from '#support/server/links.ts'
import { decodePicture, showPdf } from '#support/server/links/qr-codes.ts'
import { upload } from '#support/server/links/uploading.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const test = withPeople(server)

const pathOf = ({ uuid }: { uuid: string }, kind: string, query: Record<string, string> = {}) =>
  `${LINKS}${uuid}/qr.${kind}?${new URLSearchParams(query).toString()}`

async function file(person: Person, path: string): Promise<Buffer> {
  const response = await person.send('GET', path)
  if (response.status !== 200) throw new Error(`no file: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Returns a picture with stripes, which covers modules with both light and dark pixels. */
const stripes = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#fff"/><path d="M0 0h300v40H0zm0 80h300v40H0z" fill="#c2185b"/></svg>',
    ),
  )
    .png()
    .toBuffer()

const WEAK = 'Choose a darker colour or a lighter background. Scanners need more contrast.'
const LIGHTER = 'Choose a colour that is darker than the background.'

describe('a QR code', () => {
  test.each([
    ['none', 200],
    ['none', 2000],
    ['split', 200],
    ['split', 2000],
  ] as const)('with logo %s is read from a PNG of %i pixels', async (logo, size) => {
    const ana = await signUp(server)
    const link = await addLink(ana)
    const png = await file(ana, pathOf(link, 'png', { logo, size: `${size}` }))
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size })
    expect(await decodePicture(png)).toBe(link.split_url)
  })

  test.each(['none', 'split', 'profile', 'upload'] as const)(
    'with logo %s is read from SVG and PDF, small and large',
    async (logo) => {
      const ana = await signUp(server)
      const link = await addLink(ana)
      const kind = logo === 'profile' ? 'profile' : 'link_preview'
      const { id } = await upload(server, ana, await stripes(), kind)
      if (logo === 'profile') await useAsProfilePicture(ana, id)
      const query = { logo: logo === 'upload' ? `${id}` : logo, color: '#0b3b2a' }
      const svg = await file(ana, pathOf(link, 'svg', query))
      const pdf = await file(ana, pathOf(link, 'pdf', query))
      for (const size of [200, 1500]) {
        const drawn = sharp(svg, { density: 600 }).resize(size, size).flatten()
        expect(await decodePicture(drawn), `SVG in ${size} pixels`).toBe(link.split_url)
        const [page, ...more] = await showPdf(pdf, size / 283)
        expect(more).toEqual([])
        expect(await decodePicture(page?.picture ?? svg), `PDF in ${size} pixels`).toBe(
          link.split_url,
        )
      }
    },
  )

  test('has its colours and a quiet zone of four modules', async ({ ana }) => {
    const link = await addLink(ana)
    const colors = { color: '#b00020', background: '#ffe082', size: '1000' }
    const png = await file(ana, pathOf(link, 'png', colors))
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => {
      const start = (y * info.width + x) * info.channels
      return data.subarray(start, start + 3).toString('hex')
    }
    const [, units = '0'] = /viewBox="-4 -4 (\d+) /.exec(
      (await file(ana, pathOf(link, 'svg'))).toString(),
    ) ?? [undefined]
    const module = 1000 / Number(units)
    const middle = Math.round(7.5 * module)
    for (let n = 0; n < 4; n += 1) {
      const quiet = Math.round((n + 0.5) * module)
      for (const [x, y] of [
        [quiet, middle],
        [middle, quiet],
        [999 - quiet, middle],
        [middle, 999 - quiet],
      ] as const)
        expect(at(x, y), `module ${n}`).toBe('ffe082')
    }
    expect(at(middle, middle)).toBe('b00020')
  })

  test('is not cached and cannot run scripts when it is opened', async ({ ana }) => {
    const link = await addLink(ana)
    for (const [kind, type] of [
      ['svg', 'image/svg+xml'],
      ['png', 'image/png'],
      ['pdf', 'application/pdf'],
    ] as const) {
      const { status, headers } = await ana.send('GET', pathOf(link, kind))
      expect(status).toBe(200)
      expect(headers.get('Content-Type')).toBe(type)
      expect(headers.get('Cache-Control')).toBe('private, no-store')
      expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('Content-Disposition')).toBe(
        `inline; filename="qr-${link.short_code}.${kind}"`,
      )
    }
  })

  test('can name the source of its clicks', async ({ ana }) => {
    const link = await addLink(ana)
    const png = await file(ana, pathOf(link, 'png', { from: 'qr' }))
    expect(await decodePicture(png)).toBe(`${link.split_url}?from=qr`)
  })

  test('of another user is not found', async ({ ana, eve }) => {
    const link = await addLink(ana)
    for (const kind of ['svg', 'png', 'pdf'])
      expect((await eve.send('GET', pathOf(link, kind))).status).toBe(404)
  })

  test('cannot contain a picture of another user, or an unknown one', async ({ ana, eve }) => {
    const link = await addLink(eve)
    const { id } = await upload(server, ana, await stripes())
    const gone = fieldError('logo', 'This picture does not exist. Upload it again.')
    for (const logo of [`${id}`, '2147483647'])
      expect(await ask(eve, 'GET', pathOf(link, 'svg', { logo }))).toEqual(gone)
    expect(await ask(eve, 'GET', pathOf(link, 'svg', { logo: 'profile' }))).toEqual(
      fieldError('logo', 'Add a picture to your profile, or choose another logo.'),
    )
  })

  test.each([
    ['#000000', '#ffffff'],
    ['#0b3b2a', '#ffffff'],
    // The lightest grey on white with a contrast of 3.
    ['#949494', '#ffffff'],
    ['#b00020', '#ffe082'],
    ['#1a237e', '#ff79ad'],
  ])('is read in %s on %s', async (color, background) => {
    const ana = await signUp(server)
    const link = await addLink(ana)
    const png = await file(ana, pathOf(link, 'png', { color, background, size: '400' }))
    expect(await decodePicture(png)).toBe(link.split_url)
  })

  test.each([
    ['#969696', '#ffffff', WEAK],
    ['#cccccc', '#ffffff', WEAK],
    ['#d50000', '#00c853', WEAK],
    ['#ffff00', '#ffffff', WEAK],
    ['#ffffff', '#000000', LIGHTER],
    ['#ffffff', '#ffffff', LIGHTER],
    ['#ff79ad', '#0b3b2a', LIGHTER],
  ])('is refused in %s on %s: %s', async (color, background, text) => {
    const ana = await signUp(server)
    const path = pathOf(await addLink(ana), 'png', { color, background })
    expect(await ask(ana, 'GET', path)).toEqual(fieldError('color', text))
  })

  test.each([
    [{ color: 'red' }, 'color'],
    [{ color: '#fff' }, 'color'],
    [{ background: 'url(x)' }, 'background'],
    [{ logo: 'https://a.example/x.png' }, 'logo'],
    [{ logo: '0' }, 'logo'],
    [{ size: '199' }, 'size'],
    [{ size: '2001' }, 'size'],
    [{ size: 'big' }, 'size'],
    [{ from: 'a b' }, 'from'],
    [{ from: 'x'.repeat(31) }, 'from'],
  ] as const)('with %o is refused', async (query, field) => {
    const ana = await signUp(server)
    const { status, body } = await ask(ana, 'GET', pathOf(await addLink(ana), 'png', query))
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
  })
})

async function useAsProfilePicture(person: Person, id: number) {
  const body = {
    first_name: 'Ana',
    last_name: 'Lee',
    contact_email: 'ana@example.com',
    image_upload_id: id,
  }
  const { status } = await ask(person, 'PUT', '/v2/my/profile/public/update_profile/', body)
  expect(status).toBe(200)
}

const sheetPath = (uuids: string[], query: Record<string, string> = {}) =>
  `${LINKS}qr-sheet.pdf?${new URLSearchParams({ ...query, uuids: uuids.join(',') }).toString()}`

describe('printable sheets', () => {
  const NAMES = ['Oak lamp, 28 €', 'مصباح البلوط', '橡木灯', 'Лампа из дуба', 'Lamp 💡', '<b>&amp;']

  test('show every code with its name in any script and its address', async ({ ana }) => {
    const links = []
    for (const name of NAMES) {
      const link = await addLink(ana)
      await editLink(ana, link, { name })
      links.push(link)
    }
    const pdf = await file(ana, sheetPath(links.map(({ uuid }) => uuid)))
    const [page, ...more] = await showPdf(pdf, 3)
    if (!page) throw new Error('no page')
    expect(more).toEqual([])
    for (const { split_url } of links)
      expect(page.text).toContain(split_url.replace(/^https?:\/\//, ''))
    // Latin names are text, all others are pictures.
    expect(page.text).toContain('Oak lamp, 28 €')
    expect(page.text).toContain('<b>&amp;')
    const [cellWidth, cellHeight] = [(page.width - 204) / 3, (page.height - 204) / 4]
    for (const [n, link] of links.entries()) {
      const left = 102 + (n % 3) * cellWidth
      const top = 102 + Math.floor(n / 3) * cellHeight
      const region = (height: number, from: number) => ({
        left: Math.round(left),
        top: Math.round(top + from),
        width: Math.floor(cellWidth),
        height,
      })
      const code = await sharp(page.picture).extract(region(395, -3)).png().toBuffer()
      expect(await decodePicture(code), NAMES[n]).toBe(link.split_url)
      const { channels } = await sharp(page.picture).extract(region(72, 410)).stats()
      expect(channels[0]?.min, `ink of ${NAMES[n]}`).toBeLessThan(100)
    }
  })

  test('leave out names without visible characters', async ({ ana }) => {
    const link = await addLink(ana)
    for (const name of ['\u200b\u200d', '\u3164', '\u2800', '\u2066']) {
      await server.deps.sql`update links set name = ${name} where id = ${link.uuid}`
      const [page] = await showPdf(await file(ana, sheetPath([link.uuid])), 0.2)
      expect(page?.text.trim()).toBe(link.split_url.replace(/^https?:\/\//, ''))
    }
  })

  test('have 12 codes per page and at most 50', async ({ ana }) => {
    const { uuid } = await addLink(ana)
    const links = [uuid]
    for (let n = 0; n < 12; n += 1) links.push((await addLink(ana)).uuid)
    expect(await showPdf(await file(ana, sheetPath(links)), 0.2)).toHaveLength(2)
    const many = Array.from({ length: 51 }, () => uuid)
    expect(await ask(ana, 'GET', sheetPath(many))).toEqual(
      fieldError('uuids', 'Choose at most 50 links.'),
    )
  })

  test('leave out links of others', async ({ ana, eve }) => {
    const [anas, eves] = [await addLink(ana), await addLink(eve)]
    const [page] = await showPdf(await file(eve, sheetPath([anas.uuid, eves.uuid])), 0.2)
    expect(page?.text).toContain(eves.short_code)
    expect(page?.text).not.toContain(anas.short_code)
    expect(await ask(eve, 'GET', sheetPath([anas.uuid]))).toEqual(
      fieldError('uuids', 'Select at least one link.'),
    )
  })
})
