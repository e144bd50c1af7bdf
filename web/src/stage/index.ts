/** The 3-D stage: see `stage-contract.ts` for what it promises the page. */
import type { CreateStage, Pull, Show, Stage, StageMechanism } from '../stage-contract.ts'
import { type Anatomy, anatomyOf } from './anatomy.ts'
import { Eye } from './camera.ts'
import type { Dressing } from './dressings/dressing.ts'
import { dressingFor } from './dressings/index.ts'
import { Figure } from './figure.ts'
import { drawnPoses } from './frames.ts'
import { StageScene } from './scene.ts'
import { themes } from './theme.ts'

export const createStage: CreateStage = (container, events) => {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)')
  const world = new StageScene()
  const eye = new Eye(
    () => reduced.matches,
    () => events.onCamera?.()
  )
  const canvas = world.renderer.domElement
  container.append(canvas)
  let anatomy: Anatomy | null = null
  let figure: Figure | null = null
  let dressing: Dressing | null = null
  let poses = new Float64Array(0)
  let last = 0
  const resize = () => {
    const { clientWidth, clientHeight } = container
    world.renderer.setSize(clientWidth, clientHeight)
    eye.resize(clientWidth, clientHeight, 0)
  }
  world.renderer.setPixelRatio(1)
  world.setShadowSize(2048)
  const observer = new ResizeObserver(resize)
  observer.observe(container)
  resize()
  const stage: Stage = {
    element: canvas,
    reducedDetail: false,
    setMechanism({ id, mechanism, framing, options }: StageMechanism) {
      figure?.dispose()
      anatomy = anatomyOf(mechanism)
      figure = new Figure(world.palette)
      eye.setFraming(framing)
      dressing = dressingFor(id)({ anatomy, figure, framing, options, size: eye.size })
      world.scene.add(figure.group)
      world.setFraming(framing, eye.home.target, eye.size)
      poses = new Float64Array(7 * mechanism.bodies.length)
    },
    setPoses(given) {
      drawnPoses(given, poses)
      figure?.pose(poses)
    },
    setJointPositions(q) {
      dressing?.update?.(q, 0)
    },
    setTheme(theme) {
      world.setTheme(themes[theme])
    },
    setShow(show: Show) {
      world.setShow(show)
    },
    setPull(_pull: Pull | null) {},
    setInset() {},
    resetHistory() {},
    frame() {
      eye.glide(eye.view.azimuth, eye.view.elevation)
    },
    look(azimuth, elevation) {
      const d = Math.PI / 180
      eye.glide(
        azimuth === undefined ? undefined : azimuth * d,
        elevation === undefined ? undefined : elevation * d
      )
    },
    getCamera: () => eye.numbers(),
    setCamera: (camera) => eye.setNumbers(camera),
    pixelsPerMetre: () => eye.pixelsPerMetre(),
    render(now) {
      eye.update(now, Math.min(100, now - last))
      last = now
      world.render(eye)
    },
    partNames: () => anatomy?.bodies.map((b) => b.name) ?? [],
    dispose() {
      observer.disconnect()
      figure?.dispose()
      world.dispose()
    }
  }
  return stage
}
