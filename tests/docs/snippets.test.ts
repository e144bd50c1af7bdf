import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from 'linkwork'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { program as commandLine } from '../wasm/command-line.js'
import { type Page, readPages } from './pages.js'
import { programsOf } from './programs.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const workplace = join(repository, 'build/docs-snippets')

const pages = readPages().filter(({ blocks }) => blocks.length > 0)

/** The types of three.js lack its WebGPU backend. */
const unknownToThree = "'device' does not exist on type 'Backend'"

/** A folder for what a page shows: its files are saved in it, its commands run in it. */
const folderOf = ({ name }: Page) => join(workplace, name.replaceAll('/', '-'))

beforeAll(() => {
  rmSync(workplace, { recursive: true, force: true })
  for (const page of pages) {
    mkdirSync(folderOf(page), { recursive: true })
    for (const { file, text } of page.blocks)
      if (file) writeFileSync(join(folderOf(page), file), text)
    for (const file of page.shown) copyFileSync(file, join(folderOf(page), basename(file)))
  }
})

/** Runs a program to its end; fails with all that it said. */
function run(program: string, args: readonly string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

describe.each(pages)('$name', (page) => {
  const folder = folderOf(page)
  const programs = programsOf(page)
  const typed = programs.filter(({ runs, isTyped }) => !runs || isTyped)

  if (typed.length > 0)
    it('has programs with right types', () => {
      const files = typed.map(({ code }, i) => {
        const file = join(folder, `program-${i}.ts`)
        writeFileSync(file, code)
        return file
      })
      const host = ts.createProgram(files, {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
        types: ['node'],
        noEmit: true,
        skipLibCheck: true
      })
      const wrong = ts.getPreEmitDiagnostics(host).map(({ file, start, messageText }) => {
        const line = file?.text.slice(0, start).split('\n').length
        return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
      })
      expect(wrong.filter((sentence) => !sentence.includes(unknownToThree))).toEqual([])
    })

  it.for(programs.filter(({ runs }) => runs))(
    'runs the program of $name',
    ({ name, code, prints }) => {
      const file = join(folder, `${name.split(':')[1]}.mjs`)
      const target = ts.ScriptTarget.ES2022 // without `using`, which Node 20 does not know
      const options = { target, module: ts.ModuleKind.ESNext }
      writeFileSync(file, ts.transpileModule(code, { compilerOptions: options }).outputText)
      const printed = run(process.execPath, [file], folder)
      if (prints) expect(printed).toBe(prints)
    }
  )

  const documents = page.blocks.filter(({ language }) => language === 'json')
  it.for(documents)('has a document that is right, in line $line', async ({ text }) => {
    const document = JSON.parse(text)
    if (document.bodies) expect((await load()).info(document).bodies).not.toEqual([])
    if (document.vary) runSweep(document)
  })

  /** The spec, of few and short runs. */
  function runSweep(spec: { mechanism: unknown; samples?: number }): void {
    const isFile = typeof spec.mechanism === 'string' && !existsSync(join(folder, spec.mechanism))
    const mechanism = isFile ? { catalogue: 'cartPendulum' } : spec.mechanism
    const short = { ...spec, mechanism, samples: 1, step: 0.001, duration: 0.01 }
    writeFileSync(join(folder, 'short.json'), JSON.stringify(short))
    run(process.execPath, [commandLine, 'sweep', 'short.json', '--threads', '1'], folder)
  }

  const shell = page.blocks.filter(({ language }) => language === 'sh')
  const commands = shell.flatMap(({ text }) => text.replaceAll('\\\n', '').split('\n'))

  it.for(commands.filter(isRunnable).map((command) => ({ command })))(
    'runs $command',
    ({ command }) => {
      const npx = `npx() { shift; "${process.execPath}" "${commandLine}" "$@"; }`
      run('sh', ['-ec', `${npx}\n${command}`], folder)
    }
  )

  it('names commands of the repository that are there', () => {
    const named = commands.flatMap((command) => /^(?:script|bench)\/[\w-]+/.exec(command) ?? [])
    expect(named.filter((file) => !existsSync(join(repository, file)))).toEqual([])
  })
})

/** Places to be filled in, other machines; and sweeps, which take minutes and have their tests. */
function isRunnable(command: string): boolean {
  const hasPlaces = /[A-Z]{4,}|<|--queue|\bsweep\b/.test(command)
  return command.trimStart().startsWith('npx linkwork') && !hasPlaces
}
