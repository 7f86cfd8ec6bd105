import { Code } from './code.tsx'

/** Explains how to connect an assistant through the Model Context Protocol. */
export const Assistants = ({ origin }: { origin: string }) => (
  <section id="assistants">
    <h2>Assistants</h2>
    <p>
      An assistant that speaks the Model Context Protocol, such as Claude, can make most of the
      calls below. In Claude, open Settings, Connectors, Add custom connector, and enter this
      address. Then sign in, check the permissions and press Allow.
    </p>
    <Code text={`${origin}/mcp`} label="Address for assistants" />
    <p>In Claude Code:</p>
    <Code
      text={`claude mcp add --transport http split ${origin}/mcp`}
      label="Command for Claude Code"
    />
    <p>
      Publishing your page and deleting wait until you approve them. Assistants cannot redeem money,
      change your password or email, or create keys.
    </p>
  </section>
)
