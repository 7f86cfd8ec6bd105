import { ClockIcon } from '@phosphor-icons/react/Clock'
import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { problemText } from '#app/outbox/describe.ts'
import { useOffline } from '#app/problems/problems.ts'
import { clockText } from '#app/problems/times.ts'
import { serverAddress } from '#http/endpoint.ts'
import type { Line, WaitingMessage } from './conversation.ts'
import css from './message-line.module.css'
import { MessageText } from './message-text.tsx'
import { sendAgain, takeBack } from './waiting.ts'

type MessageLineProps = {
  line: Line
  /** Name of the other side. */
  name: string
  /** Time when the other side had read up to this message. */
  seenAt: number | null
  /** Whether the message waits behind one that could not be sent. */
  isHeld: boolean
  now: number
}

/**
 * Shows a message. Screen readers announce author and time of each; the visible time is below the
 * last of a group.
 */
export function MessageLine({ line, name, seenAt, isHeld, now }: MessageLineProps) {
  const { mine, author, text, image, at, waiting, follows, endsGroup } = line
  const time = clockText(at)
  return (
    <li className={css.line} data-mine={mine || undefined} data-follows={follows || undefined}>
      <div className={css.bubble} data-picture={image !== null || undefined}>
        <span className="vh">{`${mine ? 'You' : author === '' ? name : author}, ${time}: `}</span>
        {image !== null && (
          <a className={css.picture} href={serverAddress(image)} target="_blank" rel="noopener">
            <img src={serverAddress(image)} alt="Picture" loading="lazy" decoding="async" />
          </a>
        )}
        {text !== '' && (
          <p className={css.text} dir="auto">
            <MessageText text={text} />
          </p>
        )}
      </div>
      {waiting ? (
        <Unsent entry={waiting} isHeld={isHeld} now={now} />
      ) : seenAt === null ? (
        endsGroup && (
          <p className={`${css.meta} num`} aria-hidden>
            {time}
          </p>
        )
      ) : (
        <p className={`${css.meta} num`}>{`Seen ${clockText(seenAt)}`}</p>
      )}
    </li>
  )
}

/** Time for which a new message is shown as being sent, without actions. */
const SENDING_MS = 5000

type UnsentProps = { entry: WaitingMessage; isHeld: boolean; now: number }

/** Shows the state of an unsent message (sending, waiting or rejected) and the possible actions. */
function Unsent({ entry, isHeld, now }: UnsentProps) {
  const offline = useOffline()
  const problem = problemText(entry)
  const isNew = entry.tries === 0 && now - entry.queuedAt < SENDING_MS
  if (problem === undefined && !offline && !isHeld && isNew)
    return (
      <p className={css.meta}>
        <ClockIcon size={13} weight="bold" aria-hidden /> Sending
      </p>
    )
  return (
    <p className={css.meta} data-problem={problem !== undefined || undefined}>
      {problem === undefined ? (
        <>
          <ClockIcon size={13} weight="bold" aria-hidden />
          <span>{isHeld ? 'Waiting for the message above.' : 'Waiting to be sent.'}</span>
        </>
      ) : (
        <>
          <WarningCircleIcon size={15} weight="fill" aria-hidden />
          <span>{problem.replace(/^Not saved/, 'Not sent')}</span>
        </>
      )}
      {!isHeld && !(offline && problem === undefined) && (
        <button type="button" className={css.act} onClick={() => void sendAgain(entry)}>
          Retry
        </button>
      )}
      <button type="button" className={css.act} onClick={() => void takeBack(entry)}>
        Take back
      </button>
    </p>
  )
}
