import type { Actuator, CouplingTerm, Mechanism, Tendon, Vector3 } from '../types/mechanism.js'
import { type Tag, tag } from '../xml/write.js'
import { writtenRange } from './ranges.js'

interface ActuatorTags {
  readonly actuators: readonly Tag[]
  readonly tendons: readonly Tag[]
}

/** <general> elements, of several joints on a fixed tendon; and all tendons of the mechanism. */
export function actuatorTags(
  { actuators = [], tendons = [] }: Mechanism,
  site: SiteOf
): ActuatorTags {
  const joined = actuators.filter(({ terms = [] }) => terms.length > 1).map(tendonTag)
  const lines = tendons.map((tendon) => lineTag(tendon, site))
  return { actuators: actuators.map(actuatorTag), tendons: [...lines, ...joined] }
}

/** Adds a site at a point of a body, and returns its name. */
type SiteOf = (body: string, name: string, point: Vector3) => string

function lineTag(tendon: Tendon, site: SiteOf): Tag {
  const {
    name,
    points = [],
    terms = [],
    stiffness,
    damping,
    restLength,
    onlyPulls,
    limits
  } = tendon
  const spring = {
    name,
    ...(stiffness === undefined ? {} : { stiffness }),
    ...(damping === undefined ? {} : { damping }),
    ...(restLength === undefined ? {} : { springlength: onlyPulls ? [0, restLength] : restLength }),
    ...writtenRange('range', limits)
  }
  if (terms.length > 0) return tag('fixed', spring, ...terms.map(jointTag))
  const sites = points.map(({ body, point = [0, 0, 0] }, i) =>
    tag('site', { site: site(body, `${name}_${i}`, point) })
  )
  return tag('spatial', spring, ...sites)
}

const jointTag = ({ joint, coefficient: coef }: CouplingTerm) => tag('joint', { joint, coef })

const tendonName = ({ name }: Actuator) => `${name}_tendon`

function tendonTag(actuator: Actuator): Tag {
  return tag('fixed', { name: tendonName(actuator) }, ...(actuator.terms ?? []).map(jointTag))
}

function actuatorTag(actuator: Actuator): Tag {
  const { name, activation, timeConstant, controlRange, forceRange, activationRange } = actuator
  const [gain, offset, stiffness, damping] = lawOf(actuator)
  return tag('general', {
    name,
    ...transmissionOf(actuator),
    gainprm: gain,
    biastype: 'affine',
    biasprm: [offset, 0 - stiffness, 0 - damping],
    ...(activation === 'filter' ? { dyntype: 'filterexact', dynprm: timeConstant ?? 1 } : {}),
    ...(activation === 'integrator' ? { dyntype: 'integrator' } : {}),
    ...writtenRange('ctrlrange', controlRange),
    ...writtenRange('forcerange', forceRange),
    ...writtenRange('actrange', activationRange)
  })
}

function transmissionOf(actuator: Actuator) {
  const { terms = [], tendon } = actuator
  const [first] = terms
  if (!first) return { tendon: tendon ?? '' }
  if (terms.length > 1) return { tendon: tendonName(actuator) }
  return { joint: first.joint, gear: first.coefficient }
}

/** Gain, offset, stiffness and damping of the general law. */
function lawOf(actuator: Actuator): readonly [number, number, number, number] {
  switch (actuator.type) {
    case 'torque':
      return [actuator.gain ?? 1, 0, 0, 0]
    case 'position':
      return [actuator.stiffness ?? 0, 0, actuator.stiffness ?? 0, actuator.damping ?? 0]
    case 'velocity':
      return [actuator.damping ?? 0, 0, 0, actuator.damping ?? 0]
    case 'general':
      return [
        actuator.gain ?? 1,
        actuator.offset ?? 0,
        actuator.stiffness ?? 0,
        actuator.damping ?? 0
      ]
  }
}
