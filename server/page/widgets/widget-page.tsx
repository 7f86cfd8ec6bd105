/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { raw } from 'hono/html'
import { APP_NAME } from '#contract/app-constants.ts'
import type { WidgetTheme } from '#contract/page/widgets.ts'
import { IconSymbols } from '../public-page/icons.tsx'
import type { Product } from '../public-page/products.ts'
import { Code, createEager, Row, rowIcons, Tile } from '../public-page/tiles.tsx'
import type { WidgetContent } from './widget-content.ts'
import type { WidgetSettings } from './widget-rows.ts'
import { frameScript } from './widget-policy.ts'
import { STYLE_PATH } from './widget-style.ts'

/** Number of images loaded at once, because they are visible first. */
const EAGER_IMAGES = 4

/**
 * Shows a collection in a frame on another site. `isPreview`: shown next to its settings, without a
 * script.
 */
export const WidgetPage = ({
  content,
  reportPath,
  isPreview,
}: {
  content: WidgetContent
  /** Null in the preview. */
  reportPath: string | null
  isPreview: boolean
}) => {
  const { settings, title, creator, products } = content
  return (
    <WidgetDocument theme={settings.theme} title={title || 'Nothing here'} isPreview={isPreview}>
      {settings.layout === 'list' && <IconSymbols names={rowIcons(products)} />}
      <main>
        {title !== '' && <h1 dir="auto">{title}</h1>}
        <EarningNotice creator={creator} products={products} />
        {products.length === 0 && <p class="none">Nothing here yet. Come back soon.</p>}
        {products.length > 0 && <Products settings={settings} products={products} />}
      </main>
      <Foot creator={creator} products={products} reportPath={reportPath} />
    </WidgetDocument>
  )
}

type EarningProps = Pick<WidgetContent, 'creator' | 'products'>

const EarningNotice = ({ creator, products }: EarningProps) =>
  products.some(({ canEarn }) => canEarn) ? (
    <p class="told">
      {creator === '' ? 'The creator' : <bdi>{creator}</bdi>} earns a commission on some links here.
    </p>
  ) : null

const Products = ({ settings, products }: { settings: WidgetSettings; products: Product[] }) => {
  const { layout, columns } = settings
  const eager = createEager(EAGER_IMAGES)
  if (layout === 'list')
    return (
      <ul class="list">
        {products.map((product) => (
          <li key={product.id}>
            <Row product={product} filled={false} eager={eager} />
            <Code product={product} />
          </li>
        ))}
      </ul>
    )
  return (
    <div class={`things ${layout}`} data-columns={columns}>
      {products.map((product) => (
        <Tile key={product.id} product={product} sizes={SIZES} eager={eager} />
      ))}
    </div>
  )
}

const SIZES = '(min-width:640px) 30vw,50vw'

const Foot = ({ creator, products, reportPath }: EarningProps & { reportPath: string | null }) => (
  <footer class="foot">
    <svg width="18" height="18" viewBox="3 3 58 58" aria-hidden="true">
      <path class="a" d="M37.89 4.03A21 21 0 0 0 27.73 44.79Z" />
      <path class="b" d="M36.27 19.21A21 21 0 0 1 26.11 59.97Z" />
    </svg>
    <div>
      <p>
        {creator !== '' && (
          <>
            By <bdi>{creator}</bdi>.{' '}
          </>
        )}
        Made with {APP_NAME}.
      </p>
      {products.some(({ isAmazon }) => isAmazon) && (
        <p>As an Amazon Associate I earn from qualifying purchases.</p>
      )}
      {reportPath !== null && (
        <p>
          <a href={reportPath} rel="nofollow">
            Report this widget
          </a>
        </p>
      )}
    </div>
  </footer>
)

type DocumentProps = { title: string; theme: WidgetTheme; isPreview: boolean; children: Child }

/** Shows a widget document. Links open in a new tab, so that the site stays open. */
const WidgetDocument = ({ title, theme, isPreview, children }: DocumentProps) => (
  <>
    {raw('<!doctype html>')}
    <html lang="en" data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <base target="_blank" />
        <title>{title}</title>
        <link rel="stylesheet" href={STYLE_PATH} />
      </head>
      <body>
        {children}
        {!isPreview && raw(`<script>${frameScript}</script>`)}
      </body>
    </html>
  </>
)

/** Shows why an address has no widget. */
export const NoWidget = ({ title, text }: { title: string; text: string }) => (
  <WidgetDocument theme="auto" title={title} isPreview={false}>
    <main class="lost">
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  </WidgetDocument>
)

export const NO_WIDGET = {
  missing: {
    status: 404,
    title: 'This widget does not exist.',
    text: 'The embed code of this site may contain a typing mistake.',
  },
  gone: {
    status: 410,
    title: 'This widget was removed.',
    text: 'Its creator removed it.',
  },
  blocked: {
    status: 410,
    title: 'This widget was blocked.',
    text: 'The operator of ${APP_NAME} blocked it.',
  },
  broken: {
    status: 503,
    title: 'Try again in a moment',
    text: 'We cannot show this widget right now. Try again in a few seconds.',
  },
} as const
