import { readFileSync } from 'node:fs'
import { load, type Solver } from 'linkwork'
import * as tables from 'linkwork/tables'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** The tables of methods and of the catalogue are C++'s: what else names them must say the same. */
const linkwork = await load()

const read = (name: string) => {
  const path = new URL(`../../wasm_bindings/src/types/${name}.ts`, import.meta.url)
  return ts.createSourceFile(name, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
}

/** The words in a type. */
function wordsIn(type: ts.Node | undefined): string[] {
  if (type === undefined) return []
  if (ts.isStringLiteral(type)) return [type.text]
  return type.getChildren().flatMap(wordsIn)
}

/** The words of a type that is a union of them. */
function wordsOf(name: string): string[] {
  const found = read('simulation').statements.find(
    (each) => ts.isTypeAliasDeclaration(each) && each.name.text === name
  ) as ts.TypeAliasDeclaration
  return wordsIn(found.type).sort()
}

/** The integrators of each method, as the types of solvers have them. */
function typedSolvers(): Record<string, string[]> {
  const solvers: Record<string, string[]> = {}
  for (const each of read('simulation').statements) {
    if (!ts.isInterfaceDeclaration(each) || !each.name.text.endsWith('Solver')) continue
    const [methods = [], integrators = []] = each.members.map((member) => wordsIn(member))
    for (const method of methods) solvers[method] = [...integrators].sort()
  }
  return solvers
}

const namesOf = (entries: readonly { readonly name: string }[]) =>
  [...new Set(entries.map(({ name }) => name))].sort()

it('the constants of linkwork/tables are those of the library', () => {
  expect(tables.methods).toEqual(linkwork.methods)
  expect(tables.accelerationMethods).toEqual(linkwork.accelerationMethods)
  expect(tables.catalogue).toEqual(linkwork.catalogue)
})

it('types name the methods and integrators that there are', () => {
  const solvers = linkwork.methods.map(({ name, integrators }) => [
    name,
    integrators.map(({ name }) => name).sort()
  ])
  expect(typedSolvers()).toEqual(Object.fromEntries(solvers))
  expect(wordsOf('AccelerationMethod')).toEqual(namesOf(linkwork.accelerationMethods))
})

it('every method and integrator can be chosen', () => {
  const pendulum = linkwork.mechanism({ catalogue: 'chain', options: { links: 1 } })
  for (const { name, integrators } of linkwork.methods) {
    for (const { name: integrator } of integrators) {
      using simulation = linkwork.simulate(pendulum, {
        solver: { method: name, integrator } as Solver
      })
      expect(simulation.solver).toEqual({ method: name, integrator })
    }
  }
  for (const { name } of linkwork.accelerationMethods)
    expect(linkwork.forwardDynamics(pendulum, undefined, { method: name }).a).toBeDefined()
})

describe('the documentation of the catalogue has the defaults and ranges of C++', () => {
  const interfaces = new Map(
    ['catalogue', 'catalogue-contact', 'catalogue-options']
      .flatMap((name) => [...read(name).statements])
      .filter((each) => ts.isInterfaceDeclaration(each))
      .map((each) => [each.name.text, each])
  )
  /** The text above each member of an interface, and of those it extends. */
  const textsOf = (name: string): [string, string][] => {
    const declaration = interfaces.get(name)
    if (!declaration) return []
    const inherited = declaration.heritageClauses?.flatMap(({ types }) => types) ?? []
    return [
      ...inherited.flatMap((type) => textsOf(type.getText().replace(/^Omit<(\w+),.*/s, '$1'))),
      ...declaration.members.map((member): [string, string] => [
        (member.name as ts.Identifier).text,
        member
          .getFullText()
          .replace(/^\s*\/?\*+\/?/gm, ' ')
          .replace(/\s+/g, ' ')
      ])
    ]
  }
  const written = (text: string): number => {
    const [, sign = '', number = ''] = /^([−-]?)(.*)$/.exec(text) ?? []
    const value = number === 'π' ? Math.PI : number === 'π/2' ? Math.PI / 2 : Number(number)
    return sign === '' ? value : -value
  }
  const number = '[−-]?(?:π/2|π|\\d+(?:\\.\\d+)?(?:e[−-]?\\d+)?)'

  it.each(linkwork.catalogue.map((entry) => [entry.name, entry] as const))('%s', (name, entry) => {
    const types = new Map(
      (interfaces.get('Catalogue')?.members ?? []).map((member) => [
        (member.name as ts.Identifier).text,
        (member as ts.PropertySignature).type?.getText() ?? ''
      ])
    )
    const texts = new Map(textsOf(types.get(name) ?? ''))
    for (const { name: option, default: initial, min, max } of entry.options) {
      const text = texts.get(option) ?? ''
      const [, stated = ''] = /Default ([^:]+?)[.:](?: |$)/.exec(text) ?? []
      const value = Array.isArray(initial) ? JSON.stringify(initial) : initial
      const found = typeof value === 'number' ? written(stated) : stated.replace(/ /g, '')
      expect([option, found]).toEqual([option, value])
      const [, low, high] = new RegExp(`(${number})–(${number})`).exec(text) ?? []
      // If a range follows from other options, the text says how.
      if (low === undefined || high === undefined) continue
      expect([option, written(low), written(high)]).toEqual([option, min, max])
    }
  })
})
