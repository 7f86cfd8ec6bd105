import type { Child } from 'hono/jsx'
import { Document } from './document.tsx'

type Props = { title: string; sheet: string; children: Child }

/**
 * Renders the document of a tool for brands or staff: plain HTML with links and forms, without
 * scripts. `sheet` is the path of its style sheet.
 */
export const WorkDocument = ({ title, sheet, children }: Props) => (
  <Document title={title} head={<link rel="stylesheet" href={sheet} />}>
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
