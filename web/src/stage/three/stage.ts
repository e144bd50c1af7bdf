/** The 3-D stage. `model/stage.ts` defines its interface. */
import './stage.css'
import { Group, Plane, Raycaster, Vector3 } from 'three'
import type {
  CreateStage,
  EnsembleLook,
  Pull,
  SecondPose,
  Show,
  Stage,
  StageCanvas,
  StageEvents,
  StageMechanism,
  StageOptions,
  Vector3 as Triple
} from '../../model/stage.ts'
import { Eye } from './camera.ts'
import { Follower } from './follow.ts'
import { drawnVector, libraryVector } from './frames.ts'
import { Highlight } from './highlight.ts'
import { StageMechanismView } from './mechanism-view.ts'
import { type Overlay, overlay } from './overlay.ts'
import { type Pick, Picker } from './picking.ts'
import { Pointer, type PointerActions } from './pointer.ts'
import { Quality } from './quality.ts'
import { StageScene } from './scene.ts'
import { outlineAbout, silhouettes } from './silhouettes.ts'
import { Spring } from './spring.ts'
import { type ThemeName, themes } from './theme.ts'

const degree = Math.PI / 180
const noShow: Show = {
  traces: true,
  ghosts: true,
  perturbedEnsemble: false,
  jointAxes: false,
  forces: false,
  cutaway: true,
  grid: true,
  shadows: true
}

class ThreeStage implements Stage, PointerActions {
  readonly element: HTMLCanvasElement
  private readonly scene: StageScene
  private readonly eye: Eye
  private readonly overlay: Overlay
  private readonly pointer: Pointer
  private readonly picker = new Picker()
  readonly layer = new Group()
  private readonly spring = new Spring()
  private readonly highlight = new Highlight()
  private readonly quality: Quality
  private readonly observer: ResizeObserver
  /** The stage whose camera is this one's too. */
  private readonly leader: ThreeStage | null
  private mechanismView: StageMechanismView | null = null
  private id = ''
  /** A camera that came before there was a mechanism to look at. */
  private awaitedCamera: readonly number[] = []
  private theme: ThemeName = 'dark'
  private show = noShow
  private visible = true
  private inset = 0
  private lastFrame = 0
  /** Pointer that rests on the canvas, looked at once a frame, and the part under it. */
  private resting: readonly [number, number] | null = null
  private hovered: number | null = null
  /** Goes after a mechanism that nothing keeps in the picture. */
  private follower: Follower | null = null
  /** Position of the pointer while it drags a part. */
  private dragged: readonly [number, number] | null = null
  private readonly dragPlane = new Plane()
  private readonly calm = matchMedia('(prefers-reduced-motion: reduce)')
  private readonly caster = new Raycaster()
  private readonly spot = new Vector3()

  constructor(
    private readonly container: HTMLElement,
    private readonly events: StageEvents,
    options: StageOptions,
    { context, isSlow }: StageCanvas
  ) {
    this.scene = new StageScene(context)
    const reduced = this.calm
    const phone = matchMedia('(max-width: 719px), (max-height: 479px)').matches
    this.quality = new Quality(devicePixelRatio, phone, isSlow)
    this.eye = new Eye(
      () => reduced.matches,
      () => events.onCamera?.()
    )
    this.leader = options.leader instanceof ThreeStage ? options.leader : null
    this.element = this.scene.renderer.domElement
    this.element.classList.add('stage-canvas')
    this.overlay = overlay(
      options,
      this.spring.label,
      (azimuth, elevation) => this.look(azimuth, elevation),
      () => this.frame()
    )
    container.append(this.element, this.overlay.element)
    this.layer.rotation.x = -Math.PI / 2 // z up in it, y up around it
    this.scene.scene.add(this.spring.group, this.highlight.group, this.layer)
    this.pointer = new Pointer(this.element, (this.leader ?? this).eye, this)
    this.observer = new ResizeObserver(() => this.resize())
    this.observer.observe(container)
    this.setTheme(this.theme)
    this.applyDetail()
  }

  get reducedDetail(): boolean {
    return this.quality.reduced
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.container
    if (clientWidth === 0 || clientHeight === 0) return
    this.scene.renderer.setSize(clientWidth, clientHeight)
    this.eye.resize(clientWidth, clientHeight, this.inset)
    this.scene.render(this.eye)
  }

  private applyDetail(): void {
    const { pixelRatio, shadow } = this.quality.detail
    this.scene.renderer.setPixelRatio(pixelRatio)
    this.scene.setShadowSize(shadow)
    this.resize()
    this.setShow(this.show)
  }

  setMechanism(given: StageMechanism): void {
    if (this.mechanismView?.become(given)) return
    this.setHovered(null)
    this.mechanismView?.dispose()
    this.eye.setFraming(given.framing, given.id === this.id)
    this.eye.setNumbers(this.awaitedCamera)
    this.awaitedCamera = []
    this.id = given.id
    this.mechanismView = new StageMechanismView(
      given,
      this.scene.palette,
      given.size ?? this.eye.size
    )
    this.mechanismView.group.visible = this.visible
    this.scene.scene.add(this.mechanismView.group)
    this.scene.setFraming(given.framing, this.eye.home.target, this.eye.size)
    this.mechanismView.setTheme(themes[this.theme])
    this.mechanismView.setShow(this.show, this.quality.detail.ghosts)
    this.follower = null
  }

  setState(poses: Float64Array, q: Float64Array, time: number): void {
    this.mechanismView?.setState(poses, q, time)
  }

  setEnsemble(poses: Float64Array | null, look: EnsembleLook): void {
    this.mechanismView?.setEnsemble(poses, look)
  }

  setSecond(other: SecondPose | null): void {
    this.mechanismView?.setSecond(other)
  }

  setTheme(theme: ThemeName): void {
    this.theme = theme
    const colors = themes[theme]
    this.scene.setTheme(colors)
    this.spring.setTheme(colors)
    this.highlight.setTheme(colors, theme)
    this.mechanismView?.setTheme(colors)
  }

  setShow(show: Show): void {
    this.show = show
    this.scene.setShow(show)
    this.mechanismView?.setShow(show, this.quality.detail.ghosts)
  }

  setPull(pull: Pull | null): void {
    this.spring.setPull(pull, performance.now())
  }

  setInset(bottom: number): void {
    this.inset = bottom
    this.overlay.setInset(bottom)
    this.resize()
  }

  resetHistory(): void {
    this.cut()
    this.mechanismView?.resetHistory()
  }

  cut(): void {
    this.follower?.cut()
  }

  frame(): void {
    this.eye.glide(this.eye.view.azimuth, this.eye.view.elevation)
  }

  look(azimuth?: number, elevation?: number): void {
    const radians = (angle?: number) => (angle === undefined ? undefined : angle * degree)
    this.eye.glide(radians(azimuth), radians(elevation))
  }

  setFlat(flat: boolean): void {
    this.eye.setFlat(flat)
    this.scene.setFlat(flat)
  }

  getCamera(): number[] {
    return this.eye.numbers()
  }

  setCamera(camera: readonly number[]): void {
    if (this.mechanismView) this.eye.setNumbers(camera)
    else this.awaitedCamera = camera
  }

  setVisible(visible: boolean): void {
    this.visible = visible
    if (this.mechanismView) this.mechanismView.group.visible = visible
  }

  screenOf(point: Triple): readonly [number, number] {
    const { clientWidth, clientHeight } = this.container
    const { x, y } = drawnVector(point, this.spot).project(this.eye.camera)
    return [((x + 1) / 2) * clientWidth, ((1 - y) / 2) * clientHeight]
  }

  pixelsPerMeter(): number {
    return this.eye.pixelsPerMeter()
  }

  render(now: number): void {
    const elapsed = Math.min(100, Math.max(0, now - this.lastFrame))
    this.lastFrame = now
    if (this.quality.frame(now)) this.applyDetail()
    this.eye.update(now, elapsed)
    this.overlay.scale.update(this.eye.pixelsPerMeter())
    const { mechanismView } = this
    if (mechanismView) {
      this.follow(mechanismView, elapsed)
      if (this.leader) this.lookAs(this.leader)
      mechanismView.update(now / 1000)
      this.lookUnderPointer()
      this.highlight.update()
      this.spring.update(mechanismView.poses, this.eye, performance.now())
      this.spring.place(this.eye, this.container.clientWidth)
      this.followCallout(mechanismView, now)
    }
    this.scene.render(this.eye)
  }

  private follow(mechanismView: StageMechanismView, elapsed: number): void {
    if (!mechanismView.isPosed || !mechanismView.canLeave) return
    this.follower ??= new Follower(mechanismView.room(), () => this.calm.matches)
    const { follower } = this
    if (!follower.update(mechanismView.center(this.spot), elapsed)) return
    this.eye.follow(follower.offset)
    this.scene.follow(follower.offset)
    if (this.dragged) this.drag(...this.dragged)
  }

  private lookAs({ eye, inset }: ThreeStage): void {
    if (inset !== this.inset) this.setInset(inset)
    this.eye.mirror(eye)
  }

  private followCallout(mechanismView: StageMechanismView, now: number): void {
    if (this.hovered === null) return
    const { clientWidth, clientHeight } = this.container
    this.overlay.callout.update(
      mechanismView.jointOf(this.hovered, this.spot),
      mechanismView.style.hub(this.hovered),
      () => [
        ...silhouettes(mechanismView.figure, mechanismView.anatomy, this.eye),
        ...this.overlay.covered().map(outlineAbout)
      ],
      this.eye,
      [clientWidth, clientHeight - this.inset],
      now
    )
  }

  private lookUnderPointer(): void {
    if (!this.resting) return
    const found = this.pick(...this.resting, 0)
    this.setHovered(found ? found.body : null)
    this.pointer.setGrabbable(found !== null)
  }

  private setHovered(body: number | null): void {
    if (body === this.hovered) return
    this.hovered = body
    this.highlight.setBody(this.mechanismView?.figure ?? null, body)
    this.overlay.callout.setBody(body, performance.now())
    this.events.onHover(body)
  }

  pick(x: number, y: number, reach: number): Pick | null {
    const { mechanismView } = this
    if (!mechanismView || !this.visible) return null
    return this.picker.pick(mechanismView, this.eye, [x, y], reach)
  }

  hover(place: readonly [number, number] | null): void {
    this.resting = place
    if (!place) this.setHovered(null)
  }

  /** The hand moves in the plane through the grabbed point that faces the camera. */
  grab({ body, point, local }: Pick): void {
    this.eye.camera.getWorldDirection(this.spot)
    this.dragPlane.setFromNormalAndCoplanarPoint(this.spot, point)
    this.events.onPull(body, libraryVector(local), libraryVector(point))
  }

  drag(x: number, y: number): void {
    this.dragged = [x, y]
    this.eye.cast(x, y, this.caster)
    const target = this.caster.ray.intersectPlane(this.dragPlane, this.spot)
    if (target) this.events.onPullMove(libraryVector(target))
  }

  release(): void {
    this.dragged = null
    this.events.onRelease()
  }

  dispose(): void {
    this.observer.disconnect()
    this.pointer.dispose()
    this.mechanismView?.dispose()
    this.spring.dispose()
    this.highlight.dispose()
    this.overlay.element.remove()
    this.scene.dispose()
  }
}

/** The stage that draws on a canvas. */
export const stageOn =
  (canvas: StageCanvas): CreateStage =>
  (container, events, options) =>
    new ThreeStage(container, events, options, canvas)
