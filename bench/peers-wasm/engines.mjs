import { havokWays } from './engines/havok.mjs'
import { joltWays } from './engines/jolt.mjs'
import { linkworkWays } from './engines/linkwork.mjs'
import { mujocoWays } from './engines/mujoco.mjs'
import { physxWays } from './engines/physx.mjs'
import { rapierWays } from './engines/rapier.mjs'

/**
 * Everything that can move a mechanism, the peers first: { family, name, version, digits: 64 or 32,
 * isAdaptive, make(problem, step) }. The result of `make` steps, returns poses with energy or velocities, and
 * may restore a state; `make` throws if an engine has no such joints.
 */
export async function allWays() {
  const ways = []
  const families = [mujocoWays, physxWays, havokWays, joltWays, rapierWays, linkworkWays]
  for (const waysOf of families) ways.push(...(await waysOf()))
  return ways
}
