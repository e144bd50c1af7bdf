import type { CatalogueMechanism, Mechanism } from 'linkwork'
import { contact, hasContact } from '../../contact.ts'
import type { SolverSettings } from '../../state/settings.ts'
import type { Motion } from '../../worker/protocol.ts'

/** What a program is to do: what the page does, as it is set now, from the start to its instant. */
export interface Task {
  /** Of its files. */
  readonly name: string
  readonly source: CatalogueMechanism | Mechanism
  /** In full. */
  readonly mechanism: Mechanism
  readonly solver: SolverSettings
  readonly steps: number
  readonly motors: Motion | null
  /** Of the packages that a page loads. */
  readonly versions: { readonly linkwork: string; readonly three: string }
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
  const tracking = motors && 'joints' in motors ? `simulation.track(${literal(motors)})\n` : ''
  return `${imported}

const linkwork = await load()
const simulation = linkwork.simulate(${mechanism}, {
  method: '${method}',
  integrator: '${integrator}',
  step: ${step}${hasContact(task.mechanism) ? `,\n  contact: ${literal(contact)}` : ''}
})
${motorRemark(task, '//')}${tracking}simulation.step(${steps})
console.log(simulation.time, simulation.q, simulation.poses)
`
}

export function cppProgram(task: Task): string {
  const { mechanism, solver, steps, motors, name } = task
  const { method, integrator, step } = solver
  const contacts = hasContact(mechanism) ? `,\n       .contact = {.allow = ${contact.allow}}` : ''
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
      {.method = "${method}", .integrator = "${integrator}", .step = ${step}${contacts}});
${motorRemark(task, '  //')}${tracking}  simulation.step(${steps});
  for (const double q : simulation.q()) std::printf("%.17g\\n", q);
}
`
}

export function commandLine(task: Task): string {
  const { source, mechanism, solver, steps, motors, name } = task
  const { method, integrator, step } = solver
  const file = `${name}.json`
  const made = isOfCatalogue(source)
    ? `npx linkwork catalogue ${source.catalogue}${Object.entries(source.options ?? {})
        .map(([option, value]) => ` ${shellWord(`${option}=${written(value)}`)}`)
        .join('')} > ${file}\n`
    : `# ${file} is what JSON shows.\n`
  const time = Number((Math.max(1, steps) * step).toPrecision(12))
  const remark = motors ? '# Without the motors, which a command line has not.\n' : ''
  const contacts = hasContact(mechanism) ? ` --allow ${contact.allow}` : ''
  return `${made}${remark}npx linkwork simulate ${file} --method ${method} --integrator ${integrator} \\
  --dt ${step} --time ${time} --every 20${contacts} --csv > ${name}.csv
`
}

/** A page in one file that shows the mechanism and moves it, from a network of copies of packages. */
export function htmlPage({ mechanism, solver, motors, versions }: Task): string {
  const { method, integrator, step } = solver
  const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
  const contacts = hasContact(mechanism) ? `, contact: ${literal(contact)}` : ''
  const packages = 'https://cdn.jsdelivr.net/npm'
  const imports = {
    linkwork: `${packages}/linkwork@${versions.linkwork}/dist/linkwork.browser.js`,
    'linkwork/three': `${packages}/linkwork@${versions.linkwork}/dist/three/index.js`,
    three: `${packages}/three@${versions.three}/build/three.module.js`,
    'three/addons/': `${packages}/three@${versions.three}/examples/jsm/`
  }
  const tracking =
    motors && 'joints' in motors ? `\n      simulation.track(${inScript(motors)})` : ''
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <link rel="icon" href="data:,">
    <title>${escaped(mechanism.name)}</title>
    <style>
      body { margin: 0; }
      canvas { display: block; }
    </style>
    <script type="importmap">${JSON.stringify({ imports })}</script>
  </head>
  <body>
    <script type="module">
      import { load } from 'linkwork'
      import { fitCamera, MechanismView } from 'linkwork/three'
      import * as THREE from 'three'
      import { OrbitControls } from 'three/addons/controls/OrbitControls.js'

      const mechanism = ${inScript(mechanism)}
      const linkwork = await load()
      const options = { method: '${method}', integrator: '${integrator}', step: ${step}${contacts} }
      const simulation = linkwork.simulate(mechanism, options)${tracking}

      const scene = new THREE.Scene()
      scene.background = new THREE.Color(0xe9e6df)
      scene.add(new THREE.HemisphereLight(0xffffff, 0x8890a0, 3))
      const view = new MechanismView(simulation)
      scene.add(view)

      const camera = new THREE.PerspectiveCamera(30, innerWidth / innerHeight, 0.01, 100)
      const renderer = new THREE.WebGLRenderer({ antialias: true })
      document.body.append(renderer.domElement)
      const controls = new OrbitControls(camera, renderer.domElement)
      const fit = () => {
        camera.aspect = innerWidth / innerHeight
        camera.updateProjectionMatrix()
        renderer.setSize(innerWidth, innerHeight)
      }
      addEventListener('resize', fit)
      fit()
      view.update()
      camera.position.set(1, 0.5, 4)
      camera.lookAt(0, 0, 0)
      controls.target.copy(fitCamera(camera, view))

      let last = performance.now()
      renderer.setAnimationLoop((now) => {
        simulation.advance(Math.min((now - last) / 1000, 1 / 30))
        last = now
        view.update()
        controls.update()
        renderer.render(scene, camera)
        document.body.dataset.time = simulation.time.toFixed(3)
      })
    </script>
  </body>
</html>
`
}

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

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
