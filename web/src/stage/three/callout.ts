/** Text for a hovered part, with a leader line. */
import { Vector3 } from 'three'
import type { Callout as Words } from '../../model/stage.ts'
import { type Anchor, boxAt, firstPlace, leaderOf, type Place, placeFor } from './callout-places.ts'
import type { Eye } from './camera.ts'
import type { Outline } from './silhouettes.ts'

/** A hovered part gets its callout after this long [ms]. */
const patience = 150
/** How often words and place are looked at again [ms]. */
const refresh = 100

export class Callout {
  readonly element = document.createElement('div')
  private readonly leader = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  private readonly path = document.createElementNS('http://www.w3.org/2000/svg', 'polyline')
  private readonly box = document.createElement('div')
  private readonly title = document.createElement('div')
  private readonly value = document.createElement('div')
  private place: Place = firstPlace
  private body: number | null = null
  private since = 0
  private checked = Number.NEGATIVE_INFINITY
  private wide = 0
  private readonly spot = new Vector3()

  constructor(private readonly words: (body: number) => Words | null) {
    this.element.className = 'stage-callout'
    this.element.setAttribute('aria-hidden', 'true')
    this.title.className = 'stage-callout-title'
    this.value.className = 'stage-callout-value'
    this.box.className = 'stage-callout-words'
    this.box.append(this.title, this.value)
    this.leader.append(this.path)
    this.element.append(this.leader, this.box)
    this.element.hidden = true
  }

  setBody(body: number | null, now: number): void {
    if (body === this.body) return
    this.body = body
    this.since = now
    this.checked = Number.NEGATIVE_INFINITY
    this.element.hidden = true
  }

  /** Follows the part; `hub` is the radius about its joint that its parts cover [m]. */
  update(
    joint: Vector3,
    hub: number,
    outlines: () => readonly Outline[],
    eye: Eye,
    size: readonly [number, number],
    now: number
  ): void {
    if (this.body === null || now - this.since < patience) return
    const { x, y } = eye.project(joint, this.spot)
    const isDue = now - this.checked > refresh
    if (isDue && !this.write(this.body)) return
    const anchor = { x, y, reach: hub * eye.pixelsPerMeter(), wide: this.wide }
    if (isDue) {
      const kept = Number.isFinite(this.checked) ? this.place : null
      this.place = placeFor(anchor, outlines(), size, kept)
      this.checked = now
    }
    this.draw(anchor)
  }

  /** Writes what is said of a part; false if nothing is. */
  private write(body: number): boolean {
    const words = this.words(body)
    this.element.hidden = !words
    if (!words) return false
    if (this.title.textContent !== words.title) this.title.textContent = words.title
    if (this.value.textContent !== words.value) this.value.textContent = words.value
    this.wide = this.box.offsetWidth
    return true
  }

  private draw(anchor: Anchor): void {
    const points = leaderOf(anchor, this.place).map((each) => each.map(fixed).join(' '))
    this.path.setAttribute('points', points.join(' '))
    const { left, top } = boxAt(anchor, this.place)
    this.box.style.transform = `translate(${fixed(left)}px, ${fixed(top)}px)`
    this.box.style.textAlign = left < anchor.x ? 'right' : 'left'
  }
}

const fixed = (value: number) => value.toFixed(1)
