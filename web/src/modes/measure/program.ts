import type { CatalogueMechanism, Mechanism, SimulationOptions, Tracking } from 'linkwork'
import type { Motion } from '../../model/messages.ts'
import type { SolverSettings } from '../../model/settings.ts'
import { solverFrom } from '../../model/solver.ts'
import type { Framing } from '../../model/stage.ts'

/** Task of a program: the simulation with the present settings, from the start to the present time. */
export interface Task {
  /** Of its files. */
  readonly name: string
  readonly source: CatalogueMechanism | Mechanism
  /** In full. */
  readonly mechanism: Mechanism
  readonly solver: SolverSettings
  readonly steps: number
  readonly motors: Motion | null
  /** Its default view. */
  readonly framing: Framing
}

const isOfCatalogue = (source: Task['source']): source is CatalogueMechanism =>
  'catalogue' in source

/** Words about motors that a program has not. */
function motorRemark({ motors }: Task, mark: string): string {
  if (!motors || 'joints' in motors) return ''
  const example = 'goal' in motors ? 'acrobot' : 'balance'
  return `${mark} What balances is as in examples/node/${example}.js of the repository.\n`
}

export function typescriptProgram(task: Task): string {
  const { source, solver, steps, motors, name } = task
  const { method, integrator, step } = solver
  const [imported, mechanism] = isOfCatalogue(source)
    ? [`import { ${source.catalogue}, load } from 'linkwork'`, call(source)]
    : [
        `import { load } from 'linkwork'\nimport mechanism from './${name}.json' with { type: 'json' }`,
        'mechanism'
      ]
  const tracking =
    motors && 'joints' in motors ? `simulation.tracking.start(${literal(motors)})\n` : ''
  return `${imported}

const linkwork = await load()
const simulation = linkwork.simulate(${mechanism}, {
  solver: { method: '${method}', integrator: '${integrator}' },
  step: ${step}
})
${motorRemark(task, '//')}${tracking}simulation.step(${steps})
console.log(simulation.time, simulation.q, simulation.poses)
`
}

export function cppProgram(task: Task): string {
  const { solver, steps, motors, name } = task
  const { method, integrator, step } = solver
  const tracking =
    motors && 'joints' in motors
      ? `  simulation.track(linkwork::trackingFromJson(R"json(${JSON.stringify(motors, null, 2)})json"));\n`
      : ''
  return `#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"

int main() {
  std::ifstream file("${name}.json");  // what JSON shows
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  linkwork::Simulation simulation(
      linkwork::mechanismFromJson(text),
      {.method = "${method}", .integrator = "${integrator}", .step = ${step}});
${motorRemark(task, '  //')}${tracking}  simulation.step(${steps});
  for (const double q : simulation.q()) std::printf("%.17g\\n", q);
}
`
}

export function commandLine(task: Task): string {
  const { source, solver, steps, motors, name } = task
  const { method, integrator, step } = solver
  const file = `${name}.json`
  const made = isOfCatalogue(source)
    ? `npx linkwork catalogue ${source.catalogue}${Object.entries(source.options ?? {})
        .map(([option, value]) => ` ${shellWord(`${option}=${written(value)}`)}`)
        .join('')} > ${file}\n`
    : `# ${file} is what JSON shows.\n`
  const time = Number((Math.max(1, steps) * step).toPrecision(12))
  const remark = motors ? '# Without the motors, which a command line has not.\n' : ''
  return `${made}${remark}npx linkwork simulate ${file} --method ${method} --integrator ${integrator} \\
  --dt ${step} --time ${time} --every 20 --csv > ${name}.csv
`
}

/** Contents of a page in one file. */
export interface Viewed {
  readonly mechanism: Mechanism
  readonly options: SimulationOptions
  readonly motors: Tracking | null
  readonly framing: Framing
}

/**
 * A page in one file that shows the mechanism and moves it, by itself: it holds the code of the viewer,
 * and the WebAssembly packed by gzip in base64.
 */
export function htmlPage(
  { mechanism, solver, motors, framing }: Task,
  { viewer, wasm }: { readonly viewer: string; readonly wasm: string }
): string {
  const viewed: Viewed = {
    mechanism,
    options: { solver: solverFrom(solver), step: solver.step },
    motors: motors && 'joints' in motors ? motors : null,
    framing
  }
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <link rel="icon" href="data:,">
    <title>${mechanism.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>
    <style>
      body { margin: 0; }
      p { margin: 1em; font-family: sans-serif; }
      canvas { display: block; }
    </style>
  </head>
  <body>
    <script type="application/json" id="viewed">${JSON.stringify(viewed).replaceAll('<', '\\u003c')}</script>
    <script type="application/gzip" id="wasm">${wasm}</script>
    <script type="module">${inScript(viewer)}</script>
  </body>
</html>
`
}

/** Code in which nothing ends the element that holds it: in strings and patterns this is the same. */
const inScript = (code: string): string => code.replace(/<(?=\/script|!--|script)/gi, '\\x3c')

function call({ catalogue, options }: CatalogueMechanism): string {
  return `${catalogue}(${Object.keys(options ?? {}).length > 0 ? literal(options) : ''})`
}

/** A value as the language writes it, short ones in one line. */
function literal(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).replace(/"([A-Za-z_]\w*)":/g, '$1:')
  const text = lines.replaceAll(/"([^"\\']*)"/g, "'$1'")
  const short = text.replaceAll(/\s*\n\s*/g, ' ')
  return short.length <= 60 ? short : text
}

const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const shellWord = (text: string): string =>
  /^[\w=.,:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
