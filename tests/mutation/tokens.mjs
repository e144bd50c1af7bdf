/**
 * C++ as tokens, as far as mutants need it: without comments, strings and preprocessor lines. Sources
 * are laid out by clang-format: operators of two operands stand between blanks, signs and the brackets
 * of templates do not.
 */
const pattern = new RegExp(
  [
    /(?<none>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=^[ \t]*)#(?:\\\n|[^\n])*)/,
    /(?<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])')/,
    /(?<number>\d(?:[eE][+-]|[\w.'])*)/,
    /(?<name>[A-Za-z_]\w*)/,
    /(?<sign>->|::|\+\+|--|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|\S)/
  ]
    .map(({ source }) => source)
    .join('|'),
  'gmy'
)

const closing = { '(': ')', '[': ']', '{': '}' }
export const opens = ({ kind, text }) => kind === 'sign' && text in closing
export const closes = ({ kind, text }) => kind === 'sign' && Object.values(closing).includes(text)

/**
 * The tokens of a source: kind, text, start and end; whether blanks are before and after it; whether
 * it is in a template's brackets; `within`, the bracket around it, and of brackets the `partner`, both
 * as places in the list.
 */
export function tokensOf(source) {
  const tokens = []
  for (const match of source.matchAll(pattern)) {
    const [kind, text] = Object.entries(match.groups).find(([, found]) => found !== undefined)
    if (kind === 'none') continue
    const start = match.index
    const end = start + text.length
    const isAfterBlank = start === 0 || /\s/.test(source[start - 1])
    const isBeforeBlank = end === source.length || /\s/.test(source[end])
    tokens.push({ kind, text, start, end, isAfterBlank, isBeforeBlank })
  }
  markTemplates(tokens)
  pairBrackets(tokens)
  return tokens
}

function markTemplates(tokens) {
  let depth = 0
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1]?.text
    const isOperator = token.isAfterBlank || before === 'operator'
    if (token.text === '<' && (before === 'template' || !isOperator)) depth++
    token.isInTemplate = depth > 0
    if (token.text === '>' && depth > 0) depth--
  }
}

function pairBrackets(tokens) {
  const open = [-1]
  for (const [i, token] of tokens.entries()) {
    if (closes(token)) {
      token.partner = open.pop()
      tokens[token.partner].partner = i
    }
    token.within = open.at(-1)
    if (opens(token)) open.push(i)
  }
}
