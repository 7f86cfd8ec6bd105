import {
  documentOf,
  each,
  esc,
  linksOf,
  type Shape,
  type ShapeContent,
  type ShapeLink,
} from './content.ts'

const ALL = { headings: true, pictures: true, social: true }
const LINKS_ONLY = { headings: false, pictures: false, social: false }

const head = ({ name, bio }: ShapeContent) =>
  `<title>${name} - Service</title><meta name="description" content="${bio}">`
const profile = ({ name, bio, avatar }: ShapeContent) =>
  `<img src="${avatar}" alt="Portrait of ${name}" class="avatar"><h1>${name}</h1><p>${bio}</p>`

type Drawing = Omit<Shape, 'html'> & {
  link: (link: ShapeLink, n: number) => string
  heading?: (text: string) => string
  social?: (account: ShapeContent['social'][number]) => string
  extra?: string
}

const shape = ({
  link,
  heading = () => '',
  social = () => '',
  extra = '',
  ...rest
}: Drawing): Shape => ({
  ...rest,
  html: (content) =>
    documentOf(
      head(content),
      `${profile(content)}${each(content.groups, (group) => heading(group.heading) + each(group.links, link))}
      ${each(content.social, social)}${extra}`,
    ),
})

const h2 = (text: string) => `<h2>${text}</h2>`
const icon = ({ network, url }: ShapeContent['social'][number]) =>
  `<a href="${url}"><svg viewBox="0 0 1 1"><title>${network}</title><path d="M0 0"/></svg></a>`

export const MARKUP_SHAPES: Shape[] = [
  shape({
    name: 'buttons with a redirect that names its target',
    tells: ALL,
    heading: h2,
    link: (one, n) =>
      `<div class="button-entrance"><a class="button" rel="nofollow" href="/going/${n}?to=${encodeURIComponent(one.url)}"><img class="icon" src="${one.picture}" alt="">${esc(one.title)}</a></div>`,
    social: ({ network, url }) =>
      `<a class="social-icon fa-${network}" title="${network}" href="${url}"><i></i></a>`,
    extra:
      '<footer><a href="/pages/privacy">Privacy</a><a href="https://stack.example/">Made with Stack</a></footer>',
  }),
  shape({
    name: 'one-page site with lists of buttons and icons',
    tells: { ...ALL, pictures: false },
    heading: h2,
    link: (one) =>
      `<ul class="buttons"><li><a href="${esc(one.url)}" class="button n01"><span class="label">${esc(one.title)}</span></a></li></ul>`,
    social: ({ network, url }) =>
      `<ul class="icons"><li><a href="${url}" aria-label="${network}"><svg><use xlink:href="#x"></use></svg><span class="label">${network}</span></a></li></ul>`,
  }),
  shape({
    name: 'boxes with a title, a text and a lazy picture',
    tells: ALL,
    heading: h2,
    link: (one) =>
      `<a target="_blank" href="${esc(one.url)}"><div class="box"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="${one.picture}"><div><h3>${esc(one.title)}</h3><p>Tap to see more</p></div></div></a>`,
    social: icon,
  }),
  shape({
    name: 'pictures with alternative texts',
    tells: { ...LINKS_ONLY, pictures: true },
    link: (one) =>
      `<a href="${esc(one.url)}"><img src="${one.picture}" alt="${esc(one.title)}"></a>`,
  }),
  shape({
    name: 'cards with a background picture',
    tells: { ...ALL, headings: false },
    link: (one) =>
      `<a href="${esc(one.url)}" aria-label="${esc(one.title)}"><span style="background-image:url('${one.picture}')"></span></a>`,
    social: ({ network, url }) => `<a href="${url}" aria-label="${network} icon"></a>`,
    extra:
      '<iframe src="https://open.spotify.com/embed/playlist/sample"></iframe><form method="post" action="/subscribe"><input type="email"></form>',
  }),
]

/** Shapes for which the extraction has no rule of their own. */
export const UNKNOWN_SHAPES: Shape[] = [
  shape({
    name: 'cards with a link over them',
    tells: LINKS_ONLY,
    link: (one) =>
      `<article class="card"><h3>${esc(one.title)}</h3><img src="${one.picture}" alt=""><a class="stretched" href="${esc(one.url)}"></a></article>`,
  }),
  shape({
    name: 'forms with buttons',
    tells: LINKS_ONLY,
    link: (one) =>
      `<form action="${esc(one.url)}" target="_blank"><button>${esc(one.title)}</button></form>`,
  }),
  shape({
    name: 'titles with a button below',
    tells: LINKS_ONLY,
    link: (one) =>
      `<div class="tile"><img src="${one.picture}"><h4>${esc(one.title)}</h4><a href="${esc(one.url)}">Shop now</a></div>`,
  }),
  shape({
    name: 'boxes that open a window',
    tells: LINKS_ONLY,
    link: (one) =>
      `<div role="link" tabindex="0" onclick="window.open('${esc(one.url)}', '_blank')"><span>${esc(one.title)}</span></div>`,
  }),
  shape({
    name: 'a table',
    tells: LINKS_ONLY,
    link: (one, n) =>
      `<table><tr><td>${n + 1}.</td><td><a href="${esc(one.url)}">${esc(one.title)}</a></td><td>new</td></tr></table>`,
  }),
  shape({
    name: 'old markup without closing tags',
    tells: LINKS_ONLY,
    link: (one) =>
      `<li><A HREF='${one.url.replaceAll('&', '&amp;')}'><FONT SIZE=4>${esc(one.title)}</FONT>`,
  }),
  {
    name: 'navigation with elements of its own',
    tells: LINKS_ONLY,
    html: (content) =>
      documentOf(
        head(content),
        `<nav>${each(linksOf(content), (one) => `<x-link data-href="${esc(one.url)}"><x-title>${esc(one.title)}</x-title></x-link>`)}</nav>`,
      ),
  },
  {
    name: 'a settings object with other names',
    tells: LINKS_ONLY,
    html: (content) =>
      documentOf(
        head(content),
        `<div id="root"></div><script type="application/json">${JSON.stringify({
          v: 3,
          site: {
            rows: content.groups.map((group) => ({
              caption: group.heading,
              cells: group.links.map((one) => ({
                kind: 'card',
                content: { heading: one.title, button: { label: 'Go', link: one.url } },
              })),
            })),
          },
        })}</script>`,
      ),
  },
]
