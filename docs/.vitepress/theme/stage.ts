import { type Linkwork, load, type Simulation } from 'linkwork'
import { MechanismView } from 'linkwork/three'
import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene as Space,
  Sphere,
  Vector3,
  WebGLRenderer
} from 'three'
import { type Scene, scenes, type Way } from './scenes.ts'

export type SceneName = keyof typeof scenes

/** The readings next to the picture. */
export interface Readings {
  readonly time: number
  /** Energy minus initial energy and work of forces; contacts dissipate some [J]. */
  readonly energyGained: number
  /** [m] */
  readonly loopError: number
}

const viewpoint = new Vector3(0.35, 0.25, 1)

/** A mechanism in motion, drawn on a canvas where there is WebGL. */
export class Stage {
  readonly scene: Scene
  readonly isDrawn: boolean
  readonly #linkwork: Linkwork
  readonly #renderer: WebGLRenderer | undefined
  readonly #space = new Space()
  readonly #camera = new PerspectiveCamera(30)
  readonly #bounds = new Sphere()
  readonly #point = new Vector3()
  #simulation: Simulation
  #view: MechanismView
  #startEnergy = 0

  static async open(name: SceneName, canvas: HTMLCanvasElement): Promise<Stage> {
    return new Stage(await load(), scenes[name], canvas)
  }

  private constructor(linkwork: Linkwork, scene: Scene, canvas: HTMLCanvasElement) {
    this.scene = scene
    this.#linkwork = linkwork
    this.#renderer = rendererOn(canvas)
    this.isDrawn = this.#renderer !== undefined
    const key = new DirectionalLight(0xffffff, 2)
    key.position.set(2, 4, 3)
    this.#space.add(new HemisphereLight(0xffffff, 0x8890a0, 2), key)
    this.#simulation = this.#begin(scene.ways[0])
    this.#view = this.#show()
  }

  /** From the start, by another way. */
  restart(way: Way): void {
    const simulation = this.#begin(way)
    this.#drop()
    this.#simulation = simulation
    this.#view = this.#show()
  }

  advance(seconds: number): Readings {
    this.#simulation.advance(seconds)
    this.#keepInSight()
    return this.read()
  }

  read(): Readings {
    const { time, energy, constraints } = this.#simulation
    const energyGained = energy.kinetic + energy.potential - energy.work - this.#startEnergy
    return { time, loopError: constraints.loopError, energyGained }
  }

  draw(): void {
    if (!this.#renderer) return
    const { clientWidth: width, clientHeight: height } = this.#renderer.domElement
    this.#renderer.setSize(width, height, false)
    const { center, radius } = this.#bounds
    this.#camera.position
      .copy(viewpoint)
      .setLength(4.4 * radius)
      .add(center)
    this.#camera.lookAt(center)
    this.#camera.near = radius / 10
    this.#camera.far = radius * 100
    this.#camera.aspect = width / height
    this.#camera.updateProjectionMatrix()
    this.#view.update()
    this.#renderer.render(this.#space, this.#camera)
  }

  dispose(): void {
    this.#drop()
    this.#renderer?.dispose()
  }

  #begin({ solver }: Way): Simulation {
    const { mechanism, step } = this.scene
    const simulation = this.#linkwork.simulate(mechanism(), { solver, step })
    const { kinetic, potential } = simulation.energy
    this.#startEnergy = kinetic + potential
    return simulation
  }

  #show(): MechanismView {
    const view = new MechanismView(this.#simulation)
    this.#space.add(view)
    new Box3().setFromObject(view).getBoundingSphere(this.#bounds)
    return view
  }

  /** The camera goes back as far as bodies have come. */
  #keepInSight(): void {
    const { poses } = this.#simulation
    for (let at = 0; at < poses.length; at += 7) {
      this.#point.fromArray(poses, at)
      this.#bounds.expandByPoint(this.#view.localToWorld(this.#point))
    }
  }

  #drop(): void {
    this.#space.remove(this.#view)
    this.#view.dispose()
    this.#simulation.dispose()
  }
}

function rendererOn(canvas: HTMLCanvasElement): WebGLRenderer | undefined {
  if (!canvas.getContext('webgl2', { antialias: true, alpha: true })) return undefined
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
  return renderer
}
