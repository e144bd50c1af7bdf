/** Shared parts of mechanisms on curves and surfaces. */
export const surfaceGroup = 'Curves and surfaces'
