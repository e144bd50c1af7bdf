/**
 * What a page in one file runs: shows its mechanism and moves it. The page holds what is simulated as
 * JSON, and the WebAssembly packed by gzip in base64.
 */
import { load } from 'linkwork'
import { MechanismView } from 'linkwork/three'
import {
  Color,
  DirectionalLight,
  GridHelper,
  HemisphereLight,
  MathUtils,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { Framing } from '../../model/stage.ts'
import type { Viewed } from './program.ts'

const held = (id: string) => document.getElementById(id)?.textContent ?? ''

async function unpacked(base64: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return await new Response(bytes).arrayBuffer()
}

/** Says why nothing moves (on). */
function fail(error: unknown): void {
  const words = document.createElement('p')
  words.textContent = error instanceof Error ? error.message : String(error)
  document.body.prepend(words)
}

/** Light, and lines on the floor. */
function sceneOf({ floor, grid }: Framing): Scene {
  const scene = new Scene()
  scene.background = new Color(0xe9e6df)
  const sun = new DirectionalLight(0xffffff, 2)
  sun.position.set(1, 3, 2)
  const divisions = 2 * Math.round(grid.radius / grid.major)
  const lines = new GridHelper(divisions * grid.major, divisions, 0xcfcabf, 0xcfcabf)
  lines.position.y = floor
  return scene.add(new HemisphereLight(0xffffff, 0x8890a0, 2), sun, lines)
}

/** Moves the camera to show the whole box, from the default view; returns its target. z is up. */
function lookAt({ min, max, ...framing }: Framing, camera: PerspectiveCamera): Vector3 {
  const { degToRad } = MathUtils
  const [azimuth, elevation] = [degToRad(framing.azimuth), degToRad(framing.elevation)]
  const center = new Vector3((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, 0)
  const wide = (max[0] - min[0]) / camera.aspect
  const distance = Math.max(max[1] - min[1], wide) / 2 / Math.tan(degToRad(framing.fieldOfView / 2))
  const eye = new Vector3(Math.sin(azimuth), Math.tan(elevation), Math.cos(azimuth)).normalize()
  camera.position.copy(center).addScaledVector(eye, distance)
  camera.lookAt(center)
  return center
}

async function show(): Promise<void> {
  const { mechanism, options, motors, framing } = JSON.parse(held('viewed')) as Viewed
  const linkwork = await load({ wasm: await unpacked(held('wasm')) })
  const simulation = linkwork.simulate(mechanism, options)
  if (motors) simulation.tracking.start(motors)

  const scene = sceneOf(framing)
  const view = new MechanismView(simulation)
  scene.add(view)

  const camera = new PerspectiveCamera(framing.fieldOfView, innerWidth / innerHeight, 0.01, 1000)
  const renderer = new WebGLRenderer({ antialias: true })
  document.body.append(renderer.domElement)
  const controls = new OrbitControls(camera, renderer.domElement)
  const fit = () => {
    camera.aspect = innerWidth / innerHeight
    camera.updateProjectionMatrix()
    renderer.setSize(innerWidth, innerHeight)
  }
  addEventListener('resize', fit)
  fit()
  controls.target.copy(lookAt(framing, camera))

  let last = performance.now()
  const move = (now: number) => {
    simulation.advance(Math.min((now - last) / 1000, 1 / 30))
    last = now
    view.update()
    controls.update()
    renderer.render(scene, camera)
    document.body.dataset.time = simulation.time.toFixed(3)
  }
  renderer.setAnimationLoop((now) => {
    try {
      move(now)
    } catch (error) {
      renderer.setAnimationLoop(null)
      fail(error)
    }
  })
}

show().catch(fail)
