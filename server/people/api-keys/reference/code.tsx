/** Shows a command or a program to copy. */
export const Code = ({ text, label }: { text: string; label: string }) => (
  <pre tabindex={0} role="region" aria-label={label} translate="no">
    <code>{text}</code>
  </pre>
)
