import { MAX_CALLS, type PostbackCall } from './calls.ts'
import type { Desk } from './desk-session.tsx'
import { Csrf } from '../../platform/html/work-document.tsx'
import { DeskPage } from './layout.tsx'
import { PageHead } from '../../platform/html/parts.tsx'
import { CallTable } from './call-table.tsx'
import type { TestResult } from './try-postback.ts'

export type FormValues = Record<string, string>

type Props = { desk: Desk; calls: PostbackCall[]; tried?: TestResult; said?: FormValues }

export const PostbacksPage = ({ desk, calls, tried, said = {} }: Props) => (
  <DeskPage desk={desk} tab="orders" title="Postbacks">
    <PageHead
      back={{ href: '/desk/orders', text: 'Orders' }}
      title="Postbacks"
      text={`The last ${MAX_CALLS} calls with your key in 30 days, and our answers. Times are UTC.`}
    />
    <TestForm desk={desk} tried={tried} said={said} />
    <h2>Calls from your shop</h2>
    <CallTable calls={calls} />
  </DeskPage>
)

const FIELDS = [
  ['order_id', 'Order number', 'test-1'],
  ['click_id', 'Click id', ''],
  ['amount', 'Amount', '100.00'],
  ['currency', 'Currency', 'USD'],
] as const

const TestForm = ({
  desk,
  tried,
  said,
}: {
  desk: Desk
  tried: TestResult | undefined
  said: FormValues
}) => (
  <section class="try" id="test">
    <h2>Send a test postback</h2>
    <p class="lead">
      Tests are not booked. The click id is in the landing URL of a visitor, in the parameter{' '}
      <code>{desk.brand.clickParam}</code>.
    </p>
    {tried && (
      <div class={`told ${tried.status < 300 ? 'told-good' : 'told-bad'}`} role="status">
        <strong>A real call would get status {tried.status}.</strong>
        <code class="raw">{JSON.stringify(tried.body)}</code>
        <span>Nothing was booked.</span>
      </div>
    )}
    <form method="post" action="/desk/postbacks#test" class="fields">
      <Csrf value={desk.csrf} />
      {FIELDS.map(([name, label, value]) => (
        <label key={name}>
          {label}
          <input name={name} value={said[name] ?? value} maxlength={200} autocomplete="off" />
        </label>
      ))}
      <label>
        Status
        <select name="status">
          {['pending', 'approved', 'reversed'].map((status) => (
            <option key={status} value={status} selected={status === said['status']}>
              {status}
            </option>
          ))}
        </select>
      </label>
      <button class="btn primary" type="submit">
        Send test
      </button>
    </form>
  </section>
)
