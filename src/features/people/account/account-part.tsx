import type { ReactNode } from 'react'
import type { Href } from '#paths.ts'
import type { Answer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { Missing } from './missing.tsx'

type AccountPartProps<Value> = {
  title: string
  back: Href
  /** Noun of what is loaded, for the messages while it is missing. */
  what: string
  answer: Answer<Value>
  children: (part: { state: Value; set: Answer<Value>['set'] }) => ReactNode
}

/** Shows a screen of the account once its state is loaded. */
export const AccountPart = <Value,>(props: AccountPartProps<Value>) => {
  const { title, back, what, answer, children } = props
  return (
    <Screen title={title} freshness={answer} back={back} narrow tall>
      {answer.value === undefined ? (
        <Missing what={what} answer={answer} />
      ) : (
        children({ state: answer.value, set: answer.set })
      )}
    </Screen>
  )
}
