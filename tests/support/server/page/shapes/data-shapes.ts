import { documentOf, each, esc, json, linksOf, type Shape, type ShapeContent } from './content.ts'

/** Footer that many services add to each page. */
const SERVICE_FOOTER = `<footer><a href="/">Join the service</a><a href="/s/privacy">Privacy</a>
  <a href="/s/report">Report</a><a href="https://service.example/">Made with Service</a></footer>`

const title = (content: ShapeContent) =>
  `<title>${content.name} | Service</title><meta property="og:site_name" content="Service">`

/** Data of Next.js with a flat list, in which headings are entries without an address. */
const nextData: Shape = {
  name: 'list of typed entries in __NEXT_DATA__, rendered too',
  tells: { headings: true, pictures: true, social: true },
  html(content) {
    const entries = content.groups.flatMap(({ heading, links }, group) => [
      { id: `h${group}`, type: 'HEADER', title: heading, url: null },
      ...links.map((link) => ({
        id: link.picture,
        type: 'CLASSIC',
        title: link.title,
        url: link.url,
        thumbnail: link.picture,
      })),
    ])
    const account = {
      username: 'mira',
      pageTitle: content.name,
      description: content.bio,
      profilePictureUrl: content.avatar,
      socialLinks: content.social.map(({ network, url }) => ({ type: network.toUpperCase(), url })),
      links: [
        ...entries,
        { id: 'old', type: 'CLASSIC', title: 'Old', url: 'https://old.example/', active: false },
      ],
      theme: { background: { color: '#0b3d2c', type: 'FLAT' }, buttonStyle: { color: '#f2c46d' } },
    }
    const data = {
      props: { pageProps: { account, locales: [{ name: 'Deutsch', url: '/de' }] } },
      page: '/[profile]',
    }
    const rendered = each(
      linksOf(content),
      (one) => `<a href="${esc(one.url)}"><p>${esc(one.title)}</p></a>`,
    )
    return documentOf(
      title(content),
      `<h1>@mira</h1>${rendered}<script id="__NEXT_DATA__" type="application/json">${json(data)}</script>${SERVICE_FOOTER}`,
    )
  },
}

/** State in a script, with blocks and links by id and an order, drawn by scripts. */
const stateById: Shape = {
  name: 'blocks by id in an assigned state, nothing rendered',
  tells: { headings: true, pictures: true, social: true },
  html(content) {
    const blocks = Object.fromEntries(
      content.groups.map(({ heading, links }, group) => [
        `block_${group}`,
        {
          type: 'links',
          title: heading,
          order: group,
          links: Object.fromEntries(
            links
              .map(
                (one, n) =>
                  [
                    `link_${n}`,
                    { title: one.title, url: one.url, image_url: one.picture, order: n },
                  ] as const,
              )
              .toReversed(),
          ),
        },
      ]),
    )
    const socials = content.social.map(({ network, url }) => ({
      platform: network.toLowerCase(),
      url,
    }))
    const state = {
      profile: {
        username: 'mira',
        display_name: content.name,
        bio: content.bio,
        avatar_url: content.avatar,
      },
      socials,
      blocks,
    }
    return documentOf(
      title(content),
      `<div id="app"></div><script>window.__STATE__ = ${json(state)};</script>`,
    )
  },
}

/** Tiles whose address and title are in objects of their own. */
const tiles: Shape = {
  name: 'tiles with nested data and overrides',
  tells: { headings: true, pictures: true, social: false },
  html(content) {
    const items = content.groups.flatMap(({ heading, links }) => [
      { id: heading, data: { type: 'section-header', title: heading } },
      ...links.map((one) => ({
        id: one.picture,
        data: { type: 'link', href: one.url, style: { mobile: '2x2' } },
        overrides: { title: one.title, image: one.picture },
      })),
    ])
    const data = {
      props: {
        pageProps: {
          initialState: {
            user: { handle: 'mira', name: content.name, bio: content.bio, avatar: content.avatar },
            bento: { items },
          },
        },
      },
    }
    return documentOf(
      title(content),
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${json(data)}</script>`,
    )
  },
}

const push = (text: string) => `<script>self.__next_f.push(${json([1, text])})</script>`

/** React Server Components, which stream their data in pieces. */
const streamed: Shape = {
  name: 'streamed React Server Components',
  tells: { headings: false, pictures: true, social: false },
  html(content) {
    const links = linksOf(content).map((one) => ({
      label: one.title,
      href: one.url,
      imageUrl: one.picture,
    }))
    const line = `5:${json(['$', 'main', null, { displayName: content.name, username: 'mira', bio: content.bio, avatar: content.avatar, buttons: links }])}\n`
    const half = Math.floor(line.length / 2)
    return documentOf(
      title(content),
      `<div></div>${push(line.slice(0, half))}${push(line.slice(half))}`,
    )
  },
}

/** Fields of blocks with options, assigned to a global variable. */
const fields: Shape = {
  name: 'fields with options in window.data',
  tells: { headings: false, pictures: true, social: false },
  html(content) {
    const items = linksOf(content).map((one) => ({
      block_type_name: 'link',
      options: {
        title: `<b>${one.title.replaceAll('&', '&amp;')}</b>`,
        value: one.url,
        picture: one.picture,
      },
    }))
    const data = { account: { nickname: 'mira' }, fields: [{ section: null, items }] }
    return documentOf(
      title(content),
      `<h1>${content.name}</h1><p>${content.bio}</p><img class="avatar" src="${content.avatar}"><script>window.account = {};window.data = ${json(data)};</script>`,
    )
  },
}

/** Component properties in an attribute, as Astro and Inertia write them. */
const attribute: Shape = {
  name: 'properties of a component in an attribute',
  tells: { headings: true, pictures: true, social: true },
  html(content) {
    const props = {
      profile: {
        username: 'mira',
        displayName: content.name,
        bio: content.bio,
        avatar: content.avatar,
      },
      groups: content.groups.map(({ heading, links }) => ({
        name: heading,
        entries: links.map((one) => ({ name: one.title, target_url: one.url, cover: one.picture })),
      })),
      accounts: content.social.map(({ network, url }) => ({ network, url })),
    }
    return documentOf(
      title(content),
      `<div id="app" data-page="${esc(JSON.stringify(props))}"></div>`,
    )
  },
}

/** Text that a script parses. */
const parsedText: Shape = {
  name: 'JSON.parse of a quoted text',
  tells: { headings: false, pictures: false, social: false },
  html(content) {
    const text = JSON.stringify({
      links: linksOf(content).map((one) => ({ text: one.title, uri: one.url })),
    })
    return documentOf(
      title(content),
      `<main></main><script>const store = JSON.parse(${json(text)})</script>`,
    )
  },
}

/** Shapes whose links are in the data of the page. */
export const DATA_SHAPES: Shape[] = [
  nextData,
  stateById,
  tiles,
  streamed,
  fields,
  attribute,
  parsedText,
]
