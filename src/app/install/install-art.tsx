import css from './install-art.module.css'
import type { InstallWay } from './ways.ts'

/*
 * Drawings of what all versions of a browser have in common. Decorative, because the steps are
 * given as text.
 */

const LEFT = 'M37.89 4.03A21 21 0 0 0 27.73 44.79Z'
const RIGHT = 'M36.27 19.21A21 21 0 0 1 26.11 59.97Z'

/** Shows the app's icon, 40 units wide. */
const Face = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <rect className={css.field} width="40" height="40" rx="11" />
    <g transform="translate(6 5) scale(.44)">
      <path className={css.left} d={LEFT} />
      <path className={css.right} d={RIGHT} />
    </g>
  </g>
)

const Arrow = ({ from, to }: { from: string; to: string }) => (
  <path className={css.arrow} d={`M${from} ${to}`} />
)

/** Position of the browser's button, by way of installing. */
const BUTTONS: Partial<Record<InstallWay, { x: number; y: number }>> = {
  ios: { x: 70, y: 142 },
  android: { x: 104, y: 24 },
  desktop: { x: 104, y: 24 },
  mac: { x: 30, y: 24 },
}

/** Shows the way from the browser's button to the app's icon. */
export function InstallArt({ way }: { way: InstallWay }) {
  const { x, y } = BUTTONS[way] ?? { x: 104, y: 24 }
  return (
    <svg className={css.art} viewBox="0 0 300 166" aria-hidden="true">
      <rect className={css.device} x="14" y="6" width="112" height="154" rx="18" />
      <path className={css.lines} d="M28 52h84M28 68h60M28 92h84M28 108h72" />
      <circle className={css.button} cx={x} cy={y} r="11" />
      <path
        className={css.sign}
        d={way === 'ios' ? `M${x} ${y + 4}v-9m-4 4l4-4 4 4` : `M${x} ${y - 5}v.1m0 4.9v.1m0 4.9v.1`}
      />
      <Arrow from="138 83h22" to="m-7-7l7 7-7 7" />
      <rect className={css.device} x="174" y="6" width="112" height="154" rx="18" />
      {[190, 234].map((left) => (
        <rect key={left} className={css.app} x={left} y="24" width="36" height="36" rx="10" />
      ))}
      <rect className={css.app} x="190" y="72" width="36" height="36" rx="10" />
      <Face x={232} y={70} />
    </svg>
  )
}

/** Shows the way from a shop's page to a new link. */
export const ShareArt = () => (
  <svg className={css.art} viewBox="0 0 300 110" aria-hidden="true">
    <rect className={css.device} x="34" y="8" width="84" height="94" rx="14" />
    <rect className={css.app} x="46" y="20" width="60" height="42" rx="8" />
    <path className={css.lines} d="M46 76h60M46 88h36" />
    <Arrow from="134 55h34" to="m-7-7l7 7-7 7" />
    <Face x={196} y={35} />
  </svg>
)
