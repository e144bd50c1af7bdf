import { load } from 'linkwork'
import { Vector3 } from 'three'
import { initialOptions, motionOf } from '../../model/mechanisms/entry.ts'
import { mechanisms } from '../../model/mechanisms/index.ts'
import { firstSolverOf } from '../../model/settings.ts'
import { optionsFrom } from '../../model/solver.ts'
import type { Framing } from '../../model/stage.ts'
import { Eye } from './camera.ts'
import { Follower } from './follow.ts'
import { drawnPoses } from './frames.ts'
import { Palette } from './materials.ts'
import { StageMechanismView } from './mechanism-view.ts'

const linkwork = await load()
const frame = 1 / 60

type Size = readonly [width: number, height: number]

interface Shown {
  readonly view: StageMechanismView
  readonly eye: Eye
}

/** An eye at home on a stage of this size. */
export function eyeOn(framing: Framing, [width, height]: Size): Eye {
  const eye = new Eye(
    () => true,
    () => undefined
  )
  eye.resize(width, height, 0)
  eye.setFraming(framing, false)
  eye.update(0, 0)
  return eye
}

/** A mechanism of the gallery on a stage of this size, as it moves: at its start, then every frame. */
export function* moving(id: string, size: Size, seconds: number): Generator<Shown, void> {
  const entry = mechanisms.find((each) => each.id === id)
  if (!entry) throw new Error(`no ${id}`)
  const options = initialOptions(entry)
  using simulation = linkwork.simulate(entry.source(options), optionsFrom(firstSolverOf(entry)))
  const motion = motionOf(entry, options)
  if (motion && 'joints' in motion) simulation.tracking.start(motion)
  const { mechanism } = simulation
  const framing = entry.framing(options, { mechanism, poses: simulation.poses })
  const eye = eyeOn(framing, size)
  const view = new StageMechanismView({ id, mechanism, framing, options }, new Palette(), eye.size)
  const pose = () => {
    view.setState(simulation.poses, simulation.q, simulation.time)
    drawnPoses(simulation.poses, view.poses)
  }
  pose()
  const follower = new Follower(view.room(), () => false)
  for (let time = 0; time <= seconds; time += frame) {
    if (time > 0) simulation.advance(frame)
    pose()
    if (view.canLeave && follower.update(view.center(new Vector3()), 1000 * frame))
      eye.follow(follower.offset)
    view.update(time)
    view.group.updateMatrixWorld(true)
    yield { view, eye }
  }
}

/** The same at its start. */
export function shown(id: string, size: Size): Shown {
  for (const first of moving(id, size, 0)) return first
  throw new Error(`nothing of ${id}`)
}
