import { APP_NAME, DEFAULT_NAME } from '#contract/text/product-name.ts'
import { hasLogo } from '../product/product.ts'
import { ICONS, type IconName } from './icons.ts'

/** Shows the brand mark: a coin cut at 14 degrees, with its halves shifted along the cut. */
export const Mark = ({ size }: { size: number }) => (
  <svg class="mark" data-mark width={size} height={size} viewBox="1 1 62 62" aria-hidden="true">
    <path class="mark-a" d="M37.85 2.62A22 22 0 0 0 27.21 45.32Z" />
    <path class="mark-b" d="M36.79 18.68A22 22 0 0 1 26.15 61.38Z" />
  </svg>
)

/** Shows the mark and the name, which is drawn if it is the default one. */
export const Wordmark = () =>
  APP_NAME === DEFAULT_NAME && !hasLogo ? (
    <DrawnWordmark />
  ) : (
    <span class="wordmark named">
      <Mark size={32} />
      {APP_NAME}
    </span>
  )

const DrawnWordmark = () => (
  <svg class="wordmark" width="98" height="32" viewBox="0 0 294 96" aria-hidden="true">
    <path class="mark-a" d="M49.54 2.72A34 34 0 0 0 33.09 68.7Z" />
    <path class="mark-b" d="M46.91 27.3A34 34 0 0 1 30.46 93.28Z" />
    <path class="letters" transform="translate(86 12)" d={LETTERS} />
  </svg>
)

export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <IconPath path={ICONS[name]} size={size} />
)

export const IconPath = ({ path, size }: { path: string; size: number }) => (
  <svg
    width={size}
    height={size}
    class="icon"
    viewBox="0 0 256 256"
    fill="currentColor"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

const LETTERS =
  'M34.6 72.9Q20.6 72.9 12.2 66.7Q3.8 60.4 2.4 49H17.2Q17.9 54.8 22.8 58.1Q27.7 61.5 35.3 61.5Q41.5 61.5 44.9 59.3Q48.2 57.1 48.2 53.4Q48.2 49.9 46.2 47.8Q44.2 45.6 39.3 44.3L25.9 40.6Q15.6 37.7 10.9 32.6Q6.1 27.6 6.1 20Q6.1 13.5 9.5 8.8Q12.8 4 18.9 1.4Q25 -1.1 33.2 -1.1Q45.8 -1.1 53.3 4.8Q60.8 10.8 61.8 20.6H47Q46 15.3 42.2 12.8Q38.3 10.3 32.3 10.3Q27.1 10.3 24 12.3Q20.9 14.3 20.9 17.7Q20.9 20.3 22.6 22.4Q24.3 24.6 29.7 26.1L43.1 29.8Q53.7 32.7 58.4 37.8Q63 42.8 63 50.5Q63 61.3 55.5 67.1Q48 72.9 34.6 72.9ZM97.8 73Q90.5 73 86.1 69.6Q81.7 66.2 80.9 60.3L81.7 60.2V92.5H66.7V21H81.4V32.3L80.5 32.1Q81.6 26.5 86.5 23.2Q91.4 20 98.6 20Q105.5 20 110.6 23.2Q115.6 26.5 118.4 32.4Q121.1 38.3 121.1 46.3Q121.1 54.4 118.2 60.4Q115.3 66.4 110.1 69.7Q104.9 73 97.8 73ZM93.6 61Q98.9 61 102.2 57.2Q105.5 53.4 105.5 46.4Q105.5 39.4 102.2 35.7Q98.8 32 93.4 32Q88.2 32 84.8 35.8Q81.5 39.5 81.5 46.5Q81.5 53.5 84.8 57.2Q88.2 61 93.6 61ZM125 72V0H140V72ZM147.5 72V21H162.5V72ZM147 14.2V-2H163V14.2ZM194.2 73.1Q184.4 73.1 179.7 68.3Q174.9 63.6 174.9 53.9V9.6L189.9 4V54.4Q189.9 57.8 191.8 59.5Q193.7 61.2 197.7 61.2Q199.2 61.2 200.5 60.9Q201.8 60.6 203.1 60.2V71.6Q201.8 72.3 199.4 72.7Q197.1 73.1 194.2 73.1ZM165.4 32.4V21H203.1V32.4Z'
