/** Renderer, background, fog, lights and floor: everything that is there before a mechanism is. */
import {
  Color,
  Fog,
  NeutralToneMapping,
  PCFShadowMap,
  Scene,
  SRGBColorSpace,
  type Vector3,
  WebGLRenderer
} from 'three'
import type { Framing, Show } from '../../model/stage.ts'
import type { Eye } from './camera.ts'
import { Ground } from './ground.ts'
import { Lights } from './lights.ts'
import { Palette } from './materials.ts'
import type { Theme } from './theme.ts'

export class StageScene {
  readonly scene = new Scene()
  readonly renderer: WebGLRenderer
  readonly palette = new Palette()
  private readonly ground = new Ground()
  private readonly lights: Lights
  private readonly fog = new Fog('#000000')
  private readonly background = new Color()

  constructor(context: WebGL2RenderingContext) {
    this.renderer = new WebGLRenderer({ canvas: context.canvas, context })
    this.renderer.outputColorSpace = SRGBColorSpace
    this.renderer.toneMapping = NeutralToneMapping
    this.renderer.toneMappingExposure = 1
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.type = PCFShadowMap
    this.lights = new Lights(this.scene)
    this.scene.background = this.background
    this.scene.fog = this.fog
    this.scene.add(this.ground.group)
  }

  setTheme(theme: Theme): void {
    this.background.set(theme.stage)
    this.fog.color.set(theme.stage)
    this.palette.setTheme(theme)
    this.lights.setTheme(theme)
    this.ground.setTheme(theme)
  }

  setFraming(framing: Framing, look: Vector3, size: number): void {
    this.ground.lay(framing.grid, look.x, framing.floor)
    this.lights.place(look, size)
  }

  /** Takes light and floor along with the look point; the ruling stays where it is. */
  follow(offset: Vector3): void {
    this.lights.follow(offset)
    this.ground.follow(offset)
  }

  setShow(show: Show): void {
    this.ground.show(show.grid, show.shadows)
    this.lights.setShadows(show.shadows)
  }

  setFlat(isFlat: boolean): void {
    this.lights.setFlat(isFlat)
  }

  setShadowSize(texels: number): void {
    this.lights.setShadowSize(texels)
  }

  /** Draws one frame; fog runs from 1.05 to 2.1 times the camera's distance. */
  render(eye: Eye): void {
    this.fog.near = 1.05 * eye.view.distance
    this.fog.far = 2.1 * eye.view.distance
    this.renderer.render(this.scene, eye.camera)
  }

  dispose(): void {
    this.ground.dispose()
    this.lights.dispose()
    this.palette.dispose()
    this.renderer.dispose()
    this.renderer.forceContextLoss()
    this.renderer.domElement.remove()
  }
}
