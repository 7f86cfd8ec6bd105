/** @jsxImportSource hono/jsx */
import { Document, MadeWith } from './public-page.tsx'

type Props = { title: string; text: string; appOrigin: string }

/** Shows why an address has no page. */
export const NoPage = ({ title, text, appOrigin }: Props) => (
  <Document title={title} head={<meta name="robots" content="noindex" />}>
    <main class="lost">
      <h1>{title}</h1>
      <p>{text}</p>
      <MadeWith href={`${appOrigin}/`} />
    </main>
  </Document>
)

export const NO_PAGE = {
  missing: {
    status: 404,
    title: "This page isn't here.",
    text: 'Check the address for a typing mistake, or ask the person who shared it.',
  },
  gone: {
    status: 410,
    title: 'This page is gone.',
    text: 'The person who made it has taken it down.',
  },
  leaving: {
    status: 410,
    title: 'This page is closed.',
    text: 'The person who made it is leaving.',
  },
  blocked: {
    status: 410,
    title: 'This page was blocked.',
    text: 'The operator of this site stopped it.',
  },
  broken: {
    status: 503,
    title: 'One moment',
    text: 'This page cannot be shown right now. Try again in a few seconds.',
  },
} as const
