/** @jsxImportSource hono/jsx */
/* oxlint-disable react/style-prop-object, react/no-array-index-key -- written once, as text, by Hono */
import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { APP_NAME } from '#contract/app-constants.ts'
import { renderHtml } from '../html/text-of.ts'
import { type Block, type Mail, oneLine, type Unsubscribe } from './letter.ts'
import { darkSheet, lightStyle, type PartName } from './letter-style.ts'

/**
 * Returns the HTML of an email. It uses tables, because some mail programs support no other layout,
 * and loads nothing from the network, so that opening an email cannot be tracked.
 */
export async function mailHtml({ subject, blocks, unsubscribe }: Mail): Promise<string> {
  const html = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{oneLine(subject)}</title>
        {raw(`<style>${darkSheet}</style>`)}
      </head>
      <body class="l-page" style={`margin:0;padding:0;${lightStyle('page')}`}>
        <Table part="page" style="width:100%">
          <td align="center" style="padding:24px 12px">
            <Table part="sheet" style="width:100%;max-width:560px;border-radius:18px">
              <td style={`padding:28px 28px 12px;${FONT}`}>
                <Wordmark />
                {blocks.map((block, index) => (
                  <Part key={index} block={block} />
                ))}
                {unsubscribe && <Foot {...unsubscribe} />}
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
  return `<!doctype html>${await renderHtml(html)}\n`
}

const FONT =
  "font-family:'Instrument Sans',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

const look = (part: PartName, more = '') => ({
  class: `l-${part}`,
  style: lightStyle(part) + more,
})

type TableProps = { part: PartName; style: string; children: Child }

const Table = ({ part, style, children }: TableProps) => (
  <table role="presentation" cellpadding="0" cellspacing="0" border={0} {...look(part, style)}>
    <tbody>
      <tr>{children}</tr>
    </tbody>
  </table>
)

/**
 * Shows the brand mark as two blocks of color. Mail programs hide images until the reader allows
 * them.
 */
const Wordmark = () => (
  <p {...look('text', 'margin:0 0 22px;font-size:22px;line-height:26px;font-weight:700')}>
    <span {...look('brand-a', BAR)} />
    <span {...look('brand-b', `${BAR}margin-right:9px;`)} />
    {APP_NAME}
  </p>
)

const BAR =
  'display:inline-block;width:9px;height:18px;margin-right:3px;border-radius:2px;vertical-align:-2px;'

const BODY = 'margin:0 0 18px;font-size:16px;line-height:24px;'
const SMALL = 'margin:0 0 18px;font-size:13px;line-height:19px;'

const Part = ({ block }: { block: Block }) => {
  if (typeof block === 'string') return <p {...look('text', BODY + LINES)}>{block}</p>
  if ('code' in block) return <pre {...look('code', CODE)}>{block.code}</pre>
  if ('action' in block) return <Action {...block} />
  return (
    <>
      {block.facts.map(([name, value]) => (
        <p key={name} {...look('text', `${BODY + LINES}margin-bottom:6px;`)}>
          <span {...look('quiet')}>{`${name}: `}</span>
          {value}
        </p>
      ))}
      <p style="margin:0 0 12px" />
    </>
  )
}

const LINES = 'white-space:pre-line;overflow-wrap:anywhere;'
const CODE =
  'margin:0 0 18px;padding:12px 14px;border-radius:12px;font:13px/20px ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;'

/**
 * Shows a button with its URL below it, because some mail programs do not make the button
 * clickable.
 */
const Action = ({ action, href }: { action: string; href: string }) => (
  <>
    <p style="margin:0 0 10px">
      <a href={href} {...look('button', BUTTON)}>
        {action}
      </a>
    </p>
    <p {...look('quiet', `${SMALL}overflow-wrap:anywhere;`)}>{href}</p>
  </>
)

const BUTTON =
  'display:inline-block;padding:13px 24px;border-radius:999px;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;'

const Foot = ({ why, action, href }: Unsubscribe) => (
  <div {...look('line', 'margin-top:26px;padding-top:16px;border-top:1px solid;')}>
    <p {...look('quiet', SMALL)}>
      {`${why} `}
      <a href={href} {...look('link')}>
        {action}
      </a>
    </p>
  </div>
)
