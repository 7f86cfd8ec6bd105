import * as v from 'valibot'

/** Name of this app in requests for questions. */
export const FAQ_APP = 'REGULAR_APP'

/** Question answered by the operator. */
export const Faq = v.object({
  id: v.number(),
  /** Permanent name in URLs, independent of the id. Not in the specification. */
  key: v.string(),
  question: v.string(),
  answer: v.string(),
  /** Heading of the question; empty for questions shown before all headings. */
  category: v.string(),
})
export type Faq = v.InferOutput<typeof Faq>

/** Page of the operator about this site. */
export const StaticPage = v.object({ slug: v.string(), title: v.string(), url: v.string() })
export type StaticPage = v.InferOutput<typeof StaticPage>
