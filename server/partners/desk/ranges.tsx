import { RANGES, type Range } from './range.ts'

/** Shows links to select the period. */
export const Ranges = ({ path, range }: { path: string; range: Range }) => (
  <nav class="ranges" aria-label="Period">
    {RANGES.map((days) => (
      <a
        key={days}
        href={`${path}?days=${days}`}
        aria-current={days === range.days ? 'true' : undefined}
      >
        {days === 365 ? '1 year' : `${days} days`}
      </a>
    ))}
  </nav>
)
