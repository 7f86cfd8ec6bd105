import { parseSync, Visitor } from 'vite'

/** Node of the syntax tree, as far as this check reads it. */
type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Kind = 'static text' | 'changing text' | 'element' | 'changing element' | 'nothing'

/**
 * Returns the lines of a TSX file where a page translator breaks React. Translators replace text
 * nodes with elements. React then cannot remove or update such a text node, or insert anything before
 * it. Text is safe if it is the only child of its element, so text beside an element that comes
 * and goes, and text that changes beside any sibling, needs an element of its own.
 */
export function unsafeTexts(path: string, source: string): number[] {
  const { program } = parseSync(path, source, { lang: 'tsx' })
  const lines: number[] = []
  const checkElement = (node: unknown) => {
    const children = childrenOf(node)
    if (children.length < 2) return
    const hasChanging = children.some(({ kind }) => kind === 'changing element')
    for (const { child, kind } of children)
      if (kind === 'changing text' || (kind === 'static text' && hasChanging))
        lines.push(lineOf(source, child))
  }
  // A fragment and a component can come and go without the element around them.
  const checkFragment = (node: unknown) => {
    for (const { child, kind } of childrenOf(node))
      if (kind === 'static text' || (kind === 'changing text' && childrenOf(node).length > 1))
        lines.push(lineOf(source, child))
  }
  const checkComponent = (node: unknown) => {
    const { id, body } = node as { id: { name: string } | null; body: Node }
    if (!/^[A-Z]/.test(id?.name ?? '')) return
    for (const text of returnedTexts(body)) lines.push(lineOf(source, text))
  }
  new Visitor({
    JSXElement: checkElement,
    JSXFragment: checkFragment,
    FunctionDeclaration: checkComponent,
  }).visit(program)
  return lines
}

const childrenOf = (node: unknown) =>
  (node as { children: Node[] }).children
    .map((child) => ({ child, kind: kindOf(child) }))
    .filter(({ kind }) => kind !== 'nothing')

/** Returns the strings that a component returns instead of an element. */
function returnedTexts(block: Node): Node[] {
  return (block['body'] as Node[]).flatMap((statement) => {
    const last = statement.type === 'IfStatement' ? (statement['consequent'] as Node) : statement
    if (last.type === 'BlockStatement') return returnedTexts(last)
    const value = last.type === 'ReturnStatement' ? (last['argument'] as Node | null) : null
    return value && isString(value) ? [value] : []
  })
}

const isString = ({ type, value }: Node) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

function lineOf(source: string, node: Node): number {
  const text = source.slice(node.start, node.end)
  const lead = text.length - text.trimStart().length
  return source.slice(0, node.start + lead).split('\n').length
}

function kindOf(node: Node): Kind {
  if (node.type === 'JSXText') return /\S/.test(node['value'] as string) ? 'static text' : 'nothing'
  if (node.type !== 'JSXExpressionContainer') return 'element'
  return kindOfValue(node['expression'] as Node)
}

function kindOfValue(value: Node): Kind {
  switch (value.type) {
    case 'JSXEmptyExpression':
      return 'nothing'
    case 'Literal':
      return typeof value['value'] === 'string' || typeof value['value'] === 'number'
        ? 'static text'
        : 'nothing'
    case 'JSXElement':
    case 'JSXFragment':
      return 'element'
    case 'LogicalExpression':
      return value['operator'] === '&&'
        ? changing(kindOfValue(value['right'] as Node))
        : either(value['left'] as Node, value['right'] as Node)
    case 'ConditionalExpression':
      return either(value['consequent'] as Node, value['alternate'] as Node)
    case 'ArrayExpression':
      return 'changing element'
    case 'ParenthesizedExpression':
      return kindOfValue(value['expression'] as Node)
    case 'CallExpression':
      return isList(value) ? 'changing element' : 'changing text'
    case 'Identifier':
      return kindOfName(value['name'] as string)
    case 'MemberExpression':
      return kindOfName((value['property'] as Node)['name'] as string)
    default:
      return 'changing text'
  }
}

const changing = (kind: Kind): Kind =>
  kind === 'element' || kind === 'changing element'
    ? 'changing element'
    : kind === 'nothing'
      ? 'nothing'
      : 'changing text'

function either(one: Node, other: Node): Kind {
  const kinds = [one, other].map((value) => changing(kindOfValue(value)))
  if (kinds.includes('changing text')) return 'changing text'
  return kinds.includes('changing element') ? 'changing element' : 'nothing'
}

function kindOfName(name: string): Kind {
  if (/^[A-Z][A-Z_0-9]*$/.test(name)) return 'static text' // a constant
  return SLOTS.has(name) ? 'changing element' : 'changing text'
}

/** Returns whether a call makes elements. */
function isList(call: Node): boolean {
  const { callee } = call as unknown as { callee: Node }
  if (callee.type === 'Identifier') return BUILDERS.has(callee['name'] as string)
  return /^(map|flatMap|toReversed)$/.test((callee['property'] as Node)?.['name'] as string)
}

/** Props and variables that hold elements. Text that they hold has an element of its own. */
const SLOTS = new Set(
  `action actions art aside badge body children clear control controls current earned
    extraField following head headerActions heading hidden menu order other picture popup
    preview rate reload top trailing trigger`.split(/\s+/),
)

/** Functions that return elements. */
const BUILDERS = new Set(['actions', 'cards', 'children', 'half', 'head', 'heading', 'trigger'])
