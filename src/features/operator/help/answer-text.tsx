import css from './questions.module.css'

/** Matches a web address without the punctuation that ends the sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"'`\\]*[^\s<>"'`\\.,;:!?)\]}…])/i

/** Shows an answer as plain text and turns the web addresses in it into links. */
export const AnswerText = ({ text }: { text: string }) => (
  <p className={css.answer}>
    {text.split(ADDRESS).map((part, index) =>
      index % 2 === 1 ? (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text, in their order
        <a key={index} href={part} rel="noreferrer">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
)
