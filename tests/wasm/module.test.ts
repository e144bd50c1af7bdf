import { readFileSync } from 'node:fs'
import * as linkworkPackage from 'linkwork'
import ts from 'typescript'
import { describe, expect, it, vi } from 'vitest'

const source = (path: string) => new URL(`../../wasm_bindings/${path}`, import.meta.url)
const { startWasm } = (await import(
  String(source('dist/start-wasm.js'))
)) as typeof import('../../wasm_bindings/src/start-wasm.js')
const createError = (name: string, message: string) => Object.assign(new Error(message), { name })
const module = await startWasm(readFileSync(source('dist/linkwork.wasm')), createError)

/** Names of the members that an interface declares itself. */
function membersOf(path: string | readonly string[], interfaceName: string): string[] {
  const statements = [path].flat().flatMap((each) => {
    const text = readFileSync(source(each), 'utf8')
    return [...ts.createSourceFile(each, text, ts.ScriptTarget.Latest).statements]
  })
  const declaration = statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === interfaceName
  ) as ts.InterfaceDeclaration
  const names = declaration.members.map((member) => (member.name as ts.Identifier).text)
  return [...new Set(names)].sort() // one of every overload
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

  it('in its model', () => {
    const live = methodsOf(module.Model.prototype, [])
    const typed = membersOf('src/wasm-module.ts', 'WasmModel')
    expect(typed.filter((name) => name !== 'delete')).toEqual(live)
  })

  it('in its ensemble', () => {
    const live = methodsOf(module.Ensemble.prototype, [])
    const typed = membersOf('src/wasm-module.ts', 'WasmEnsemble')
    expect(typed.filter((name) => name !== 'delete')).toEqual(live)
  })

  it('in the library', async () => {
    const linkwork = await linkworkPackage.load()
    expect(methodsOf(Object.getPrototypeOf(linkwork), [])).toEqual(
      membersOf('src/types/linkwork.ts', 'Linkwork')
    )
  })

  it('in models', async () => {
    const linkwork = await linkworkPackage.load()
    using model = linkwork.model(linkworkPackage.chain())
    expect(methodsOf(Object.getPrototypeOf(model), [])).toEqual(
      membersOf('src/types/model.ts', 'Model')
    )
  })

  it('in simulations', async () => {
    const linkwork = await linkworkPackage.load()
    using simulation = linkwork.simulate(linkworkPackage.chain())
    const former = ['kineticEnergy', 'potentialEnergy'] // of version 0.3
    const typed = membersOf('src/types/simulation.ts', 'Simulation')
    expect(methodsOf(Object.getPrototypeOf(simulation), [])).toEqual([...typed, ...former].sort())
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
    'BodyDrag',
    'LoadError',
    'MechanismError',
    'SimulationError',
    'beltChain',
    'boxStack',
    'branchingTree',
    'cartPendulum',
    'chain',
    'closedRing',
    'create',
    'defineMechanism',
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
    'vectorEnvironment',
    'velocitySize',
    'windmill'
  ])
})

describe('where it cannot be compiled', () => {
  const bytes = () => readFileSync(source('dist/linkwork.wasm'))

  it('says that the file is damaged', async () => {
    const damaged = bytes().subarray(0, 1000)
    await expect(startWasm(damaged, createError)).rejects.toThrow(
      /^linkwork\.wasm: cannot be compiled: the file is damaged, or the engine/
    )
  })

  it('says that there is no WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined)
    await expect(startWasm(bytes(), createError)).rejects.toThrow(/^linkwork needs WebAssembly/)
    vi.unstubAllGlobals()
  })

  it('makes no code from text, which strict policies forbid', () => {
    const text = readFileSync(source('dist/linkwork.mjs'), 'utf8')
    expect(text).not.toMatch(/new Function|\beval\(/)
  })
})
