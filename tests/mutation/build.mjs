import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { withMutants } from './mutants.mjs'

const header = 'cpp/linkwork/mutant.hpp'
const selector = `#pragma once
#include <cstdlib>
inline const int chosenMutant = std::getenv("MUTANT") ? std::atoi(std::getenv("MUTANT")) : 0;
/// Whether the program was started with this mutant.
inline bool mutantIs(int number) { return chosenMutant == number; }
`

const directoryOf = (file) => /^(?:cpp\/linkwork|tests\/cpp)\/(\w+)\//.exec(file)?.[1]

/** The library, and the tests of the mutants' directories, with what tests share. */
function isNeeded(file, mutants) {
  if (/_test\.cpp$/.test(file))
    return mutants.some((mutant) => directoryOf(mutant.file) === directoryOf(file))
  const folders =
    /^(cpp|cmake|bench\/papers|tests\/(cpp|consumer)|examples\/cpp|wasm_bindings\/formats)\//
  return folders.test(file) || file.startsWith('CMake')
}

/**
 * Compiles the tests again, with all mutants in them, in the folder `work`: the sources are copied
 * there and the kernels rewritten. Mutants that do not compile, as those of constants that a type
 * depends on, are left out and remembered. Returns the program and the mutants that it has.
 */
export function buildTests(files, mutants, work) {
  const copy = join(work, 'sources')
  const build = join(work, 'build')
  const memory = join(work, 'refused.json')
  const refused = new Set(existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : [])
  const sources = files.filter((file) => isNeeded(file, mutants))
  for (;;) {
    const compiled = mutants.filter((mutant) => !refused.has(keyOf(mutant)))
    writeSources(sources, compiled, copy)
    const errors = compile(copy, build)
    if (errors === undefined) return { program: join(build, 'linkwork_tests'), mutants: compiled }
    const blamed = blame(errors, compiled, resolve(copy), build)
    if (blamed.length === 0) throw new Error(`the sources with mutants do not compile:\n${errors}`)
    for (const mutant of blamed) refused.add(keyOf(mutant))
    writeFileSync(memory, JSON.stringify([...refused], null, 2))
  }
}

const keyOf = ({ file, from, to, nth }) => JSON.stringify([file, from, to, nth])

function writeSources(files, mutants, copy) {
  for (const old of existsSync(copy) ? readdirSync(copy, { recursive: true }) : [])
    if (/\.[ch]pp$/.test(old) && ![...files, header].includes(old)) rmSync(join(copy, old))
  write(join(copy, header), selector)
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    const own = mutants.filter((mutant) => mutant.file === file)
    write(join(copy, file), own.length > 0 ? withMutants(source, own) : source)
  }
}

/** Leaves files alone that are so already: they are not compiled again. */
function write(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** The errors of the compiler; undefined if there are none. */
function compile(copy, build) {
  const settings = {
    CMAKE_BUILD_TYPE: 'Release',
    CMAKE_CXX_FLAGS_RELEASE: '-O1 -DNDEBUG -ferror-limit=0 -ftemplate-backtrace-limit=0',
    LINKWORK_UNITY: 'ON',
    LINKWORK_WARNINGS_AS_ERRORS: 'OFF'
  }
  const options = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`)
  const log = `${build}.log`
  const jobs = `${availableParallelism()}`
  const isDone =
    run('cmake', ['-S', copy, '-B', build, '-G', 'Ninja', ...options], log) &&
    run('ninja', ['-C', build, '-k', '0', '-j', jobs, 'linkwork_tests'], log)
  return isDone ? undefined : readFileSync(log, 'utf8')
}

/** Whether it succeeded; what it said is in the log. */
function run(command, options, log) {
  const output = openSync(log, 'w')
  const { status } = spawnSync(command, options, { stdio: ['ignore', output, output] })
  closeSync(output)
  return status === 0
}

/**
 * The mutants that errors are about: those whose lines an error names; else those whose lines stand
 * in the notes that follow it, which say where a template was requested. Paths may be relative to the build.
 */
function blame(errors, mutants, copy, build) {
  const blamed = new Set()
  const isAt = (mutant, file, line) =>
    mutant.file === file && mutant.firstLine <= line && line <= mutant.lastLine
  for (const error of errors.split(/^(?=\S+:\d+:\d+: (?:fatal )?error: )/m).slice(1)) {
    for (const [, path, line] of error.matchAll(/^(\S+?):(\d+):\d+: (?:error|note): /gm)) {
      const file = relative(copy, resolve(build, path))
      const found = mutants.filter((mutant) => isAt(mutant, file, Number(line)))
      for (const mutant of found) blamed.add(mutant)
      if (found.length > 0) break
    }
  }
  return [...blamed]
}
