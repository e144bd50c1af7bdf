import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Catalogue, type CatalogueMechanism, load, type Simulation } from 'linkwork'
import { expect, it } from 'vitest'
import { drapedChain } from '../../model/mechanisms/draped-chain.ts'
import { initialOptions, motionOf } from '../../model/mechanisms/entry.ts'
import { mechanisms } from '../../model/mechanisms/index.ts'
import { firstSolverOf } from '../../model/settings.ts'
import { solverFrom } from '../../model/solver.ts'
import { commandLine, cppProgram, htmlPage, type Task, typescriptProgram } from './program.ts'

const linkwork = await load()
const program = fileURLToPath(new URL('../../../../wasm_bindings/bin/linkwork.js', import.meta.url))

function taskOf(id: string, more: Partial<Task> = {}): Task {
  const entry = mechanisms.find((each) => each.id === id)
  if (!entry) throw new Error(`no mechanism ${id}`)
  const source = entry.source(initialOptions(entry))
  return {
    name: id,
    source,
    mechanism: linkwork.mechanism(source),
    solver: firstSolverOf(entry),
    steps: 40,
    motors: null,
    framing,
    ...more
  }
}

const framing: Task['framing'] = {
  min: [-1, 0],
  max: [1, 2],
  azimuth: 0,
  elevation: 0,
  fieldOfView: 24,
  floor: 0,
  grid: { minor: 0.1, major: 0.5, radius: 5 }
}
const viewer = "return ['<!--<script></script>', /<\\/script>/.test('a</script>')]"
const pageOf = (task: Task): string => htmlPage(task, { viewer, wasm: '' })

it('prints a command line that makes the mechanism and moves it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linkwork-'))
  try {
    const task = taskOf('humanoid-drop')
    const text = commandLine(task).replaceAll('npx linkwork', `"${process.execPath}" "${program}"`)
    await promisify(execFile)('sh', ['-ec', text], { cwd: folder })
    const rows = (await readFile(join(folder, `${task.name}.csv`), 'utf8')).trimEnd().split('\n')
    const { step } = task.solver
    using simulation = linkwork.simulate(task.source, { solver: solverFrom(task.solver), step })
    simulation.step(task.steps)
    const last = rows.at(-1)?.split(',').map(Number) ?? []
    expect(last[0]).toBeCloseTo(simulation.time, 12)
    expect(last.slice(1, 1 + simulation.q.length)).toEqual([...simulation.q])
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('prints TypeScript that moves the mechanism through a jam, as the page does', async () => {
  const options = { ...initialOptions(drapedChain), friction: 1.5 }
  const mechanism = linkwork.mechanism(drapedChain.source(options))
  const motors = motionOf(drapedChain, options)
  const text = typescriptProgram(
    taskOf('draped-chain', { source: mechanism, mechanism, motors, steps: 400 })
  )
  const { constructor: AsyncFunction } = async () => undefined
  const run = (program: string): Promise<Simulation> =>
    (AsyncFunction as FunctionConstructor)(
      ...['load', 'mechanism', 'console'],
      `${program.replace(/^import.*$/gm, '')}\nreturn simulation`
    )(async () => linkwork, mechanism, { log: () => undefined })
  using simulation = await run(text)
  expect(simulation.time).toBeCloseTo(0.8, 9)
})

it('prints TypeScript that Node understands, of every mechanism', async () => {
  const { constructor: AsyncFunction } = async () => undefined
  for (const { id } of mechanisms) {
    const body = typescriptProgram(taskOf(id)).replace(/^import.*$/gm, '')
    expect(() => (AsyncFunction as FunctionConstructor)(body)).not.toThrow()
  }
})

it('reads a file where the mechanism is the visitor’s own', () => {
  const source = linkwork.mechanism({ catalogue: 'chain' } as CatalogueMechanism<keyof Catalogue>)
  const task = taskOf('chain', { source, name: 'own-file' })
  expect(typescriptProgram(task)).toContain("from './own-file.json'")
  expect(commandLine(task)).toMatch(/^# own-file\.json is/)
  expect(cppProgram(task)).toContain('std::ifstream file("own-file.json")')
})

it('lets no name and no code end the script of a page', () => {
  const name = '</script><b>'
  const { mechanism } = taskOf('four-bar')
  const text = pageOf(taskOf('four-bar', { mechanism: { ...mechanism, name } }))
  expect(text.match(/<\/script/g)).toHaveLength(3)
  const [, code = ''] = /<script type="module">(.*)<\/script>/.exec(text) ?? []
  expect(new Function(code)()).toEqual(['<!--<script></script>', true])
  expect(text).toContain('<title>&lt;/script>&lt;b></title>')
})
