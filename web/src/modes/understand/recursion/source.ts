import articulation from '../../../../../cpp/linkwork/dynamics/articulation.hpp?raw'
import kinematics from '../../../../../cpp/linkwork/dynamics/kinematics.cpp?raw'
import type { PassName } from './walk.ts'

/** The lines of a pass in the source of the library, from one mark to another. */
interface Place {
  readonly file: string
  readonly text: string
  readonly from: string
  readonly to: string
}

const dynamics = 'cpp/linkwork/dynamics'

const places: Readonly<Record<PassName | 'cluster', Place>> = {
  velocities: {
    file: `${dynamics}/kinematics.cpp`,
    text: kinematics,
    from: '      const auto motion = evaluate(joint, position, velocity);',
    to: '      here.bias = here.jointBias;'
  },
  inertias: {
    file: `${dynamics}/articulation.hpp`,
    text: articulation,
    from: '    const Vector6<Scalar> twist = work.jointSubspaces.col(body.velocity + k);',
    to: '  return true;'
  },
  cluster: {
    file: `${dynamics}/articulation.hpp`,
    text: articulation,
    from: '/// Eliminates a constrained cluster at once, at its output body:',
    to: '/// Force step over a single body, coordinate by coordinate:'
  },
  accelerations: {
    file: `${dynamics}/articulation.hpp`,
    text: articulation,
    from: '  here.acceleration = here.toParent.twistToChild(parent);',
    to: '/// Forward step over a constrained cluster'
  }
}

export interface Excerpt {
  readonly file: string
  /** Line in the file of the first that is shown. */
  readonly line: number
  readonly code: string
}

/** The lines themselves, moved to the left edge; throws where a mark is no longer there. */
export function excerpt(name: keyof typeof places): Excerpt {
  const { file, text, from, to } = places[name]
  const start = text.indexOf(from)
  const end = text.indexOf(to, start)
  if (start < 0 || end < 0) throw new Error(`${file}: "${start < 0 ? from : to}" is not there`)
  const lines = text.slice(start, end).trimEnd().split('\n')
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/))
  const least = Math.min(...indents)
  return {
    file,
    line: text.slice(0, start).split('\n').length,
    code: lines.map((line) => line.slice(least)).join('\n')
  }
}
