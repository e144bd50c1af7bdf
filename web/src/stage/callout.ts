/**
 * Words beside a hovered part, joined to it by a leader line. Of right-up, right-down, left-down,
 * left-up and below, the first place is taken that stays inside the stage and clear of parts.
 */
import { Matrix4, Vector3 } from 'three'
import type { Callout as Words } from '../stage-contract.ts'
import type { Eye } from './camera.ts'
import { poseMatrix } from './figure.ts'
import { type CentreLine, nearestOnSegment } from './picking.ts'

/** Leader from the part: aslant, then level; margin to the stage's edge [CSS pixels]. */
const aslant = [50, 26] as const
const level = 18
const gap = 6
const margin = 16
const lineHeight = 16
const straightDown = 44
/** A hovered part gets its callout after this long [ms]. */
const patience = 150
/** How often words and place are looked at again [ms]. */
const refresh = 100

const sides = [
  [1, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
  [0, 1]
] as const
type Side = (typeof sides)[number]

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export class Callout {
  readonly element = document.createElement('div')
  private readonly leader = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  private readonly path = document.createElementNS('http://www.w3.org/2000/svg', 'polyline')
  private readonly box = document.createElement('div')
  private readonly title = document.createElement('div')
  private readonly value = document.createElement('div')
  private side: Side = sides[0]
  private body: number | null = null
  private since = 0
  private checked = Number.NEGATIVE_INFINITY
  private wide = 0
  private readonly anchor = new Vector3()
  private readonly from = new Vector3()
  private readonly to = new Vector3()
  private readonly matrix = new Matrix4()

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
    lines: readonly CentreLine[],
    anchor: Vector3,
    hub: number,
    poses: Float64Array,
    eye: Eye,
    [width, height]: readonly [number, number],
    now: number
  ): void {
    if (this.body === null || now - this.since < patience) return
    eye.project(anchor, this.anchor)
    const reach = hub * eye.pixelsPerMetre()
    if (now - this.checked > refresh) {
      const words = this.words(this.body)
      this.element.hidden = !words
      if (!words) return
      if (this.title.textContent !== words.title) this.title.textContent = words.title
      if (this.value.textContent !== words.value) this.value.textContent = words.value
      this.wide = this.box.offsetWidth
      const fits = (side: Side) =>
        this.fits(this.place(side, reach), lines, poses, eye, width, height)
      if (!Number.isFinite(this.checked) || !fits(this.side)) {
        this.side = sides.find(fits) ?? this.side
      }
      this.checked = now
    }
    this.draw(reach)
  }

  /** Where the words stand when the leader leaves to a side. */
  private place([sx, sy]: Side, reach: number): Box {
    const { x, y } = this.anchor
    if (sx === 0) {
      const top = y + reach + straightDown + 4
      return { left: x, top, right: x + this.wide, bottom: top + 2 * lineHeight }
    }
    const end = x + sx * (0.87 * reach + aslant[0] + level + gap)
    const middle = y + sy * (0.5 * reach + aslant[1])
    const left = sx > 0 ? end : end - this.wide
    const top = middle - lineHeight / 2
    return { left, top, right: left + this.wide, bottom: top + 2 * lineHeight }
  }

  private fits(
    box: Box,
    lines: readonly CentreLine[],
    poses: Float64Array,
    eye: Eye,
    width: number,
    height: number
  ): boolean {
    if (box.left < margin || box.right > width - margin) return false
    if (box.top < margin || box.bottom > height - margin) return false
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    const clear = Math.hypot(box.right - box.left, box.bottom - box.top) / 2
    for (const { body, points } of lines) {
      poseMatrix(poses, body, this.matrix)
      eye.project(this.from.copy(points[0] as Vector3).applyMatrix4(this.matrix), this.from)
      for (let i = 1; i < points.length; i++) {
        eye.project(this.to.copy(points[i] as Vector3).applyMatrix4(this.matrix), this.to)
        const t = nearestOnSegment(x, y, this.from, this.to)
        const dx = this.from.x + t * (this.to.x - this.from.x) - x
        const dy = this.from.y + t * (this.to.y - this.from.y) - y
        if (Math.hypot(dx, dy) < clear) return false
      }
    }
    return true
  }

  private draw(reach: number): void {
    const [sx, sy] = this.side
    const { x, y } = this.anchor
    const box = this.place(this.side, reach)
    const points =
      sx === 0
        ? [x + 2, y + reach + 4, x + 10, y + reach + straightDown]
        : [
            x + sx * 0.87 * reach,
            y + sy * 0.5 * reach,
            x + sx * (0.87 * reach + aslant[0]),
            y + sy * (0.5 * reach + aslant[1]),
            x + sx * (0.87 * reach + aslant[0] + level),
            y + sy * (0.5 * reach + aslant[1])
          ]
    this.path.setAttribute('points', points.map((value) => value.toFixed(1)).join(' '))
    this.box.style.transform = `translate(${box.left.toFixed(1)}px, ${box.top.toFixed(1)}px)`
    this.box.style.textAlign = sx < 0 ? 'right' : 'left'
  }
}
