import { readFileSync } from 'node:fs'
import * as linkworkPackage from 'linkwork'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const source = (path: string) => new URL(`../../wasm_bindings/${path}`, import.meta.url)
const { default: createLinkwork } = (await import(
  String(source('dist/linkwork.mjs'))
)) as typeof import('../../wasm_bindings/src/linkwork.mjs')
const module = await createLinkwork({
  wasmBinary: readFileSync(source('dist/linkwork.wasm')),
  createError: (name, message) => Object.assign(new Error(message), { name })
})

/** Names of the members that an interface declares itself. */
function membersOf(path: string | readonly string[], interfaceName: string): string[] {
  const statements = [path].flat().flatMap((each) => {
    const text = readFileSync(source(each), 'utf8')
    return [...ts.createSourceFile(each, text, ts.ScriptTarget.Latest).statements]
  })
  const declaration = statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === interfaceName
  ) as ts.InterfaceDeclaration
  return declaration.members.map((member) => (member.name as ts.Identifier).text).sort()
}

/** Names that a class has on its instances, apart from those that every class of embind has. */
function methodsOf(prototype: object, without: readonly string[]): string[] {
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor' && !without.includes(name))
    .sort()
}

describe('hand-written types name what is there', () => {
  it('in the WebAssembly module', () => {
    const live = Object.keys(module).filter((name) =>
      ['function', 'object'].includes(typeof module[name as keyof typeof module])
    )
    for (const name of membersOf('src/wasm-module.ts', 'WasmModule')) expect(live).toContain(name)
  })

  it('in its simulation', () => {
    const live = methodsOf(module.Simulation.prototype, [])
    const typed = membersOf('src/wasm-module.ts', 'WasmSimulation')
    expect(typed.filter((name) => name !== 'delete')).toEqual(live)
  })

  it('in the library', async () => {
    const linkwork = await linkworkPackage.load()
    expect(methodsOf(Object.getPrototypeOf(linkwork), [])).toEqual(
      membersOf('src/types/linkwork.ts', 'Linkwork')
    )
  })

  it('in simulations', async () => {
    const linkwork = await linkworkPackage.load()
    using simulation = linkwork.simulate(linkworkPackage.chain())
    expect(methodsOf(Object.getPrototypeOf(simulation), [])).toEqual(
      membersOf('src/types/simulation.ts', 'Simulation')
    )
  })
})

describe('options of the catalogue', () => {
  const robots = ['miniCheetah', 'minitaur', 'mitHumanoid', 'telloHumanoid', 'jvrc1']
  const files = ['catalogue', 'catalogue-contact', 'catalogue-options'].map(
    (name) => `src/types/${name}.ts`
  )
  const common = membersOf(files, 'CatalogueOptions')
  it.each(membersOf(files, 'Catalogue'))('%s: the same as in C++', (name) => {
    const own = `${name[0]?.toUpperCase()}${name.slice(1)}Options`
    const typed = membersOf(files, robots.includes(name) ? 'RobotOptions' : own)
    const refusal = module.catalogueMechanism(name, '{ "?": 0 }') as Error
    const listed = /\([^:]*: (.*)\)/.exec(refusal.message)?.[1] ?? ''
    expect(listed.split(', ').sort()).toEqual([...typed, ...common].sort())
  })
})

it('the package exports what its README says', () => {
  expect(Object.keys(linkworkPackage).sort()).toEqual([
    'LoadError',
    'MechanismError',
    'SimulationError',
    'beltChain',
    'boxStack',
    'branchingTree',
    'cartPendulum',
    'chain',
    'closedRing',
    'differentialLeg',
    'drapedChain',
    'fourBar',
    'fourBarChain',
    'gearedArm',
    'gearedChain',
    'gearedLeg',
    'jvrc1',
    'load',
    'miniCheetah',
    'minitaur',
    'mitHumanoid',
    'positionSize',
    'railTorusChain',
    'rollingDisc',
    'sixBar',
    'sliderCrank',
    'surfaceBoard',
    'telloHumanoid',
    'torusChain',
    'velocitySize',
    'windmill'
  ])
})
