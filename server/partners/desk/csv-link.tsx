import { Icon } from '../../platform/html/marks.tsx'

export const CsvLink = ({ href }: { href: string }) => (
  <a class="btn" href={href} download>
    <Icon name="download" size={18} />
    CSV
  </a>
)
