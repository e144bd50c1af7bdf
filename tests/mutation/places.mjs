import { closes, opens } from './tokens.mjs'

/**
 * The places for the choice between code and mutant: around a statement in the body of a
 * function, the value of a declaration, or a part of the head of an `if` or a loop.
 *
 *   { if (mutantIs(7)) { a -= b; } else { a += b; } }
 *   { if (mutantIs(7)) return a - b; return a + b; }
 *   const S x = (mutantIs(7) ? S(a - b) : S(a + b));
 *
 * A place is the tokens [from, to) and what to write there, given a test and both texts. Undefined
 * where the token `at` is in none.
 */
export function placeOf(source, tokens, at) {
  const { around, child } = homeOf(tokens, at)
  if (around === -1) return undefined
  const from = startOf(tokens, around, child)
  if (isHead(tokens, around)) return placeInHead(source, tokens, around, from, child, at)
  if (!isBody(tokens, around)) return undefined
  return placeInBody(source, tokens, from, endOf(tokens, child, [';']), child, at)
}

/** The innermost head or block around `at`, and the token of its own level that `at` is in. */
function homeOf(tokens, at) {
  let child = at
  let around = tokens[at].within
  while (around !== -1 && !isHead(tokens, around) && !isBlock(tokens, around)) {
    child = around
    around = tokens[around].within
  }
  return { around, child }
}

function isHead(tokens, open) {
  const before = tokens[open - 1]?.text
  return tokens[open].text === '(' && /^(if|for|while|switch|constexpr)$/.test(before)
}

/** Braces of statements stand after a blank, those of values do not, but for those of `= {`. */
function isBlock(tokens, open) {
  if (tokens[open].text !== '{' || !tokens[open].isAfterBlank) return false
  return !/^(=|return|[,(?{:])$/.test(tokens[open - 1].text)
}

/** A block of code, not of a namespace or type, nor of a function that compilers may run. */
function isBody(tokens, open) {
  const words = headOf(tokens, open)
  if (words.some((word) => /^(namespace|struct|class|enum)$/.test(word))) return false
  for (let block = open; block !== -1; block = tokens[block].within)
    if (headOf(tokens, block).some((word, i, all) => word === 'constexpr' && all[i - 1] !== 'if'))
      return false
  return true
}

/** The text before a bracket in its statement, without the arguments of templates. */
function headOf(tokens, open) {
  const from = startOf(tokens, tokens[open].within, open)
  const head = tokens.slice(from, open).filter(({ isInTemplate }) => !isInTemplate)
  return head.map(({ text }) => text)
}

/** The begin of the statement, or of the part of a head, that contains `child`, inside `around`. */
function startOf(tokens, around, child) {
  let from = child
  while (from - 1 > around) {
    const before = tokens[from - 1]
    if (/^(;|else|do)$/.test(before.text)) break
    if (!closes(before)) from--
    else if (isHead(tokens, before.partner) || endsStatement(tokens, from - 1)) break
    else from = before.partner
  }
  return from
}

/** A block's end; those of functions without a name go on within their statement. */
function endsStatement(tokens, close) {
  const goesOn = /^[),;.(]$/.test(tokens[close + 1]?.text)
  return tokens[close].text === '}' && isBlock(tokens, tokens[close].partner) && !goesOn
}

/** The first of these texts on the level of `child`, from there on; or that level's end. */
function endOf(tokens, child, texts) {
  let to = child
  while (to < tokens.length && !closes(tokens[to]) && !texts.includes(tokens[to].text))
    to = opens(tokens[to]) ? tokens[to].partner + 1 : to + 1
  return to
}

function placeInHead(source, tokens, around, from, child, at) {
  const keyword = tokens[around - 1].text
  const ends = tokens.filter(({ text, within }) => text === ';' && within === around)
  if (keyword === 'constexpr' || (keyword === 'for' && ends.length === 0)) return undefined
  if (isDeclaration(tokens, from)) return placeInDeclaration(source, tokens, from, child, at)
  const isStep = keyword === 'for' && tokens[from - 1] === ends[1]
  return choice(from, endOf(tokens, child, [';']), isStep ? 'void' : '')
}

function placeInBody(source, tokens, from, end, child, at) {
  const first = tokens[from].text
  if (/^(case|default|using|static|constexpr|static_assert|throw|goto)$/.test(first))
    return undefined
  if (tokens[end]?.text !== ';') return undefined
  const to = end + 1
  if (first === 'return')
    return { from, to, write: (test, mutant, code) => `{ if (${test}) ${mutant} ${code} }` }
  if (isDeclaration(tokens, from)) return placeInDeclaration(source, tokens, from, child, at)
  const write = (test, mutant, code) => `{ if (${test}) { ${mutant} } else { ${code} } }`
  return { from, to, isStatement: true, write }
}

const choice = (from, to, cast) => ({
  from,
  to,
  write: (test, mutant, code) => `(${test} ? ${cast}(${mutant}) : ${cast}(${code}))`
})

function isDeclaration(tokens, from) {
  const texts = tokens.slice(from, from + 40).filter(({ isInTemplate }) => !isInTemplate)
  const text = texts.map(({ text }) => text).join(' ')
  return /^(const |auto |[A-Za-z_]\w*( :: \w+)* ([&*] )?[A-Za-z_]\w* [=[{(;,])/.test(text)
}

/** The value after `=`, or the part of it in braces, that `at` is in. */
function placeInDeclaration(source, tokens, from, child, at) {
  let start = child
  while (start > from && !/^[=,]$/.test(tokens[start - 1].text))
    start = closes(tokens[start - 1]) ? tokens[start - 1].partner : start - 1
  if (start === from || tokens[start - 1].text === ',' || at < start) return undefined
  if (tokens[start].text === '{') return elementOf(tokens, start, at)
  return choice(start, endOf(tokens, start, [',', ';']), typeOf(source, tokens, from))
}

function elementOf(tokens, braces, at) {
  let from = braces + 1
  for (;;) {
    const to = endOf(tokens, from, [','])
    if (at < to && tokens[from].text === '{') return elementOf(tokens, from, at)
    if (at < to) return choice(from, to, '')
    if (closes(tokens[to])) return undefined
    from = to + 1
  }
}

/** The type in a declaration; none if the value is not converted to it. */
function typeOf(source, tokens, from) {
  const first = tokens[from].text === 'const' ? from + 1 : from
  let name = first
  while (tokens[name + 1].isInTemplate || !/^[=[,;]$/.test(tokens[name + 1].text)) name++
  const type = source.slice(tokens[first].start, tokens[name - 1].end)
  return /auto|[&*]/.test(type) || tokens[name + 1].text === '[' ? '' : type
}
