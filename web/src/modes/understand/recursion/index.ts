import { onChange } from '../../../model/signals.ts'
import './recursion.css'
import { Signal } from '@preact/signals-core'
import type { RecursionPasses } from 'linkwork'
import type { Built } from '../../../model/messages.ts'
import { neighbor } from '../../../model/settings.ts'
import { Canvas, readPalette } from '../../../ui/canvas.ts'
import type { Mode, ModeHost } from '../../mode.ts'
import { hideHistory } from '../hide-history.ts'
import { takeKeys } from '../keys.ts'
import { Passes } from '../passes.ts'
import { passesBar, walkSpeeds } from './passes-bar.ts'
import { drawScene } from './picture.ts'
import { ground } from './spatial.ts'
import { type Scene, strip } from './strip.ts'
import { parentsOf, placeOf, type Step, walkOf } from './walk.ts'

/** Duration of the animation from a body to the next [ms]. */
const travel = 700
/** A whole walk by itself at speed 1, and a place of it at the quickest and the slowest [ms]. */
const [wholeWalk, quickest, slowest] = [60_000, 150, 1200]

/** Time at which a mechanism that starts at rest has visible velocities [s]. */
const movesAt = 0.4

/** The passes of the recursion at one time, body by body. */
export function openRecursion(host: ModeHost): Mode {
  const { settings, run } = host
  const at = new Signal(0)
  const playing = new Signal(false)
  const speed = new Signal(1)
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let known: { readonly passes: RecursionPasses; readonly built: Built } | undefined
  let poses = new Float64Array(0)
  let walk: readonly Step[] = []
  let palette = readPalette()
  /** Wall clock when the present place was come to [ms]. */
  let begun = 0
  const canvas = new Canvas(() => undefined)
  canvas.element.className = 'stage-drawing'
  canvas.element.setAttribute('aria-hidden', 'true')
  const under = strip()
  const nameOf = (body: number) => known?.built.mechanism.bodies[body]?.name ?? ''
  const bar = passesBar(at, playing, speed, () => walk, nameOf)

  /** The place of the part under the pointer, in the present pass. */
  const pointedAt = () => placeOf(walk, at.value, run.hand.over.value ?? ground)
  const scene = (): Scene | undefined => {
    const step = walk[pointedAt() ?? at.value]
    if (!known || !step || poses.length !== 7 * known.built.mechanism.bodies.length)
      return undefined
    return { mechanism: known.built.mechanism, passes: known.passes, poses, step }
  }
  const show = () => {
    const present = scene()
    if (present) under.show(present)
    bar.show()
  }
  onChange(at, () => {
    begun = performance.now()
    show()
  })
  onChange(settings.theme, () => (palette = readPalette()))
  const passes = new Passes(
    run,
    (found, built) => {
      if (built !== known?.built) at.value = 0
      known = { passes: found, built }
      poses = run.latest.poses.slice()
      walk = walkOf(found, parentsOf(built.mechanism))
      at.value = Math.min(at.value, Math.max(0, walk.length - 1))
      show()
    },
    (message) => {
      known = undefined
      walk = []
      under.fail(message)
      bar.show()
    }
  )
  let requested: { readonly built: Built | undefined; readonly time: number } | undefined
  const look = () => {
    if (run.isBuilding) return
    const [built, { time }] = [run.built.value, run.latest]
    const isNew = requested !== undefined && built !== requested.built && time === 0
    if (time >= movesAt) settings.playing.value = false
    else if (isNew && !still.matches) settings.playing.value = true
    if (built === requested?.built && time === requested?.time) return
    requested = { built, time }
    passes.request()
  }
  const goOn = (now: number) => {
    if (!playing.value) return
    const pause = Math.max(quickest, Math.min(slowest, wholeWalk / walk.length))
    if (now - begun < pause / speed.value) return
    if (at.value < walk.length - 1) at.value += 1
    else playing.value = false
  }
  let ends: (() => void)[] = []

  return {
    under: under.element,
    over: canvas.element,
    transport: bar.element,
    enter() {
      requested = undefined
      const stopKeys = takeKeys({
        ArrowRight: () => bar.move(1),
        ArrowLeft: () => bar.move(-1),
        Home: () => bar.move(-walk.length),
        End: () => bar.move(walk.length),
        '-': () => (speed.value = neighbor(walkSpeeds, speed.value, -1)),
        '=': () => (speed.value = neighbor(walkSpeeds, speed.value, 1)),
        '+': () => (speed.value = neighbor(walkSpeeds, speed.value, 1)),
        ' ': bar.toggle
      })
      ends = [
        stopKeys,
        hideHistory(host),
        run.latest.onFrame(look),
        onChange(run.hand.over, show),
        onChange(run.hand.pressed, (pressed) => {
          const place = placeOf(walk, at.value, pressed?.body ?? ground)
          if (place !== undefined) bar.move(place - at.value)
        })
      ]
    },
    leave() {
      playing.value = false
      for (const end of ends) end()
    },
    draw(now) {
      goOn(now)
      const context = canvas.begin()
      const [stage, present] = [run.stage.value, scene()]
      if (!context || !stage || !present) return
      const isThere = still.matches || pointedAt() !== undefined
      const progress = isThere ? 1 : Math.min(1, ((now - begun) * speed.value) / travel)
      drawScene(context, stage, present, progress, palette)
    }
  }
}
