import type { Child } from 'hono/jsx'
import { ASSET_PATH, type Asset } from './assets.ts'
import { Document } from './document.tsx'

type Props = { title: string; sheet: string; script?: Asset | undefined; children: Child }

/**
 * Renders the document of a tool for brands or staff: plain HTML with links and forms. `sheet` is the path of its style sheet.
 */
export const WorkDocument = ({ title, sheet, script, children }: Props) => (
  <Document
    title={title}
    head={
      <>
        <link rel="stylesheet" href={sheet} />
        {script && <script type="module" src={`${ASSET_PATH}/${script.name}`} />}
      </>
    }
  >
    <div class="work">
      <a class="skip" href="#main">
        Skip to content
      </a>
      {children}
    </div>
  </Document>
)

/** Renders the hidden field with the token of the session, which prevents CSRF. */
export const Csrf = ({ value }: { value: string }) => (
  <input type="hidden" name="csrf" value={value} />
)
