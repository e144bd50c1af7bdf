import * as linkwork from 'linkwork'
import { declaredIn, uses, withoutComments } from './code.js'

/** Names that a snippet may use without a definition, and the code that defines them. */
const values: Readonly<Record<string, string>> = {
  linkwork: 'const linkwork = await granted.load()',
  mechanism: 'const mechanism = (await granted.load()).mechanism(granted.fourBar())',
  state: 'const state: granted.State = {}',
  crowd: 'const crowd = (await granted.load()).ensemble(granted.cartPendulum(), { count: 1000 })',
  actions: 'const actions = new Float64Array(1000)',
  abort: 'const abort = new AbortController()',
  mjcf: `const mjcf = '<mujoco><worldbody><body><joint/><geom size="0.1"/></body></worldbody>' +
    '<keyframe><key name="home" qpos="0"/></keyframe></mujoco>'`,
  sdf: `const sdf = '<sdf version="1.7"><model name="stone"><link name="stone"><inertial><mass>1</mass>' +
    '</inertial></link></model></sdf>'`,
  text: `const text = '<robot name="stone"><link name="stone"><inertial><mass value="1"/>' +
    '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>'`
}

/** Names that only a page has: snippets that use them are type-checked and not run. */
const pageValues: Readonly<Record<string, string>> = {
  scene: "const scene = new (await import('three')).Scene()",
  camera: "const camera = new (await import('three')).PerspectiveCamera()",
  renderer: "const renderer = new (await import('three')).WebGLRenderer()",
  bytes: 'const bytes = new Uint8Array()'
}

const onlyInPages =
  /\b(document|window|navigator|WebGPURenderer|new Worker|requestAnimationFrame)\b|backend: 'gpu'/

/** Whether code runs in a browser alone. */
export function needsPage(code: string): boolean {
  const bare = withoutComments(code)
  return onlyInPages.test(bare) || Object.keys(pageValues).some((name) => uses(bare, name))
}

/** The program with what it takes for granted before it. */
export function complete(code: string): string {
  const declared = declaredIn(code)
  const bare = withoutComments(code)
  const takenOf = (names: readonly string[]) =>
    names.filter((name) => !declared.has(name) && uses(bare, name))
  return [
    "import * as granted from 'linkwork'",
    ...takenOf(Object.keys(linkwork)).map((name) => `const { ${name} } = granted`),
    ...takenOf(Object.keys(values)).map((name) => values[name]),
    ...takenOf(Object.keys(pageValues)).map((name) => pageValues[name]),
    code
  ].join('\n')
}
