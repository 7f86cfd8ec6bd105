import type { ReactNode } from 'react'
import { ListState } from './list-state.tsx'
import { emptinessOf } from './query/emptiness.ts'
import type { Answer } from './query/use-answer.ts'

type AnswerListProps<Row> = {
  /** Plural noun for the rows, used in sentences: "devices". */
  what: string
  answer: Pick<Answer<unknown>, 'value' | 'loading' | 'error' | 'refreshing' | 'refresh'>
  /** Rows of the answer. */
  rows: Row[] | undefined
  loading: ReactNode
  /** Content if the server has no rows. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** Shows the rows of an answer, or why there are none. */
export const AnswerList = <Row,>({ answer, ...props }: AnswerListProps<Row>) => (
  <ListState emptiness={emptinessOf(answer)} list={answer} {...props} />
)
