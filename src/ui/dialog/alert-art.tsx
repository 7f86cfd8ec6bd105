import styles from './alert-art.module.css'

const LEFT = 'M68.41 20.05A30 30 0 0 0 53.9 78.27Z'
const RIGHT = 'M66.1 41.73A30 30 0 0 1 51.59 99.95Z'

type AlertArtProps =
  | { kind: 'broken' | 'offline' }
  /** Remaining share of the waiting time, from 1 to 0. */
  | { kind: 'waiting'; remaining: number }

/** Shows the logo in a state that illustrates the alert. Decorative. */
export function AlertArt(props: AlertArtProps) {
  return (
    <svg className={styles.art} width="104" height="104" viewBox="6 6 108 108" aria-hidden="true">
      {props.kind === 'broken' && <Broken />}
      {props.kind === 'offline' && <Offline />}
      {props.kind === 'waiting' && <Waiting remaining={props.remaining} />}
    </svg>
  )
}

const Broken = () => (
  <>
    <path className={styles.strokes} d="M66 22l2-8M76 27l5-6M54 97l-2 8M44 93l-5 6" />
    <path className={styles.a} d={LEFT} transform="translate(-9 -5) rotate(-10 48 50)" />
    <path className={styles.b} d={RIGHT} transform="translate(9 6) rotate(12 72 70)" />
  </>
)

const Offline = () => (
  <>
    <path className={styles.strokes} d="M67 24L53 96" strokeDasharray="2.5 6" />
    <path className={styles.pale} d={LEFT} transform="translate(-7 0)" />
    <path className={styles.dark} d={RIGHT} transform="translate(7 0)" />
  </>
)

const AROUND = 2 * Math.PI * 50

const Waiting = ({ remaining }: { remaining: number }) => (
  <>
    <circle className={styles.track} cx="60" cy="60" r="50" />
    <circle
      className={styles.ring}
      cx="60"
      cy="60"
      r="50"
      strokeDasharray={`${AROUND * Math.min(1, Math.max(0, remaining))} ${AROUND}`}
      transform="rotate(-90 60 60)"
    />
    <path className={styles.a} d={LEFT} transform="rotate(-24 60 60)" />
    <path className={styles.b} d={RIGHT} transform="rotate(-24 60 60)" />
  </>
)
