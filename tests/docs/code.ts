/** Names that a program makes at its top. */
export function declaredIn(code: string): Set<string> {
  const made = code.matchAll(/^(?:export )?(?:const|let|using|function|class) (\{[^}]*\}|\w+)/gm)
  const imported = code.matchAll(/^import (?:type )?(?:\* as (\w+)|(\{[^}]*\})|(\w+))/gm)
  const names = [...made, ...imported].flatMap((match) => match.slice(1).filter(Boolean))
  return new Set(names.flatMap((text) => text.match(/\w+(?=\s*[,}]|$)/g) ?? []))
}

/** Whether code has a name in it, other than as a key or a text. */
export const uses = (code: string, name: string) =>
  new RegExp(`(?<![\\w.'])${name}\\b(?!['\\w:-])`).test(code)

export const withoutComments = (code: string) => code.replaceAll(/(?<!:)\/\/.*$/gm, '')
