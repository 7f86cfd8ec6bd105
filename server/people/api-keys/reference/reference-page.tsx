import { CALLS_PER_MINUTE } from '#contract/developers/api-keys.ts'
import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import { PUBLIC_CALLS } from '#contract/developers/public-api.ts'
import { ReadingPage } from '../../../platform/html/layout.tsx'
import { Assistants } from './assistants.tsx'
import { Code } from './code.tsx'
import { curlExample, typescriptExample } from './examples.ts'
import type { DescribedCall } from './described-calls.ts'
import type { Field } from './fields.ts'
import { WebhookEvents } from './webhook-events.tsx'
import { splitCall, subjectOf, SUBJECTS } from './openapi.ts'

type ReferenceProps = { origin: string; calls: DescribedCall[]; sheet: string }

/** Shows the reference of the public API. */
export const ReferencePage = ({ origin, calls, sheet }: ReferenceProps) => (
  <ReadingPage title="API reference" sheet={sheet} wide>
    <article class="legal reference">
      <h1>API reference</h1>
      <p>
        Create links, organize them and read clicks from your own scripts. The same description for
        programs is at <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
      </p>
      <FirstCall origin={origin} />
      <Conventions />
      <Assistants origin={origin} />
      <nav aria-label="Subjects">
        <ul class="subjects">
          {Object.keys(SUBJECTS).map((subject) => (
            <li key={subject}>
              <a href={`#${subject}`}>{titleOf(subject)}</a>
            </li>
          ))}
        </ul>
      </nav>
      {Object.entries(SUBJECTS).map(([subject, description]) => (
        <section key={subject} id={subject}>
          <h2>{titleOf(subject)}</h2>
          <p>{description}</p>
          {subject === 'webhooks' && <WebhookEvents />}
          {calls
            .filter(({ call }) => subjectOf(call) === subject)
            .map((one) => (
              <Call key={one.call.name} {...one} origin={origin} />
            ))}
        </section>
      ))}
    </article>
  </ReadingPage>
)

const titleOf = (subject: string) => subject.charAt(0).toUpperCase() + subject.slice(1)

const createLink = PUBLIC_CALLS.find(({ name }) => name === 'createLink')

const FirstCall = ({ origin }: { origin: string }) => (
  <section>
    <h2>Your first link</h2>
    <ol>
      <li>
        Create a key at <a href="/settings/developers/new-key">Settings, Developers, New key</a>.
      </li>
      <li>Store it in the environment of your script:</li>
    </ol>
    <Code text="export SPLIT_KEY=split_…" label="Command" />
    <p>Then create a link:</p>
    {createLink && <Code text={curlExample(createLink, origin)} label="First call" />}
  </section>
)

const Conventions = () => (
  <section>
    <h2>Conventions</h2>
    <ul>
      <li>Times are ISO 8601 in UTC. Amounts are US dollars.</li>
      <li>
        A list has <code>results</code>, <code>count</code> and <code>next</code>, the address of
        the next page or null.
      </li>
      <li>
        An error has <code>errors</code>: messages by field, or in <code>non_field_errors</code>. A
        field that does not exist is an error.
      </li>
      <li>
        With <code>{IDEMPOTENCY_HEADER}</code> a write is made once, however often it is sent.
        Answers are kept for seven days.
      </li>
      <li>
        A key can make {CALLS_PER_MINUTE} calls per minute. <code>RateLimit</code> tells how many
        are left. After 429, wait the seconds of <code>Retry-After</code>.
      </li>
      <li>
        Every answer has <code>X-Request-Id</code>. Quote it when you ask for help.
      </li>
      <li>Never send a key in an address. It would be revoked at once.</li>
    </ul>
  </section>
)

type CallProps = DescribedCall & { origin: string }

const Call = ({ call, query, json, origin }: CallProps) => {
  const { method, path } = splitCall(call)
  return (
    <details id={call.name}>
      <summary>
        <b>{call.summary}</b>
        <code>
          {method} {path}
        </code>
      </summary>
      <p>
        Permission: <code>{call.scope}</code>
      </p>
      {query && <Fields title="Parameters" fields={query} />}
      {json && <Fields title="Body" fields={json} />}
      <Code text={curlExample(call, origin)} label={`${call.summary} with curl`} />
      <Code text={typescriptExample(call, origin)} label={`${call.summary} in TypeScript`} />
    </details>
  )
}

const Fields = ({ title, fields }: { title: string; fields: Field[] }) => (
  <div class="table" tabindex={0} role="region" aria-label={title}>
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isRequired }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {isRequired && <span> required</span>}
            </th>
            <td>{type}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
