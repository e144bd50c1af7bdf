import { load } from 'linkwork'
import { initialOptions } from '../mechanisms/entry.ts'
import { mechanisms } from '../mechanisms/index.ts'
import { Eye } from './camera.ts'
import { drawnPoses } from './frames.ts'
import { Palette } from './materials.ts'
import { StageMechanismView } from './mechanism-view.ts'

const linkwork = await load()

/** A mechanism of the gallery on a stage of this size, at its start. */
export function shown(id: string, [width, height]: readonly [number, number]) {
  const entry = mechanisms.find((each) => each.id === id)
  if (!entry) throw new Error(`no ${id}`)
  const options = initialOptions(entry)
  using simulation = linkwork.simulate(entry.source(options))
  const { mechanism, poses, q } = simulation
  const framing = entry.framing(options, { mechanism, poses })
  const eye = new Eye(
    () => true,
    () => undefined
  )
  eye.resize(width, height, 0)
  eye.setFraming(framing, false)
  eye.update(0, 0)
  const view = new StageMechanismView({ id, mechanism, framing, options }, new Palette(), eye.size)
  view.setState(poses, q, 0)
  drawnPoses(poses, view.poses)
  view.update(0)
  view.group.updateMatrixWorld(true)
  return { view, eye }
}
