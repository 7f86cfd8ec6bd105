import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { socialIcon, type SocialLink } from '#contract/social/social-links.ts'
import { fakeApi, json, type Answer } from './fake-api.ts'
import { renderAt } from './render-at.tsx'

const ROOT = '/v2/my/socialmedialinks/'
export const LIST = `GET ${ROOT}`
export const ADD = `POST ${ROOT}`
export const PREFIX = `GET ${ROOT}prefix/`
export const editCall = ({ id }: SocialLink) => `PATCH ${ROOT}${id}/`
export const removeCall = ({ id }: SocialLink) => `DELETE ${ROOT}${id}/`

const link = (
  id: number,
  account_type: SocialLink['account_type'],
  account_name: string,
  account_url: string,
): SocialLink => ({
  id,
  account_type,
  account_name,
  account_url,
  icon_url: socialIcon(account_type),
})

export const INSTAGRAM = link(3, 1, 'ana.example', 'https://www.instagram.com/ana.example')
export const SHOP = link(5, 4, 'ana.example/shop', 'https://ana.example/shop')
export const TIKTOK = link(8, 2, 'ana', 'https://www.tiktok.com/@ana')

const prefixes = {
  results: [
    { account_type: 1, url_prefix: 'https://www.instagram.com/' },
    { account_type: 2, url_prefix: 'https://www.tiktok.com/@' },
    { account_type: 3, url_prefix: 'https://www.youtube.com/@' },
  ],
}

/** Imitates the server with these social links. */
export const serveSocial = (links: SocialLink[], more: Record<string, Answer> = {}) =>
  fakeApi({ [LIST]: { results: links }, [PREFIX]: prefixes, ...more })

export const refusing = (errors: Record<string, string[]>) => () => json({ errors }, 400)

export const showSocial = (Widget: ComponentType, address = '/somewhere') =>
  renderAt('/somewhere', address, Widget)

export const button = (name: string) => screen.findByRole('button', { name })
export const press = async (name: string) => userEvent.click(await button(name))
export const popup = async (name: string) => within(await screen.findByRole('dialog', { name }))
export const closed = () =>
  waitFor(() => {
    if (screen.queryByRole('dialog')) throw new Error('the dialog is still open')
  })

export async function choose(type: string) {
  await press('Add social media')
  await userEvent.click(await screen.findByRole('menuitem', { name: type }))
}
export const handleField = () => screen.findByLabelText<HTMLInputElement>('Put your handle here')
export const urlField = () => screen.findByLabelText<HTMLInputElement>('Paste URL below')
