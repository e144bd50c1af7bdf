/**
 * Follows a mechanism that walks or is dragged out of the picture: nothing moves while its center stays
 * inside a zone about where it started; once outside, the picture goes after it until it is in the
 * middle again, as a critically damped spring does, x̂̈ = ω² (x − x̂) − 2ω x̂̇.
 */
import { Vector3 } from 'three'

/** ω [1/s]. */
const rate = 5
/** Longest time that is followed at once [s]. */
const longest = 0.1
/** Gap at which it has arrived, as a part of the zone. */
const arrived = 0.05

export class Follower {
  /** How far the picture has gone. */
  readonly offset = new Vector3()
  private readonly velocity = new Vector3()
  private readonly start = new Vector3()
  private readonly gap = new Vector3()
  private following = false
  private started = false
  private isCut = false

  /** Half the zone's width, height and depth [m]. */
  constructor(
    private readonly zone: Vector3,
    private readonly reducedMotion: () => boolean
  ) {}

  /** Time has jumped: the next picture is where the mechanism is then, at once. */
  cut(): void {
    this.isCut = true
  }

  /** Takes the mechanism's center `elapsed` milliseconds after the one before; whether the picture moved. */
  update(center: Vector3, elapsed: number): boolean {
    if (!this.started) this.start.copy(center)
    this.started = true
    const { gap, offset, velocity, zone } = this
    if (this.isCut) return this.cutTo(center)
    gap.copy(center).sub(this.start).sub(offset)
    const outside = gap.clone().divide(zone).length()
    if (outside > 1) this.following = true
    if (!this.following) return false
    if (this.reducedMotion()) {
      offset.add(gap)
      this.following = false
      return true
    }
    const dt = Math.min(longest, elapsed / 1000)
    // The exact solution of the spring while the center rests.
    const decay = Math.exp(-rate * dt)
    const slope = velocity.clone().addScaledVector(gap, -rate)
    const after = gap.clone().addScaledVector(slope, -dt).multiplyScalar(decay)
    velocity.addScaledVector(slope, -rate * dt).multiplyScalar(decay)
    offset.add(gap).sub(after)
    const speed = velocity.clone().divide(zone).length() / rate
    if (outside < arrived && speed < arrived) {
      velocity.set(0, 0, 0)
      this.following = false
    }
    return true
  }

  private cutTo(center: Vector3): boolean {
    this.isCut = false
    this.following = false
    this.velocity.set(0, 0, 0)
    this.offset.copy(center).sub(this.start)
    if (this.offset.clone().divide(this.zone).length() <= 1) this.offset.set(0, 0, 0)
    return true
  }
}
