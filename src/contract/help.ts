import * as v from 'valibot'

/** What our app is called where questions are asked for. */
export const FAQ_APP = 'REGULAR_APP'

/** A question that the operator has answered. */
export const Faq = v.object({
  id: v.number(),
  /** Ours: by which an address names it, whatever becomes of its number. */
  key: v.string(),
  question: v.string(),
  answer: v.string(),
  /** The heading that it stands under; empty: it stands before all headings. */
  category: v.string(),
})
export type Faq = v.InferOutput<typeof Faq>

/** A page of the operator about this site. */
export const StaticPage = v.object({ slug: v.string(), title: v.string(), url: v.string() })
export type StaticPage = v.InferOutput<typeof StaticPage>
