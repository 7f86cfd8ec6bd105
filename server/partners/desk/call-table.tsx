import { shownMinute, Table, Tag } from '../../platform/html/parts.tsx'
import type { PostbackCall } from './calls.ts'

/** Shows calls of a shop with our answers. */
export const CallTable = ({ calls }: { calls: PostbackCall[] }) => (
  <Table
    label="Calls"
    columns={[
      { name: 'Time', is: 'short' },
      { name: 'Method', is: 'short' },
      { name: 'Request', is: 'long' },
      { name: 'Result', is: 'short' },
      { name: 'Answer', is: 'long' },
    ]}
    rows={calls.map((call) => ({
      id: call.id,
      cells: [
        shownMinute(call.at),
        call.method,
        <Sent key="raw" call={call} />,
        <Result key="result" call={call} />,
        <code key="answer" class="raw">
          {call.answer}
        </code>,
      ],
    }))}
    empty={{
      title: 'No calls yet',
      text: 'Calls without the key of the brand are rejected and not listed here, because we cannot tell whose they are.',
    }}
  />
)

const Sent = ({ call: { raw, unknownFields } }: { call: PostbackCall }) => (
  <>
    <code class="raw">{raw}</code>
    {unknownFields !== '' && <p>Unknown parameters: {unknownFields}</p>}
  </>
)

const Result = ({ call: { status, state } }: { call: PostbackCall }) => (
  <Tag tone={status < 300 ? (state === 'parked' ? 'warn' : 'on') : 'danger'}>
    {state === 'parked' ? `${status}, waiting for its click` : String(status)}
  </Tag>
)
