import { Tokenizer } from 'htmlparser2'

export type Attributes = Record<string, string>

type Handler = {
  /** `isSelfClosing`: the tag ends in `/>`, which closes an element only inside SVG and MathML. */
  open(name: string, attributes: Attributes, isSelfClosing: boolean): void
  close(name: string): void
  text(part: string): void
  /**
   * Returns whether the parser is inside SVG or MathML, where `title` and `style` are ordinary
   * elements.
   */
  isInDrawing(): boolean
}

const noop = () => {}

/**
 * Reports the tags of a page in order, with names in lower case and entities decoded. Builds no tree,
 * so deep nesting costs nothing.
 */
export function readTags(html: string, handler: Handler): void {
  let name = ''
  let attributes: Attributes = {}
  let key = ''
  let value = ''
  const part = (start: number, end: number) => html.slice(start, end)
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(from, to) {
        name = part(from, to).toLowerCase()
        attributes = {}
      },
      onattribname(from, to) {
        key = part(from, to).toLowerCase()
        value = ''
      },
      onattribdata: (from, to) => void (value += part(from, to)),
      onattribentity: (code) => void (value += String.fromCodePoint(code)),
      onattribend() {
        if (!Object.hasOwn(attributes, key)) attributes[key] = value
      },
      onopentagend: () => handler.open(name, attributes, false),
      onselfclosingtag: () => handler.open(name, attributes, true),
      onclosetag: (from, to) => handler.close(part(from, to).toLowerCase()),
      ontext: (from, to) => handler.text(part(from, to)),
      ontextentity: (code) => handler.text(String.fromCodePoint(code)),
      isInForeignContext: () => handler.isInDrawing(),
      oncdata: noop,
      oncomment: noop,
      ondeclaration: noop,
      onprocessinginstruction: noop,
      onend: noop,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
