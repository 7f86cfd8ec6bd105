import { shownMinute, Table, Tag } from '../../platform/html/parts.tsx'
import type { PostbackCall } from './calls.ts'

/** Shows calls of a shop with our answers. */
export const CallTable = ({ calls }: { calls: PostbackCall[] }) => (
  <Table
    label="Calls"
    columns={[
      { name: 'Time', is: 'short', cell: (call) => shownMinute(call.at) },
      { name: 'Method', is: 'short', cell: (call) => call.method },
      { name: 'Request', is: 'long', cell: (call) => <Sent call={call} /> },
      { name: 'Result', is: 'short', cell: (call) => <Result call={call} /> },
      { name: 'Answer', is: 'long', cell: (call) => <code class="raw">{call.answer}</code> },
    ]}
    rows={calls}
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
