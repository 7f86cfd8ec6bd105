import { call, headersOf, type Person } from './people.ts'
import type { ServerProcess } from './server-process.ts'

/** Browser of a brand. Its address differs from those of visitors. */
const SHOP = {
  address: '192.0.2.200',
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
}

/**
 * Connects the creator with two brands: one whose invitation is accepted and which exchanges
 * messages with the creator, and one whose invitation is still open.
 */
export async function createBrandContacts(server: ServerProcess, creator: Person): Promise<void> {
  const kitchen = await signInToDesk(server, 'example-kitchen')
  await kitchen.inviteAll()
  const [invitation] = await invitationsOf(creator)
  if (!invitation) throw new Error('There is no invitation.')
  await call(creator, 'PUT', `${INVITATIONS}${invitation.id}/accept/`)
  const channel = await kitchen.writeToFirstPartner(
    'Hello, your iron pan sells well. Would you cook soup next?',
  )
  await reply(creator, channel, 'Gladly, next week.')
  await kitchen.write(channel, 'We look forward to it. The stock pot is on its way.')
  await (await signInToDesk(server, 'example-lamps')).inviteAll()
}

/** Marks the message of a brand as read and replies. */
async function reply(creator: Person, channel: string, text: string): Promise<void> {
  const path = '/v2/my/sendbird/token/'
  const { access_token } = await call<{ access_token: string }>(creator, 'GET', path)
  for (const [action, body] of [
    ['read', { sequence: 1 }],
    ['messages', { text }],
  ] as const) {
    const response = await fetch(`${creator.origin}/chat/channels/${channel}/${action}`, {
      method: 'POST',
      headers: {
        ...headersOf(creator),
        'Content-Type': 'application/json',
        Authorization: `Bearer ${access_token}`,
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`The reply to the brand failed: ${response.status}`)
  }
}

const INVITATIONS = '/v2/my/unmasking/invitations/'
const invitationsOf = async (person: Person) =>
  (await call<{ results: { id: number }[] }>(person, 'GET', INVITATIONS)).results

/** Signs in to the desk of a brand with an operator's link, and returns actions on its forms. */
async function signInToDesk(server: ServerProcess, key: string) {
  const { origin } = server.installation
  const output = await server.operator('brand-link', key)
  const link = new URL(/https?:\S+\/desk\/sign-in\/\S+/.exec(output)?.[0] ?? '').pathname
  let cookie = ''
  const request = async (path: string, form?: Record<string, string>) => {
    const answer = await fetch(new URL(path, origin), {
      headers: { ...headersOf(SHOP), cookie },
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status}`)
    const newCookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    cookie = [cookie, ...newCookies].filter(Boolean).join('; ')
    return { html: await answer.text(), location: answer.headers.get('location') ?? '' }
  }
  /** Submits a form of a page, with its hidden fields. */
  const send = async (page: string, path: string, typed: Record<string, string> = {}) => {
    const { html } = await request(page)
    return request(path, { csrf: hidden(html, 'csrf'), key: hidden(html, 'key'), ...typed })
  }
  await send(link, link)
  /** Returns the paths of the forms for an action, one for each partner. */
  const formPaths = async (action: string) => {
    const { html } = await request('/desk/partners')
    return [...html.matchAll(new RegExp(`action="(/desk/partners/[^/"]+/${action})"`, 'g'))].map(
      ([, path = '']) => path,
    )
  }
  const write = (channel: string, text: string) =>
    send(`/desk/messages/${channel}`, `/desk/messages/${channel}`, { text })
  return {
    write,
    async inviteAll() {
      for (const path of await formPaths('invite')) await send('/desk/partners', path)
    },
    /** Starts a conversation with a creator who accepted the invitation. Returns the channel. */
    async writeToFirstPartner(text: string): Promise<string> {
      const [path] = await formPaths('message')
      if (path === undefined) throw new Error('No partner has accepted the invitation.')
      const { location } = await send('/desk/partners', path)
      const channel = /\/desk\/messages\/([^#?]+)/.exec(location)?.[1] ?? ''
      await write(channel, text)
      return channel
    },
  }
}

const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
