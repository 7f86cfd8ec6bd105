import type { OnboardingProgress } from '#contract/people/onboarding.ts'
import { createContentFolder } from './money/content.ts'
import { setName, signUp, type Person } from './people.ts'
import type { TestServer } from './test-app.ts'

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

/** Operator settings with everything that a step depends on. */
export const FULL_CONTENT = `
categories: [Home, Beauty, Books]
onboarding:
  chromeExtension: { url: "https://store.example/chrome" }
  firefoxExtension: { url: "https://store.example/firefox" }
  safariExtension: { url: "https://store.example/safari" }
  earningsInfo: { basis: "Our sales of 2026." }
bonus: true
bonus_paid_by: Sample Ltd
`

export async function applyContent(server: TestServer, yaml: string): Promise<string> {
  const folder = createContentFolder(server)
  const output = await folder.apply(yaml)
  folder.remove()
  return output
}

const ROOT = '/v2/my/onboarding'

const place = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as { result: OnboardingProgress }).result

/** Returns functions that use the onboarding steps in one browser. */
export function onboardingSteps(
  person: Person,
  { browser = CHROME, notifications = 'default' } = {},
) {
  const ask = (method: string, path: string) =>
    person.send(method, `${ROOT}/${path}/?notifications=${notifications}`, undefined, {
      'User-Agent': browser,
    })
  return {
    ask,
    current: () => place(ask('GET', 'current')),
    read: (step: string) => place(ask('GET', step)),
    next: (step: string) => place(ask('POST', `${step}/go_to_next`)),
    previous: (step: string) => place(ask('POST', `${step}/go_to_previous`)),
  }
}

/** Creates a person who meets the conditions of all steps. */
export async function readyPerson(server: TestServer, isCreator = true): Promise<Person> {
  const person = await signUp(server)
  await person.send('PATCH', '/v2/my/settings/', { is_creator: isCreator })
  await setName(person, 'Ana')
  return person
}

/** Goes through the steps to the end and returns their names. */
export async function walkToEnd(steps: ReturnType<typeof onboardingSteps>): Promise<string[]> {
  const seen: string[] = []
  let { current } = await steps.current()
  while (current) {
    seen.push(current.frontend_identifier)
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    current = (await steps.next(current.frontend_identifier)).current
  }
  return seen
}
