/** How a controller fares: it holds, tries ahead, has let go of what is out of reach, or has no feedback. */
export const controlStates = ['holds', 'tries ahead', 'out of reach', 'no feedback'] as const
export type ControlState = (typeof controlStates)[number]

/** Simulated time for which a regulator holds its torques [s]. */
export const holdInterval = 0.01
