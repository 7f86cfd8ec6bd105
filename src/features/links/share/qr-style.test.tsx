import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { aLink } from '#support/window/links-server.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { QrStyle } from './qr-style.tsx'

signInPerTest({ width: 390 })

const LINK = aLink('Lamp')
const PATH = `GET /v2/my/links/${LINK.uuid}/qr.svg`
const svg = () =>
  new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
    headers: { 'Content-Type': 'image/svg+xml' },
  })

async function open() {
  const api = fakeApi({ [PATH]: svg() })
  const app = await renderAt('/links', '/links', () => <QrStyle link={LINK} />)
  return { api, ...app }
}
const preview = () => screen.findByAltText(`Styled QR code for ${LINK.split_url}`)
const asked = (api: Awaited<ReturnType<typeof open>>['api']) =>
  api.requests.map(({ query }) => Object.fromEntries(query))

test('the preview follows colours and logo', async () => {
  const { api } = await open()
  await preview()
  fireEvent.change(screen.getByLabelText('Colour'), { target: { value: '#b00020' } })
  await userEvent.click(screen.getByRole('radio', { name: 'None' }))
  const last = { color: '#b00020', background: '#FFFFFF', logo: 'none', from: 'qr' }
  await waitFor(() => expect(asked(api).at(-1)).toEqual(last))
  await preview()
})

test('weak colours are refused at once, and downloads are disabled', async () => {
  const { api } = await open()
  await preview()
  const before = api.requests.length
  fireEvent.change(screen.getByLabelText('Colour'), { target: { value: '#dddddd' } })
  expect(await screen.findByText(/Scanners need more contrast/)).toBeTruthy()
  expect(screen.getByLabelText('Colour').getAttribute('aria-invalid')).toBe('true')
  for (const kind of ['SVG', 'PNG', 'PDF'])
    expect(
      screen.getByRole('button', { name: `Download ${kind}` }).getAttribute('aria-disabled'),
    ).toBe('true')
  expect(api.requests).toHaveLength(before)
})

test('an error about the logo is shown at the logo', async () => {
  const { api } = await open()
  await preview()
  const text = 'Add a picture to your profile, or choose another logo.'
  api.change({ [PATH]: json({ errors: { logo: [text] } }, 400) })
  await userEvent.click(screen.getByRole('radio', { name: 'Your photo' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByAltText(/^Styled QR code/)).toBeNull()
})

test('offline, a note says that a connection is needed', async () => {
  const { store } = await open()
  await preview()
  showSavedCopy(store)
  expect(await screen.findByText('Colours and logo need a connection.')).toBeTruthy()
})
