import { parseSync } from 'vite'

/** Elements that are part of the sentence around them. */
const INLINE = /^(?:a|abbr|b|bdi|code|em|i|kbd|small|span|strong|time)$/
/** Attributes that hold a text, on an element or as a prop of a component. */
const NO_TEXT =
  /^(?:className|class|style|id|key|href|src|type|role|variant|size|d|viewBox|method|action|rel|target|autoComplete|inputMode|name|for|htmlFor|srcSet|sizes|data-.*|pattern|accept|param|viewTransitionName)$/
/** Calls whose strings are for operators or developers. */
const INTERNAL =
  /^(?:log|console|logger)$|^(?:Error|TypeError|RangeError|URL|RegExp|sql|matchMedia|querySelector|querySelectorAll|closest|css|html|fetch|import|header|append)$/

/** @typedef {{ type: string; [key: string]: any }} Node */

/**
 * Returns the texts of a source file that users can read, in order, without duplicates. An expression
 * inside a text appears as its name in braces.
 * @param {string} path
 * @param {string} source
 * @returns {string[]}
 */
export function textsOf(path, source) {
  /** @type {Set<string>} */
  const texts = new Set()
  const add = (/** @type {string} */ text) => {
    const clean = text.replace(/\s+/g, ' ').trim()
    if (isText(clean)) texts.add(clean)
  }
  visit(parseSync(path, source).program, add)
  return [...texts]
}

/** A text has a letter in sentence case, or several words. */
const isText = (/** @type {string} */ text) =>
  /\p{L}{2}/u.test(text.replace(/\{[^}]*\}/g, '')) &&
  (/^[^\p{L}]*(?:\{[^}]*\}[^\p{L}]*)*\p{Lu}[\p{L}\d’']*(?:$|[\s,.:!?…{])/u.test(text) ||
    /\{[^}]*\}\s\p{L}|\p{L}\s\{|^\p{Ll}[\p{L}’']+ [\p{L}’'\d]+.*[.!?…]$/u.test(text)) &&
  !/^[A-Z][A-Z\d_-]+$/.test(text) &&
  !/^M[\d.,-]/.test(text) &&
  !/^(?:[A-Z][a-z]+){2,}$/.test(text) &&
  !/^(?:SELECT|INSERT|UPDATE|DELETE|Bearer|Mozilla|Basic|GET|POST|PUT|PATCH)\b/.test(text)

/** @param {any} node @param {(text: string) => void} add */
function visit(node, add) {
  if (Array.isArray(node)) for (const child of node) visit(child, add)
  else if (typeof node?.type === 'string' && !isInternal(node)) visitNode(node, add)
}

/** @param {Node} node @param {(text: string) => void} add */
function visitNode(node, add) {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') visitElement(node, add)
  else if (node.type === 'Literal') add(String(node['value']))
  // Parts of SQL. Their values may be texts.
  else if (node.type === 'TaggedTemplateExpression') visit(node['quasi'].expressions, add)
  else if (node.type === 'TemplateLiteral') {
    add(templateText(node))
    visit(node['expressions'], add)
  } else {
    for (const [key, value] of Object.entries(node)) if (key !== 'key') visit(value, add)
  }
}

/** Returns whether the strings below a node are no texts for users. @param {Node} node */
function isInternal(node) {
  if (/^(?:Import|ExportAll|TS)/.test(node.type))
    return !/^TS(?:As|Satisfies|NonNull)/.test(node.type)
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return INTERNAL.test(rootOf(node['callee'])) || INTERNAL.test(lastOf(node['callee']))
  if (node.type === 'Property')
    return /^(?:className|style|href|src|id|type)$/.test(node['key'].name ?? '')
  return node.type === 'TaggedTemplateExpression' && INTERNAL.test(rootOf(node['tag']))
}

const rootOf = (/** @type {any} */ node) => {
  let root = node
  while (root?.type === 'MemberExpression') {
    if (/^(?:log|logger)$/.test(root.property?.name ?? '')) return 'log'
    root = root.object
  }
  return root?.name ?? ''
}
const lastOf = (/** @type {any} */ node) => node?.property?.name ?? node?.name ?? ''

/** @param {Node} element @param {(text: string) => void} add */
function visitElement(element, add) {
  visitAttributes(element, add)
  if (tagOf(element) === 'style' || tagOf(element) === 'script') return
  add(childrenText(element))
  for (const child of element['children']) {
    if (child.type === 'JSXText') continue
    if (child.type === 'JSXElement' && INLINE.test(tagOf(child)) && hasTextAround(element))
      visitAttributes(child, add)
    else visit(child.type === 'JSXExpressionContainer' ? child.expression : child, add)
  }
}

const visitAttributes = (
  /** @type {Node} */ element,
  /** @type {(text: string) => void} */ add,
) => {
  for (const attribute of element['openingElement']?.attributes ?? [])
    if (!NO_TEXT.test(attribute.name?.name ?? '')) visit(attribute.value ?? attribute.argument, add)
}

const tagOf = (/** @type {any} */ element) => element.openingElement?.name?.name ?? ''
const hasTextAround = (/** @type {any} */ element) =>
  element.children.some(
    (/** @type {any} */ child) => child.type === 'JSXText' && child.value.trim() !== '',
  )

/** @param {any} element @returns {string} */
function childrenText(element) {
  if (!hasTextAround(element)) return ''
  return element.children
    .map((/** @type {any} */ child) => {
      if (child.type === 'JSXText') return child.value
      if (child.type === 'JSXExpressionContainer') return expressionText(child.expression)
      if (child.type !== 'JSXElement') return ''
      const inner = child.children
        .map((/** @type {any} */ part) =>
          part.type === 'JSXExpressionContainer'
            ? expressionText(part.expression)
            : (part.value ?? ''),
        )
        .join('')
      return inner.trim() ? inner : `{${tagOf(child)}}`
    })
    .join('')
}

/** @param {any} node @returns {string} */
function expressionText(node) {
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'TemplateLiteral') return templateText(node)
  if (node.type === 'JSXEmptyExpression') return ''
  return `{${nameOf(node)}}`
}

/** @param {any} node @returns {string} */
const templateText = (node) =>
  node.quasis
    .map((/** @type {any} */ quasi, /** @type {number} */ index) => {
      const part = node.expressions[index]
      return (quasi.value.cooked ?? '') + (part ? expressionText(part) : '')
    })
    .join('')

/** @param {any} node @returns {string} */
function nameOf(node) {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return node.property?.name ?? '…'
  if (node.type === 'CallExpression')
    return node.arguments[0] ? nameOf(node.arguments[0]) : nameOf(node.callee)
  return '…'
}
