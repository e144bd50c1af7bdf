/** Key, fill, rim, sky and environment; the key casts the one shadow map. */
import { Color, DirectionalLight, HemisphereLight, type Scene, Vector3 } from 'three'
import { roomLight } from './room.ts'
import type { Theme } from './theme.ts'

const keyPlace = new Vector3(-0.55, 2.6, 1.2)
const fillPlace = new Vector3(2, 0.4, 1.6)
const rimPlace = new Vector3(1.2, 1.6, -2.2)

export class Lights {
  private readonly key = new DirectionalLight('#fff6ea')
  private readonly fill = new DirectionalLight('#f0f2f2', 0.4)
  private readonly rim = new DirectionalLight('#ffffff')
  private readonly sky = new HemisphereLight('#f3f1ec')
  private readonly room = roomLight()
  private readonly home = new Vector3()
  private size = 1
  private environment = { flat: 1, deep: 1 }
  private isFlat = false

  constructor(private readonly scene: Scene) {
    scene.environment = this.room
    for (const light of [this.key, this.fill, this.rim]) scene.add(light, light.target)
    scene.add(this.sky)
    this.key.castShadow = true
    this.key.shadow.bias = -0.0004
    this.key.shadow.radius = 4
  }

  setTheme(theme: Theme): void {
    this.key.intensity = theme.key
    this.rim.intensity = theme.rim
    this.sky.intensity = theme.hemisphere
    this.sky.groundColor = new Color(theme.bounce)
    this.environment = { flat: theme.flatEnvironment, deep: theme.environment }
    this.setFlat(this.isFlat)
  }

  /** With parallel rays, all surfaces that face them reflect one lamp of the environment. */
  setFlat(isFlat: boolean): void {
    this.isFlat = isFlat
    this.scene.environmentIntensity = this.environment[isFlat ? 'flat' : 'deep']
  }

  /** Places the lights about the look point `c` of a scene of radius `R` (half its box's diagonal). */
  place(c: Vector3, R: number): void {
    this.home.copy(c)
    this.size = R
    this.shine(c)
    const { shadow } = this.key
    shadow.normalBias = 0.006 * R
    const camera = shadow.camera
    camera.left = camera.bottom = -1.35 * R
    camera.right = camera.top = 1.35 * R
    camera.near = 0.1 * R
    camera.far = 8 * R
    camera.updateProjectionMatrix()
  }

  /** Shines on what has gone so far from the look point. */
  follow(offset: Vector3): void {
    this.shine(offset.clone().add(this.home))
  }

  private shine(c: Vector3): void {
    for (const [light, place] of [
      [this.key, keyPlace],
      [this.fill, fillPlace],
      [this.rim, rimPlace]
    ] as const) {
      light.position.copy(place).multiplyScalar(this.size).add(c)
      light.target.position.copy(c)
    }
  }

  /** Side of the square shadow map in texels; a change makes it again. */
  setShadowSize(size: number): void {
    const { shadow } = this.key
    if (shadow.mapSize.x === size) return
    shadow.mapSize.set(size, size)
    shadow.map?.dispose()
    shadow.map = null
  }

  setShadows(on: boolean): void {
    this.key.castShadow = on
  }

  dispose(): void {
    this.key.dispose()
    this.sky.dispose()
    this.room.dispose()
  }
}
