import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { openView } from '#app/dialog/link-dialog-state.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import type { ApiRequest } from './fake-api.ts'
import { aLink, linksServer, type Respond } from './links-server.ts'
import { renderWithDialog } from './render-links.tsx'

/** Opens the EDIT view of a link, directly or from SHARE. */
export async function openEdit(
  link: ShortLink,
  { from, respond }: { from?: 'share'; respond?: Respond } = {},
) {
  const server = linksServer([link])
  if (respond) server.instead(respond)
  await revalidate('links')
  return { ...(await showEdit(server, link, from)), server }
}

/** Opens the EDIT view with the server of a test. */
export async function showEdit(
  server: { requests: ApiRequest[] },
  link: ShortLink,
  from?: 'share',
) {
  const app = await renderWithDialog(<main>Rank</main>, '/rank')
  if (from) app.store.set(openView, { name: 'share', uuid: link.uuid })
  app.store.set(openView, { name: 'edit', uuid: link.uuid })
  const dialog = await screen.findByRole('dialog', { name: `Edit ${link.name}` })
  const saves = () =>
    server.requests.filter(({ method, path }) => method === 'PATCH' && path.includes(link.uuid))
  return { dialog, saves, ...app }
}

export const tab = (name: RegExp | string) => screen.findByRole('tab', { name })
export const save = () => screen.getByRole('button', { name: 'Save' })
/** Returns the field with this name. Excludes a tab panel that may have the same name. */
export const field = (name: string) =>
  screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
export const inDialog = () => within(screen.getByRole('dialog'))

/** Opens the Settings tab of a new link's EDIT view. */
export async function openSettings(more: Partial<ShortLink> = {}, respond?: Respond) {
  const link = aLink('Oak lamp', more)
  const app = await openEdit(link, respond && { respond })
  await userEvent.click(await tab('Settings'))
  /** Saves and returns the body of the request. */
  const sent = async () => {
    await userEvent.click(save())
    await waitFor(() => expect(app.saves()).toHaveLength(1))
    return app.saves()[0]?.body
  }
  return { ...app, link, sent }
}
